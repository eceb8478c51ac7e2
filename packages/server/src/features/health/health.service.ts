import { freemem } from 'node:os';
import { maxOffsetMs } from '../../platform/clock.js';
import type { Platform } from '../../platform/context.js';
import { pingDatabase } from '../../platform/db/database.js';
import { version } from '../../platform/version.js';
import { withTimeout } from '../../platform/with-timeout.js';
import { engineLatenessMs, lateAfterMs } from '../escalation/watchdog.service.js';
import { readRecorderState, recorderLateAfterMs } from '../recorder/recorder-check.service.js';
import type { AlertsCheck, Check, HealthReport, RecorderCheck } from './health.schema.js';

/** A check that takes longer counts as failed. */
const checkTimeoutMs = 2_000;
const megabyte = 1024 * 1024;

/**
 * Only a lost database is UNHEALTHY. If anything else is unavailable, late or set aside, the service works and is
 * DEGRADED.
 */
export async function readHealth(platform: Platform): Promise<HealthReport> {
  const { config } = platform;
  const [database, redis, nats, journal, recorder, alerts] = await Promise.all([
    check(platform, true, () => pingDatabase(platform.db)),
    check(platform, config.redisUrl !== null, () => platform.hot.ping()),
    check(platform, config.natsUrl !== null, () => platform.events.ping()),
    check(platform, platform.journal !== null, async () => void (await platform.journal?.identify())),
    checkRecorder(platform),
    checkAlerts(platform),
  ]);
  const clock = checkClock(platform);
  const isDown = [redis, nats, journal, recorder, alerts, clock].some(({ status }) => status === 'DOWN');
  const isDegraded = isDown || (recorder.setAside ?? 0) > 0;
  return {
    status: database.status === 'DOWN' ? 'UNHEALTHY' : isDegraded ? 'DEGRADED' : 'HEALTHY',
    timestamp: new Date(platform.clock.nowMs()).toISOString(),
    uptime: Math.floor(process.uptime()),
    database: database.status === 'DOWN' ? 'DISCONNECTED' : 'CONNECTED',
    memory: { used: Math.round(process.memoryUsage.rss() / megabyte), available: Math.round(freemem() / megabyte) },
    version,
    checks: { database, redis, nats, journal, recorder, alerts, clock },
  };
}

export interface Readiness {
  readonly status: HealthReport['status'] | 'STOPPING';
  /** READINGS: only readings of devices and sessions in the cache; everything else gets 503. */
  readonly accepts: 'EVERYTHING' | 'READINGS' | 'NOTHING';
}

/**
 * Whether this process may get traffic. Not while it is stopping. Without its database only if it serves devices and
 * the journal accepts their readings: a proxy that removed every process would make the journal useless.
 */
export async function readReadiness(platform: Platform): Promise<Readiness> {
  if (platform.lifecycle.isStopping) return { status: 'STOPPING', accepts: 'NOTHING' };
  const { status, checks } = await readHealth(platform);
  if (checks.database.status === 'UP') return { status, accepts: 'EVERYTHING' };
  const takesReadings = platform.config.roles.includes('api') && checks.journal.status === 'UP';
  return { status, accepts: takesReadings ? 'READINGS' : 'NOTHING' };
}

async function check(platform: Platform, hasServer: boolean, ping: () => Promise<void>): Promise<Check> {
  if (!hasServer) return { status: 'IN_PROCESS' };
  const startedAtMs = performance.now();
  try {
    await withTimeout(ping(), checkTimeoutMs);
    return { status: 'UP', latencyMs: Math.round(performance.now() - startedAtMs) };
  } catch (error) {
    platform.log.debug({ err: error }, 'health check failed');
    return { status: 'DOWN' };
  }
}

/**
 * Stored times are correct anyway (database clock), but a wrong clock is a fault of the machine that somebody must fix.
 */
function checkClock({ databaseClock }: Platform): HealthReport['checks']['clock'] {
  const offsetMs = databaseClock?.offsetMs() ?? 0;
  return { status: Math.abs(offsetMs) > maxOffsetMs ? 'DOWN' : 'UP', offsetMs };
}

async function checkRecorder(platform: Platform): Promise<RecorderCheck> {
  if (!platform.journal) return { status: 'IN_PROCESS' };
  try {
    const state = await withTimeout(readRecorderState(platform, platform.journal), checkTimeoutMs);
    return { status: state.lagMs > recorderLateAfterMs ? 'DOWN' : 'UP', ...state };
  } catch (error) {
    platform.log.debug({ err: error }, 'health check failed');
    return { status: 'DOWN', lagMs: null, lastCommitAt: null, setAside: null };
  }
}

/** Read from the database: any process can tell whether any engine is working. */
async function checkAlerts({ db, log }: Platform): Promise<AlertsCheck> {
  try {
    const lateMs = await withTimeout(engineLatenessMs(db), checkTimeoutMs);
    return { status: (lateMs ?? 0) > lateAfterMs ? 'DOWN' : 'UP', lateMs: lateMs && Math.round(lateMs) };
  } catch (error) {
    log.debug({ err: error }, 'health check failed');
    return { status: 'DOWN', lateMs: null };
  }
}
