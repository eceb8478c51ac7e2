import { freemem } from 'node:os';
import type { Platform } from '../../platform/context.js';
import { pingDatabase } from '../../platform/db/database.js';
import { within } from '../../platform/within.js';
import { version } from '../../version.js';
import type { Check, HealthReport } from './health.schema.js';

/** A check that hangs is a check that failed. */
const checkTimeoutMs = 2_000;
const megabyte = 1024 * 1024;

/** Only a lost database is UNHEALTHY; without Redis or NATS the service works on, and says DEGRADED. */
export async function readHealth(platform: Platform): Promise<HealthReport> {
  const { config } = platform;
  const [database, redis, nats] = await Promise.all([
    check(platform, true, () => pingDatabase(platform.db)),
    check(platform, config.redisUrl !== null, () => platform.hot.ping()),
    check(platform, config.natsUrl !== null, () => platform.events.ping()),
  ]);
  const isDegraded = redis.status === 'DOWN' || nats.status === 'DOWN';
  return {
    status: database.status === 'DOWN' ? 'UNHEALTHY' : isDegraded ? 'DEGRADED' : 'HEALTHY',
    timestamp: new Date(platform.clock.nowMs()).toISOString(),
    uptime: Math.floor(process.uptime()),
    database: database.status === 'DOWN' ? 'DISCONNECTED' : 'CONNECTED',
    memory: { used: Math.round(process.memoryUsage.rss() / megabyte), available: Math.round(freemem() / megabyte) },
    version,
    checks: { database, redis, nats },
  };
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
