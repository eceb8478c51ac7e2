import { adminRoutes } from './features/admin/admin.routes.js';
import { alertRoutes } from './features/alerts/alerts.routes.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { caregiverRoutes } from './features/caregivers/caregivers.routes.js';
import { deviceRoutes } from './features/devices/devices.routes.js';
import { fallRoutes } from './features/falls/falls.routes.js';
import { healthRoutes } from './features/health/health.routes.js';
import { ingestRoutes } from './features/ingest/ingest.routes.js';
import { eraseReadings, prepareReadingDays } from './features/ingest/ingest.service.js';
import { raiseSilentImpacts } from './features/ingest/silence.service.js';
import { logRoutes } from './features/logs/logs.routes.js';
import { maintenanceRoutes } from './features/maintenance/maintenance.routes.js';
import { upkeep } from './features/maintenance/maintenance.service.js';
import { messageRoutes } from './features/messages/messages.routes.js';
import { patientRoutes } from './features/patients/patients.routes.js';
import { profileRoutes } from './features/profile/profile.routes.js';
import { userRoutes } from './features/users/users.routes.js';
import { type Context, contextOf, type Platform, system } from './platform/context.js';
import type { App } from './platform/http/app.js';
import type { Job } from './platform/schedule.js';

export type FeatureRoutes = (app: App) => Promise<void>;

/** What devices call, every second. */
export const streamRoutes: readonly FeatureRoutes[] = [ingestRoutes];

/** What people call, in the order of the contract. */
export const featureRoutes: readonly FeatureRoutes[] = [
  authRoutes,
  deviceRoutes,
  fallRoutes,
  patientRoutes,
  alertRoutes,
  caregiverRoutes,
  adminRoutes,
  logRoutes,
  maintenanceRoutes,
  profileRoutes,
  messageRoutes,
  healthRoutes,
  userRoutes,
];

const minuteMs = 60_000;

/** What a process does by itself. Any of them may run in several processes at once. */
export function featureJobs(platform: Platform): Job[] {
  const job = (name: string, everyMs: number, work: (ctx: Context) => Promise<unknown>): Job => ({
    name,
    everyMs,
    run: async () => void (await work(contextOf(platform, system))),
  });
  return [
    job('silent-impacts', 1_000, raiseSilentImpacts),
    job('erased-readings', 10_000, eraseReadings),
    job('reading-days', 60 * minuteMs, prepareReadingDays),
    ...Object.entries(upkeep).map(([name, work]) => job(name, 15 * minuteMs, work)),
  ];
}
