import type { Role } from './config.js';
import { adminRoutes } from './features/admin/admin.routes.js';
import { alertRoutes } from './features/alerts/alerts.routes.js';
import { answerRoutes } from './features/answers/answers.routes.js';
import { archiveReadings } from './features/archive/archive.service.js';
import { eraseFromArchive } from './features/archive/erasure.service.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { invitationRoutes } from './features/auth/invitations.routes.js';
import { sessionRoutes } from './features/auth/sessions.routes.js';
import { writeSessionUses } from './features/auth/sessions.service.js';
import { caregiverRoutes } from './features/caregivers/caregivers.routes.js';
import { createPlacesJob } from './features/cells/places.service.js';
import { checkInRoutes } from './features/check-ins/check-ins.routes.js';
import { watchCheckIns } from './features/check-ins/days.service.js';
import { contactRoutes } from './features/contacts/contacts.routes.js';
import { sendUpdates } from './features/contacts/updates.worker.js';
import { confirmDelivered } from './features/deliveries/deliveries.service.js';
import { beginCounts } from './features/deliveries/delivery-metrics.js';
import { photoRoutes } from './features/details/photos.routes.js';
import { credentialRoutes } from './features/devices/credentials.routes.js';
import { writeCredentialUses } from './features/devices/credentials.service.js';
import { deviceRoutes } from './features/devices/devices.routes.js';
import { writeDeviceUpdates } from './features/devices/devices.service.js';
import { cacheSendingDevices, cacheSendingEveryMs } from './features/devices/sending-devices.service.js';
import { drillRoutes } from './features/drills/drills.routes.js';
import { sendDigests } from './features/email/digests.worker.js';
import { emailRoutes } from './features/email/email.routes.js';
import { createEngine, recordHeartbeat } from './features/escalation/engine.worker.js';
import { announceJoinedFalls } from './features/escalation/joined.worker.js';
import { exportRoutes } from './features/exports/exports.routes.js';
import { fallRoutes } from './features/falls/falls.routes.js';
import { fhirRoutes } from './features/fhir/fhir.routes.js';
import { healthRoutes } from './features/health/health.routes.js';
import { homeAssistantRoutes } from './features/home-assistant/home-assistant.routes.js';
import {
  createHomeAssistantPublisher,
  type HomeAssistantPublisher,
} from './features/home-assistant/publisher.worker.js';
import { ingestRoutes } from './features/ingest/ingest.routes.js';
import type { Intake } from './features/ingest/intake.service.js';
import { liveRoutes } from './features/live/live.routes.js';
import { logRoutes } from './features/logs/logs.routes.js';
import { maintenanceRoutes } from './features/maintenance/maintenance.routes.js';
import { upkeep } from './features/maintenance/maintenance.service.js';
import { messageRoutes } from './features/messages/messages.routes.js';
import { methodRoutes } from './features/methods/methods.routes.js';
import { oidcRoutes } from './features/oidc/oidc.routes.js';
import { outboxRoutes } from './features/outbox/outbox.routes.js';
import { ownershipRoutes } from './features/ownership/ownership.routes.js';
import { pairingRoutes } from './features/pairing/pairing.routes.js';
import { passkeyRoutes } from './features/passkeys/passkeys.routes.js';
import { patientRoutes } from './features/patients/patients.routes.js';
import { planRoutes } from './features/plans/plans.routes.js';
import { profileRoutes } from './features/profile/profile.routes.js';
import { pushRoutes } from './features/push/push.routes.js';
import { watchDuties } from './features/readiness/on-duty.service.js';
import { readinessRoutes } from './features/readiness/readiness.routes.js';
import { eraseReadings, prepareReadingDays } from './features/recorder/reading-days.service.js';
import { startRecorder } from './features/recorder/recorder.worker.js';
import { rollUpVitals } from './features/recorder/vitals-roll-up.service.js';
import { recoveryRoutes } from './features/recovery/recovery.routes.js';
import { responseRoutes } from './features/responses/responses.routes.js';
import { feedRoutes } from './features/schedules/feeds.routes.js';
import { scheduleRoutes } from './features/schedules/schedules.routes.js';
import { writeScores } from './features/scores/scores.service.js';
import { secondFactorRoutes } from './features/second-factors/second-factors.routes.js';
import { setupRoutes } from './features/setup/setup.routes.js';
import { raiseSilentImpacts } from './features/silence/silence.service.js';
import { smsRoutes } from './features/sms/sms.routes.js';
import { statisticsRoutes } from './features/statistics/statistics.routes.js';
import { thresholdRoutes } from './features/thresholds/thresholds.routes.js';
import { recordListening } from './features/troubles/listening.service.js';
import { watchDevices } from './features/troubles/troubles.service.js';
import { userRoutes } from './features/users/users.routes.js';
import { viewRoutes } from './features/views/views.routes.js';
import { vitalLimitRoutes } from './features/vital-limits/vital-limits.routes.js';
import { watchVitals } from './features/vital-limits/vital-limits.service.js';
import { vitalsRoutes } from './features/vitals/vitals.routes.js';
import { reportLateCalls } from './features/voice/voice.service.js';
import { type CallLoop, createCallLoop } from './features/voice/voice.worker.js';
import { webhookRoutes } from './features/webhooks/webhooks.routes.js';
import { createWebhookRetries } from './features/webhooks/webhooks.worker.js';
import { type Context, createContext, type Platform, system } from './platform/context.js';
import type { App } from './platform/http/app.js';
import { type Job, startJobs } from './platform/schedule.js';

