import type { Role } from './config.js';
import { adminRoutes } from './features/admin/admin.routes.js';
import { alertRoutes } from './features/alerts/alerts.routes.js';
import { beat, createEngine } from './features/alerts/engine.worker.js';
import { planRoutes } from './features/alerts/plan.routes.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { caregiverRoutes } from './features/caregivers/caregivers.routes.js';
import type { Channel } from './features/deliveries/channel.js';
import { confirmDelivered } from './features/deliveries/deliveries.service.js';
import { deviceRoutes } from './features/devices/devices.routes.js';
import { writeDeviceNews } from './features/devices/devices.service.js';
import { drillRoutes } from './features/drills/drills.routes.js';
import { fallRoutes } from './features/falls/falls.routes.js';
import { healthRoutes } from './features/health/health.routes.js';
import { ingestRoutes } from './features/ingest/ingest.routes.js';
import { eraseReadings, prepareReadingDays } from './features/ingest/reading-days.service.js';
import { startRecorder } from './features/ingest/recorder.worker.js';
import { raiseSilentImpacts } from './features/ingest/silence.service.js';
import { foldVitals } from './features/ingest/vitals-fold.service.js';
import { liveRoutes } from './features/live/live.routes.js';
import { logRoutes } from './features/logs/logs.routes.js';
import { maintenanceRoutes } from './features/maintenance/maintenance.routes.js';
import { upkeep } from './features/maintenance/maintenance.service.js';
import { messageRoutes } from './features/messages/messages.routes.js';
import { patientRoutes } from './features/patients/patients.routes.js';
import { profileRoutes } from './features/profile/profile.routes.js';
import { responseRoutes } from './features/responses/responses.routes.js';
import { writeScores } from './features/scores/scores.service.js';
import { watchDevices } from './features/troubles/troubles.service.js';
import { userRoutes } from './features/users/users.routes.js';
import { viewRoutes } from './features/views/views.routes.js';
import { vitalsRoutes } from './features/vitals/vitals.routes.js';
import { webhookChannel } from './features/webhooks/sending.service.js';
import { webhookRoutes } from './features/webhooks/webhooks.routes.js';
import { createWebhookRetries } from './features/webhooks/webhooks.worker.js';
import { type Context, contextOf, type Platform, system } from './platform/context.js';
import type { App } from './platform/http/app.js';
import { type Job, startJobs } from './platform/schedule.js';

export type FeatureRoutes = (app: App, platform: Platform) => Promise<void>;

/** A channel has reached somebody: told by those that learn of it later than they are asked. */
const onDelivered = (ctx: Context, delivered: readonly { readonly deliveryId: string }[]): Promise<void> =>
  confirmDelivered(
    ctx,
    delivered.map(({ deliveryId }) => deliveryId),
  );

/** What devices call, every second. */
export const streamRoutes: readonly FeatureRoutes[] = [ingestRoutes];

/** What people call, in the order of the contract. */
export const featureRoutes: readonly FeatureRoutes[] = [
  authRoutes,
  deviceRoutes,
  fallRoutes,
  patientRoutes,
  vitalsRoutes,
  viewRoutes,
  planRoutes,
  drillRoutes,
  alertRoutes,
  caregiverRoutes,
  adminRoutes,
  responseRoutes,
  logRoutes,
  maintenanceRoutes,
  profileRoutes,
  messageRoutes,
  liveRoutes(onDelivered),
  webhookRoutes,
  healthRoutes,
  userRoutes,
];

const minuteMs = 60_000;
/** What the tables may be behind of what devices last said, for whoever asks another process. */
const newsEveryMs = 2_000;

/** Every way to reach a person beside the lists and the live stream. */
const channels: readonly Channel[] = [webhookChannel];

/** Starts what a process of these roles does by itself; answers how to stop it. */
export function startWork(platform: Platform): () => Promise<void> {
  const { config, events, log } = platform;
  const jobs = jobsOf(platform);
  const own = config.roles.flatMap((role) => jobs[role]);
  const stops = [startJobs(own, events, log)];
  if (config.roles.includes('recorder')) stops.push(startRecorder(platform));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Any of them may run in several processes at once. */
function jobsOf(platform: Platform): Record<Role, readonly Job[]> {
  const jobsOn =
    (platform: Platform) =>
    (name: string, everyMs: number, work: (ctx: Context) => Promise<unknown>): Job => ({
      name,
      everyMs,
      run: async () => void (await work(contextOf(platform, system))),
    });
  const job = jobsOn(platform);
  // Never behind readings, logins or lists.
  const alertJob = jobsOn({ ...platform, db: platform.alertsDb });
  const engine = createEngine(channels);
  const keepAlertsGoing = async (ctx: Context): Promise<void> => {
    await engine.run(ctx);
    await beat(ctx);
  };
  return {
    api: [
      { ...job('device-news', newsEveryMs, writeDeviceNews), alsoAtStop: true },
      { ...job('stream-scores', newsEveryMs, writeScores), alsoAtStop: true },
    ],
    recorder: [job('vitals', 15_000, foldVitals)],
    alerts: [
      { ...alertJob('alerts', 1_000, keepAlertsGoing), wokenBy: ['alert.due'] },
      alertJob('silent-impacts', 1_000, raiseSilentImpacts),
      alertJob('device-troubles', 5_000, watchDevices),
      alertJob('webhook-retries', 1_000, createWebhookRetries(onDelivered)),
    ],
    upkeep: [
      job('erased-readings', 10_000, eraseReadings),
      job('reading-days', 60 * minuteMs, prepareReadingDays),
      ...Object.entries(upkeep).map(([name, work]) => job(name, 15 * minuteMs, work)),
    ],
  };
}
