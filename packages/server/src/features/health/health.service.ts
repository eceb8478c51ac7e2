import { freemem } from 'node:os';
import type { Platform } from '../../platform/context.js';
import { pingDatabase } from '../../platform/db/database.js';
import { within } from '../../platform/within.js';
import { version } from '../../version.js';
import { engineLatenessMs, lateAfterMs } from '../alerts/watchdog.service.js';
import type { AlertsCheck, Check, HealthReport } from './health.schema.js';

/** A check that hangs is a check that failed. */
const checkTimeoutMs = 2_000;
const megabyte = 1024 * 1024;

/** Only a lost database is UNHEALTHY; without Redis or NATS, or with late alerts, the service works on, and says DEGRADED. */
export async function readHealth(platform: Platform): Promise<HealthReport> {
  const { config } = platform;
  const [database, redis, nats, alerts] = await Promise.all([
    check(platform, true, () => pingDatabase(platform.db)),
    check(platform, config.redisUrl !== null, () => platform.hot.ping()),
    check(platform, config.natsUrl !== null, () => platform.events.ping()),
    checkAlerts(platform),
  ]);
  const isDegraded = [redis, nats, alerts].some(({ status }) => status === 'DOWN');
  return {
    status: database.status === 'DOWN' ? 'UNHEALTHY' : isDegraded ? 'DEGRADED' : 'HEALTHY',
    timestamp: new Date(platform.clock.nowMs()).toISOString(),
    uptime: Math.floor(process.uptime()),
    database: database.status === 'DOWN' ? 'DISCONNECTED' : 'CONNECTED',
    memory: { used: Math.round(process.memoryUsage.rss() / megabyte), available: Math.round(freemem() / megabyte) },
    version,
    checks: { database, redis, nats, alerts },
  };
}

/** May this process be given traffic? Not without its database, and not any more once it is about to end. */
export async function readReadiness(platform: Platform): Promise<{ isReady: boolean; status: string }> {
  if (platform.lifecycle.isStopping) return { isReady: false, status: 'STOPPING' };
  const { status } = await readHealth(platform);
  return { isReady: status !== 'UNHEALTHY', status };
}

async function check(platform: Platform, hasServer: boolean, ping: () => Promise<void>): Promise<Check> {
  if (!hasServer) return { status: 'IN_PROCESS' };
  const startedAtMs = performance.now();
  try {
    await within(ping(), checkTimeoutMs);
    return { status: 'UP', latencyMs: Math.round(performance.now() - startedAtMs) };
  } catch (error) {
    platform.log.debug({ err: error }, 'health check failed');
    return { status: 'DOWN' };
  }
}

/** The engine is watched from outside: whichever process is asked sees whether any process does the work. */
async function checkAlerts({ db, log }: Platform): Promise<AlertsCheck> {
  try {
    const lateMs = await within(engineLatenessMs(db), checkTimeoutMs);
    return { status: (lateMs ?? 0) > lateAfterMs ? 'DOWN' : 'UP', lateMs: lateMs && Math.round(lateMs) };
  } catch (error) {
    log.debug({ err: error }, 'health check failed');
    return { status: 'DOWN', lateMs: null };
  }
}
