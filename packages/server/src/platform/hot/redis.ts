import { Redis } from 'ioredis';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { HitCount, HotState } from './hot-state.js';
import { createMemoryHotState } from './memory.js';

/** A healthy Redis answers in under a millisecond; a request must not wait for a sick one. */
const commandTimeoutMs = 250;
/** After a failure Redis is left alone for this long, so that a hung one costs one time-out and not one per request. */
const restMs = 1_000;

/** Counts and gives the time left in one step: no key can be left without an end. */
const countHitScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

interface HotRedis extends Redis {
  countHit(key: string, windowMs: number): Promise<[number, number]>;
}

/** Shared by all processes. Without Redis each process counts for itself: looser, never off. */
export function createRedisHotState(url: string, keyPrefix: string, clock: Clock, log: Log): HotState {
  const redis = connect(url, keyPrefix);
  const alone = createMemoryHotState(clock);
  let restUntilMs = 0;

  redis.on('error', (error) => log.debug({ err: error }, 'redis connection error'));

  async function countShared(key: string, windowMs: number): Promise<HitCount> {
    const [count, leftMs] = await redis.countHit(key, windowMs);
    return { count, resetAtMs: clock.nowMs() + Math.max(leftMs, 0) };
  }

  return {
    async countHit(key, windowMs) {
      if (clock.nowMs() < restUntilMs) return alone.countHit(key, windowMs);
      try {
        return await countShared(key, windowMs);
      } catch (error) {
        restUntilMs = clock.nowMs() + restMs;
        log.warn({ err: error }, 'redis unavailable, limits are counted per process');
        return alone.countHit(key, windowMs);
      }
    },
    async ping() {
      await redis.ping();
    },
    async close() {
      redis.disconnect();
    },
  };
}

function connect(url: string, keyPrefix: string): HotRedis {
  const redis = new Redis(url, {
    keyPrefix,
    connectTimeout: 2_000,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  redis.defineCommand('countHit', { numberOfKeys: 1, lua: countHitScript });
  return redis as HotRedis;
}
