import { recordAudit } from '../../access/audit.js';
import type { Context } from '../../platform/context.js';
import { clearExpired } from '../auth/auth.service.js';
import { countDevicesByStatus } from '../devices/devices.service.js';
import { dropOldReadings } from '../ingest/reading-days.service.js';
import { dropOldVitals } from '../ingest/vitals-fold.service.js';
import { clearOldEvents } from '../live/live.service.js';
import { clearSystemLog, recordSystemLog } from '../logs/logs.service.js';
import { refreshAllScores } from '../scores/scores.service.js';
import { clearOldDeliveries } from '../webhooks/webhooks.service.js';
import type { MaintenanceReport, MaintenanceRequest, MaintenanceTask } from './maintenance.schema.js';
import { analyzeTables } from './maintenance.store.js';

interface Options {
  readonly isDryRun: boolean;
  readonly olderThanMs: number | undefined;
}

const dayMs = 86_400_000;

/** Each reports what it found, and what it did about it: nothing, in a dry run. */
const tasks: Record<MaintenanceTask, (ctx: Context, options: Options) => Promise<object>> = {
  cleanup_sensor_data: async (ctx, { olderThanMs = ctx.config.readingRetentionMs, isDryRun }) => {
    const days = await dropOldReadings(ctx, olderThanMs, isDryRun);
    return { partitions: days, daysFound: days.length, daysDropped: isDryRun ? 0 : days.length };
  },
  cleanup_logs: async (ctx, { olderThanMs = ctx.config.systemLogRetentionMs, isDryRun }) => {
    const found = await clearSystemLog(ctx, olderThanMs, isDryRun);
    return { logsFound: found, logsDeleted: isDryRun ? 0 : found };
  },
  cleanup_sessions: async (ctx, { isDryRun }) => {
    const { sessions, invitations } = await clearExpired(ctx, isDryRun);
    const found = { sessionsFound: sessions, invitationsFound: invitations };
    return { ...found, sessionsDeleted: isDryRun ? 0 : sessions, invitationsDeleted: isDryRun ? 0 : invitations };
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
  const { dryRun: isDryRun = false, olderThanDays } = options;
  const olderThanMs = olderThanDays === undefined ? undefined : olderThanDays * dayMs;
  const startedAt = ctx.now();
  const result = await tasks[task](ctx, { isDryRun, olderThanMs });
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

/** What a process does by itself, each a job of its own: one that fails stops no other. */
export const upkeep: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  'old-readings': (ctx) => dropOldReadings(ctx, ctx.config.readingRetentionMs, false),
  'old-vitals': (ctx) => dropOldVitals(ctx, ctx.config.vitalsRetentionMs),
  'old-logs': (ctx) => clearSystemLog(ctx, ctx.config.systemLogRetentionMs, false),
  'old-live-events': (ctx) => clearOldEvents(ctx, ctx.config.liveRetentionMs),
  'old-webhook-deliveries': (ctx) => clearOldDeliveries(ctx, ctx.config.webhookRetentionMs),
  'expired-sessions': (ctx) => clearExpired(ctx, false),
  scores: (ctx) => refreshAllScores(ctx, false),
};
