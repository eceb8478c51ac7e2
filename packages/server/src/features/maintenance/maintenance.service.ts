import { recordAudit } from '../../access/audit.js';
import type { Context } from '../../platform/context.js';
import { clearExpiredTokens } from '../answers/answers.service.js';
import { dropOldDays, readingsKeptMs } from '../archive/retention.service.js';
import { clearExpired } from '../auth/auth.service.js';
import { clearExpiredCredentials } from '../devices/credentials.service.js';
import { countDevicesByStatus } from '../devices/devices.service.js';
import { clearEndedAlerts } from '../escalation/monitoring-ended.service.js';
import { clearOldEvents } from '../live/live.service.js';
import { clearSystemLog, recordSystemLog } from '../logs/logs.service.js';
import { clearExpiredPairings } from '../pairing/pairing.service.js';
import { clearExpiredChallenges } from '../passkeys/challenges.service.js';
import { clearDeadSubscriptions } from '../push/push.service.js';
import { dropOldVitals } from '../recorder/vitals-roll-up.service.js';
import { readFeeds } from '../schedules/feeds.service.js';
import { clearOldSubstitutions } from '../schedules/schedules.service.js';
import { refreshAllScores } from '../scores/scores.service.js';
import { clearOldDeliveries } from '../webhooks/webhooks.service.js';
import type { MaintenanceReport, MaintenanceRequest, MaintenanceTask } from './maintenance.schema.js';
import { optimizeDatabase } from './optimize.service.js';

interface Options {
  readonly isDryRun: boolean;
  readonly olderThanMs: number | undefined;
}

const dayMs = 86_400_000;

type QuickTask = Exclude<MaintenanceTask, 'optimize_database'>;

/** Each task reports what it found and what it did; in a dry run it changes nothing. */
const quickTasks: Record<QuickTask, (ctx: Context, options: Options) => Promise<object>> = {
  cleanup_sensor_data: async (ctx, { olderThanMs = readingsKeptMs(ctx.config), isDryRun }) => {
    const { partitions, archivedDays } = await dropOldDays(ctx, olderThanMs, isDryRun);
    const days = new Set([
      ...partitions.map((name) => name.slice(-8)),
      ...archivedDays.map((day) => day.replaceAll('-', '')),
    ]);
    return { partitions, archivedDays, daysFound: days.size, daysDropped: isDryRun ? 0 : days.size };
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
  // The status is computed on request, so refreshing means computing it for all devices.
  refresh_device_status: async (ctx) => ({ devices: await countDevicesByStatus(ctx) }),
  recalculate_health_scores: (ctx, { isDryRun }) => refreshAllScores(ctx, isDryRun),
};

export async function runMaintenance(
  ctx: Context,
  { task, options = {} }: MaintenanceRequest,
): Promise<MaintenanceReport> {
  const { dryRun: isDryRun = false, olderThanDays } = options;
  const olderThanMs = olderThanDays === undefined ? undefined : olderThanDays * dayMs;
  if (task === 'optimize_database') {
    await recordAudit(ctx, 'maintenance.run', null);
    return optimizeDatabase(ctx, isDryRun);
  }
  const startedAt = ctx.now();
  const result = await quickTasks[task](ctx, { isDryRun, olderThanMs });
  await recordSystemLog(ctx, isDryRun ? 'TASK_TRIED' : 'TASK_COMPLETED', { task }, ctx.actor.id);
  await recordAudit(ctx, 'maintenance.run', null);
  return { task, status: 'COMPLETED', result: { ...result, dryRun: isDryRun }, startedAt, finishedAt: ctx.now() };
}

/** The upkeep of a process. Each is its own job: one that fails stops no other. */
export const upkeep: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  'old-readings': (ctx) => dropOldDays(ctx, readingsKeptMs(ctx.config), false),
  'old-vitals': (ctx) => dropOldVitals(ctx, ctx.config.vitalsRetentionMs),
  'old-logs': (ctx) => clearSystemLog(ctx, ctx.config.systemLogRetentionMs, false),
  'old-live-events': (ctx) => clearOldEvents(ctx, ctx.config.liveRetentionMs),
  'old-webhook-deliveries': (ctx) => clearOldDeliveries(ctx, ctx.config.webhookRetentionMs),
  'ended-alerts': (ctx) => clearEndedAlerts(ctx),
  'expired-sessions': (ctx) => clearExpired(ctx, false),
  'expired-answer-links': clearExpiredTokens,
  'dead-push-subscriptions': clearDeadSubscriptions,
  'expired-credentials': clearExpiredCredentials,
  'expired-pairings': clearExpiredPairings,
  'expired-passkey-challenges': clearExpiredChallenges,
  'old-substitutions': clearOldSubstitutions,
  'calendar-feeds': readFeeds,
  scores: (ctx) => refreshAllScores(ctx, false),
};
