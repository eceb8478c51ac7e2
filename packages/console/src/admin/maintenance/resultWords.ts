import type { DataOf, Input } from '@fallwatch/client';
import type { TFunction } from 'i18next';

export type Task = Input<'post', '/api/admin/maintenance'>['body']['task'];
export type Report = DataOf<'post', '/api/admin/maintenance'>;

/** Whatever is missing counts as nothing: an older service may say less. */
const countOf = (of: Readonly<Record<string, unknown>>, key: string): number => {
  const value = of[key];
  return Array.isArray(value) ? value.length : typeof value === 'number' ? value : 0;
};

/** What a task has done, or in a dry run would do. */
export function resultWords(t: TFunction, { task, result }: Report): string {
  const found = result as Readonly<Record<string, unknown>>;
  const isDry = found.dryRun === true;
  const gone = (things: string): string =>
    t(isDry ? 'admin.maintenance.delete' : 'admin.maintenance.deleted', { things });
  const words: Record<Task, () => string> = {
    cleanup_sensor_data: () => gone(t('admin.maintenance.days', { count: countOf(found, 'daysFound') })),
    cleanup_logs: () => gone(t('admin.maintenance.logs', { count: countOf(found, 'logsFound') })),
    cleanup_sessions: () => {
      const sessions = t('admin.maintenance.sessions', { count: countOf(found, 'sessionsFound') });
      return gone(`${sessions}, ${t('admin.maintenance.invitations', { count: countOf(found, 'invitationsFound') })}`);
    },
    refresh_device_status: () => t('admin.maintenance.devices', found.devices as Record<string, number>),
    recalculate_health_scores: () =>
      t(isDry ? 'admin.maintenance.scores' : 'admin.maintenance.scored', {
        count: countOf(found, 'patients'),
        highRisk: countOf(found, 'highRisk'),
      }),
    optimize_database: () => t('admin.maintenance.tables', { count: countOf(found, 'tablesAnalyzed') }),
  };
  return words[task]();
}