export type FeatureRoutes = (app: App, platform: Platform) => Promise<void>;

/** Called by channels that learn of a successful delivery later than their call returns. */
const onDelivered = (ctx: Context, delivered: readonly { readonly deliveryId: string }[]): Promise<void> =>
  confirmDelivered(
    ctx,
    delivered.map(({ deliveryId }) => deliveryId),
  );

/** Routes that devices call every second. */
export const streamRoutes = (intake: Intake): readonly FeatureRoutes[] => [
  (app, platform) => ingestRoutes(app, platform, intake),
];

/** Routes that people call, in the order of the API document. */
export const featureRoutes: readonly FeatureRoutes[] = [
  setupRoutes,
  authRoutes,
  invitationRoutes,
  recoveryRoutes,
  methodRoutes,
  passkeyRoutes,
  oidcRoutes,
  deviceRoutes,
  ownershipRoutes,
  credentialRoutes,
  pairingRoutes,
  fallRoutes,
  patientRoutes,
  photoRoutes,
  vitalsRoutes,
  fhirRoutes,
  viewRoutes,
  planRoutes,
  scheduleRoutes,
  feedRoutes,
  vitalLimitRoutes,
  checkInRoutes,
  thresholdRoutes,
  homeAssistantRoutes,
  drillRoutes,
  alertRoutes,
  responseRoutes,
  caregiverRoutes,
  readinessRoutes,
  adminRoutes,
  statisticsRoutes,
  logRoutes,
  maintenanceRoutes,
  profileRoutes,
  sessionRoutes,
  exportRoutes,
  secondFactorRoutes,
  messageRoutes,
  liveRoutes(onDelivered),
  contactRoutes,
  answerRoutes,
  pushRoutes,
  emailRoutes,
  smsRoutes,
  outboxRoutes,
  webhookRoutes,
  healthRoutes,
  userRoutes,
];

const minuteMs = 60_000;
/** Maximum delay until other processes see urgent changes of a device in the tables. */
const writeEveryMs = 2_000;

/** In this order: before the listening time is recorded, no device's row may be older than ten seconds. */
async function writeHeardDevices(ctx: Context): Promise<void> {
  await writeDeviceUpdates(ctx, ctx.lifecycle.isStopping ? 'all' : 'due');
  await recordListening(ctx);
  await writeCredentialUses(ctx);
}

