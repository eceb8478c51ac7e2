import { recordAudit } from '../../access/audit.js';
import type { Context } from '../../platform/context.js';
import { clearExpired } from '../auth/auth.service.js';
import { countDevicesByStatus } from '../devices/devices.service.js';
import { dropOldReadings } from '../ingest/ingest.service.js';
import { clearSystemLog, recordSystemLog } from '../logs/logs.service.js';
import { refreshAllScores } from '../scores/scores.service.js';
import type { MaintenanceReport, MaintenanceRequest, MaintenanceTask } from './maintenance.schema.js';
import { analyzeTables } from './maintenance.store.js';

interface Options {
  readonly isDryRun: boolean;
  readonly olderThanDays: number;
}

/** Spec section 8: readings are kept for 90 days; the system log as long. */
const keptDays = 90;

const tasks: Record<MaintenanceTask, (ctx: Context, options: Options) => Promise<object>> = {
  cleanup_sensor_data: async (ctx, { olderThanDays, isDryRun }) => {
    const days = await dropOldReadings(ctx, olderThanDays, isDryRun);
    return { daysDropped: days.length, partitions: days };
  },
  cleanup_logs: async (ctx, { olderThanDays, isDryRun }) => ({
    logsDeleted: await clearSystemLog(ctx, olderThanDays, isDryRun),
  }),
  cleanup_sessions: async (ctx, { isDryRun }) => {
    const { sessions, invitations } = await clearExpired(ctx, isDryRun);
    return { sessionsDeleted: sessions, invitationsDeleted: invitations };
  },
  // Status is derived whenever somebody asks; refreshing it is asking for all.
  refresh_device_status: async (ctx) => ({ devices: await countDevicesByStatus(ctx) }),
  recalculate_health_scores: (ctx, { isDryRun }) => refreshAllScores(ctx, isDryRun),
  optimize_database: async (ctx, { isDryRun }) => ({ tablesAnalyzed: isDryRun ? [] : await analyzeTables(ctx.db) }),
};

export async function runMaintenance(
  ctx: Context,
  { task, options = {} }: MaintenanceRequest,
): Promise<MaintenanceReport> {
  const { dryRun: isDryRun = false, olderThanDays = keptDays } = options;
  const startedAt = ctx.now();
  const result = await tasks[task](ctx, { isDryRun, olderThanDays });
  await recordSystemLog(
    ctx,
    'info',
    'maintenance',
    `Task ${task} completed${isDryRun ? ' (dry run)' : ''}`,
    ctx.actor.id,
  );
  await recordAudit(ctx, 'maintenance.run', null);
  return { task, status: 'COMPLETED', result: { ...result, dryRun: isDryRun }, startedAt, finishedAt: ctx.now() };
}

/** What the upkeep schedule does without being asked. */
export async function runUpkeep(ctx: Context): Promise<void> {
  await dropOldReadings(ctx, keptDays, false);
  await clearSystemLog(ctx, keptDays, false);
  await clearExpired(ctx, false);
  await refreshAllScores(ctx, false);
}
