import type { MaintenanceReport, MaintenanceRequest } from '@fallwatch/client';
import type { TFunction } from 'i18next';

export type Task = MaintenanceRequest['task'];

/** A missing count is 0: an older service may send fewer fields. */
const readCount = (of: Readonly<Record<string, unknown>>, key: string): number => {
  const value = of[key];
  return Array.isArray(value) ? value.length : typeof value === 'number' ? value : 0;
};

/** What a task did, or would do in a dry run. */
export function resultWords(t: TFunction, { task, result }: MaintenanceReport): string {
  const found = result as Readonly<Record<string, unknown>>;
  const isDry = found.dryRun === true;
  const gone = (things: string): string =>
    t(isDry ? 'admin.maintenance.delete' : 'admin.maintenance.deleted', { things });
  const words: Record<Task, () => string> = {
    cleanup_sensor_data: () => gone(t('admin.maintenance.days', { count: readCount(found, 'daysFound') })),
    cleanup_logs: () => gone(t('admin.maintenance.logs', { count: readCount(found, 'logsFound') })),
    cleanup_sessions: () => {
      const sessions = t('admin.maintenance.sessions', { count: readCount(found, 'sessionsFound') });
      return gone(
        `${sessions}, ${t('admin.maintenance.invitations', { count: readCount(found, 'invitationsFound') })}`,
      );
    },
    refresh_device_status: () => t('admin.maintenance.devices', found.devices as Record<string, number>),
    recalculate_health_scores: () =>
      t(isDry ? 'admin.maintenance.scores' : 'admin.maintenance.scored', {
        count: readCount(found, 'patients'),
        highRisk: readCount(found, 'highRisk'),
      }),
    optimize_database: () => t('admin.maintenance.tables', { count: readCount(found, 'tablesAnalyzed') }),
  };
  return words[task]();
}