/** Starts the background work for the roles of this process; returns a function that stops it. */
export function startWork(platform: Platform): () => Promise<void> {
  const { config, events } = platform;
  beginCounts(platform);
  const calls = createCallLoop();
  const homeAssistant = createHomeAssistantPublisher(events);
  const jobs = createJobs(platform, calls, homeAssistant);
  const own = config.roles.flatMap((role) => jobs[role].map((job) => ({ ...job, role })));
  // Queries the database once a minute; detects within a second, without a query, that the clock was set.
  const clockJob = { name: 'clock', role: 'every', everyMs: 1_000, run: async () => platform.databaseClock?.compare() };
  const stops = [startJobs([...own, clockJob], platform)];
  if (config.roles.includes('recorder')) stops.push(startRecorder(platform));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await calls.stop();
    await homeAssistant.stop(createContext({ ...platform, db: platform.alertsDb }, system));
  };
}

type RolelessJob = Omit<Job, 'role'>;

/** Each job may run in several processes at once. */
function createJobs(
  platform: Platform,
  calls: CallLoop,
  homeAssistant: HomeAssistantPublisher,
): Record<Role, readonly RolelessJob[]> {
  const jobsOn =
    (platform: Platform) =>
    (name: string, everyMs: number, work: (ctx: Context) => Promise<unknown>): RolelessJob => ({
      name,
      everyMs,
      run: async () => void (await work(createContext(platform, system))),
    });
  const job = jobsOn(platform);
  // Separate connections: must not wait behind readings, logins or lists.
  const alertJob = jobsOn({ ...platform, db: platform.alertsDb });
  const engine = createEngine();
  const keepAlertsGoing = async (ctx: Context): Promise<void> => {
    await engine.escalate(ctx);
    await recordHeartbeat(ctx);
  };
  return {
    api: [
      { ...job('device-updates', writeEveryMs, writeHeardDevices), alsoAtStop: true },
      job('sending-devices', cacheSendingEveryMs, cacheSendingDevices),
      { ...job('stream-scores', 10_000, writeScores), alsoAtStop: true },
      { ...job('session-uses', 10_000, writeSessionUses), alsoAtStop: true },
    ],
    recorder: [job('vitals', 15_000, rollUpVitals)],
    alerts: [
      { ...alertJob('alerts', 1_000, keepAlertsGoing), wokenBy: ['alert.due'] },
      { ...alertJob('deliveries', 1_000, engine.deliver), wokenBy: ['delivery.due'] },
      alertJob('joined-falls', 1_000, announceJoinedFalls),
      alertJob('silent-impacts', 1_000, raiseSilentImpacts),
      alertJob('device-troubles', 5_000, watchDevices),
      alertJob('vital-limits', 15_000, watchVitals),
      alertJob('check-ins', 15_000, watchCheckIns),
      alertJob('duties', minuteMs, watchDuties),
      { ...alertJob('contact-updates', 1_000, sendUpdates), wokenBy: ['delivery.due'] },
      alertJob('mail-digests', 5_000, sendDigests),
      alertJob('webhook-retries', 1_000, createWebhookRetries(onDelivered)),
      alertJob('late-calls', 1_000, reportLateCalls),
      alertJob('home-assistant-lease', 1_000, homeAssistant.lead),
      {
        ...alertJob('home-assistant', 500, homeAssistant.publish),
        wokenBy: ['live.announced', 'alert.due', 'homeAssistant.changed'],
      },
    ],
    voice: [{ ...alertJob('calls', 1_000, calls.pump), wokenBy: ['call.due'] }],
    upkeep: [
      job('erased-readings', 10_000, eraseReadings),
      job('reading-days', 60 * minuteMs, prepareReadingDays),
      job('archive', 15 * minuteMs, archiveReadings),
      job('archive-erasure', 10_000, eraseFromArchive),
      job('places', 2_000, createPlacesJob()),
      ...Object.entries(upkeep).map(([name, work]) => job(name, 15 * minuteMs, work)),
    ],
  };
}
