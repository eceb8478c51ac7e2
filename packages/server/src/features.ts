import { adminRoutes } from './features/admin/admin.routes.js';
import { alertRoutes } from './features/alerts/alerts.routes.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { caregiverRoutes } from './features/caregivers/caregivers.routes.js';
import { deviceRoutes } from './features/devices/devices.routes.js';
import { fallRoutes } from './features/falls/falls.routes.js';
import { healthRoutes } from './features/health/health.routes.js';
import { ingestRoutes } from './features/ingest/ingest.routes.js';
import { prepareReadingDays } from './features/ingest/ingest.service.js';
import { raiseSilentImpacts } from './features/ingest/silence.service.js';
import { logRoutes } from './features/logs/logs.routes.js';
import { maintenanceRoutes } from './features/maintenance/maintenance.routes.js';
import { runUpkeep } from './features/maintenance/maintenance.service.js';
import { messageRoutes } from './features/messages/messages.routes.js';
import { patientRoutes } from './features/patients/patients.routes.js';
import { profileRoutes } from './features/profile/profile.routes.js';
import { userRoutes } from './features/users/users.routes.js';
import { contextOf, type Platform, system } from './platform/context.js';
import type { App } from './platform/http/app.js';
import type { Job } from './platform/schedule.js';

/** The one list of features: routes in the order of the contract. */
export const featureRoutes: readonly ((app: App) => Promise<void>)[] = [
  authRoutes,
  ingestRoutes,
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

/** What a process does by itself. */
export function featureJobs(platform: Platform): Job[] {
  const asSystem = (work: (ctx: ReturnType<typeof contextOf>) => Promise<void>) => () =>
    work(contextOf(platform, system));
  return [
    { name: 'silent-impacts', everyMs: 1_000, run: asSystem(raiseSilentImpacts) },
    { name: 'reading-days', everyMs: 60 * minuteMs, run: asSystem(prepareReadingDays) },
    { name: 'upkeep', everyMs: 15 * minuteMs, run: asSystem(runUpkeep) },
  ];
}
