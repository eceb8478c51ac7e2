import { Redis } from 'ioredis';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { type HitCount, type HotState, keptForMs, type Pace, type Turn } from './hot-state.js';
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

/**
 * GCRA in Redis' own time, so that all processes agree. KEYS: place, kept. ARGV: interval (0: no pace), tolerance
 * and life in ms. Answers: allowed, ms until the next turn, kept.
 */
const takeTurnScript = `
local kept = redis.call('GET', KEYS[2])
local interval = tonumber(ARGV[1])
if interval == 0 then return { 1, 0, kept } end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = tonumber(redis.call('GET', KEYS[1]) or 0)
local wait = due - tonumber(ARGV[2]) - now
if wait > 0 then return { 0, wait, kept } end
redis.call('SET', KEYS[1], math.max(now, due) + interval, 'PX', ARGV[3])
return { 1, 0, kept }`;

interface HotRedis extends Redis {
  countHit(key: string, windowMs: number): Promise<[number, number]>;
  takeTurnBuffer(
    place: string,
    kept: string,
    intervalMs: number,
    toleranceMs: number,
    lifeMs: number,
  ): Promise<[number, number, Buffer | null]>;
}

/** Shared by all processes. Without Redis each process counts for itself: looser, never off. */
export function createRedisHotState(url: string, keyPrefix: string, clock: Clock, log: Log): HotState {
  const redis = connect(url, keyPrefix);
  const alone = createMemoryHotState(clock);
  let restUntilMs = 0;

  redis.on('error', (error) => log.debug({ err: error }, 'redis connection error'));
  redis.on('ready', () => log.info('redis connection is up'));

  async function countShared(key: string, windowMs: number): Promise<HitCount> {
    const [count, leftMs] = await redis.countHit(key, windowMs);
    return { count, resetAtMs: clock.nowMs() + Math.max(leftMs, 0) };
  }

  async function takeSharedTurn(key: string, pace: Pace | null): Promise<Turn> {
    const { intervalMs, toleranceMs } = pace ?? { intervalMs: 0, toleranceMs: 0 };
    const [allowed, waitMs, kept] = await redis.takeTurnBuffer(
      `pace:${key}`,
      `kept:${key}`,
      intervalMs,
      toleranceMs,
      keptForMs,
    );
    return { isAllowed: allowed === 1, nextAtMs: clock.nowMs() + waitMs, kept };
  }

  async function sharedOrAlone<T>(shared: () => Promise<T>, own: () => Promise<T>): Promise<T> {
    if (clock.nowMs() < restUntilMs) return own();
    try {
      return await shared();
    } catch (error) {
      restUntilMs = clock.nowMs() + restMs;
      log.warn({ err: error }, 'redis unavailable, limits and device state are kept per process');
      return own();
    }
  }

  return {
    countHit: (key, windowMs) =>
      sharedOrAlone(
        () => countShared(key, windowMs),
        () => alone.countHit(key, windowMs),
      ),
    takeTurn: (key, pace) =>
      sharedOrAlone(
        () => takeSharedTurn(key, pace),
        () => alone.takeTurn(key, pace),
      ),
    async keep(key, value) {
      const shared = async () => void (await redis.set(`kept:${key}`, Buffer.from(value), 'PX', keptForMs));
      await sharedOrAlone(shared, () => alone.keep(key, value));
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
  redis.defineCommand('takeTurn', { numberOfKeys: 2, lua: takeTurnScript });
  return redis as HotRedis;
}
