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
 * GCRA in Redis' own time, so that all processes agree, for any number of keys. A value is the due time in ms as an
 * eight-byte double, then the bytes kept. ARGV: interval (0: no pace), tolerance and life in ms. Answers for each
 * key: ms until its turn (0: allowed), bytes kept.
 */
const takeTurnsScript = `
local interval, tolerance, life = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local turns = {}
for i, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  local due, kept = 0, ''
  if value then due, kept = struct.unpack('d', value), string.sub(value, 9) end
  local wait = 0
  if interval > 0 then wait = math.max(0, due - tolerance - now) end
  if interval > 0 and wait == 0 then
    redis.call('SET', key, struct.pack('d', math.max(now, due) + interval) .. kept, 'PX', life)
  end
  turns[2 * i - 1], turns[2 * i] = wait, kept
end
return turns`;

/** ARGV: interval and life in ms. */
const giveBackScript = `
for _, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  if value then
    redis.call('SET', key, struct.pack('d', struct.unpack('d', value) - ARGV[1]) .. string.sub(value, 9), 'PX', ARGV[2])
  end
end`;

/** Puts new bytes behind the due time that stands there. ARGV: life, then the bytes for each key. */
const keepScript = `
for i, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  local due = value and string.sub(value, 1, 8) or struct.pack('d', 0)
  redis.call('SET', key, due .. ARGV[i + 1], 'PX', ARGV[1])
end`;

interface HotRedis extends Redis {
  countHit(key: string, windowMs: number): Promise<[number, number]>;
  takeTurnsBuffer(...keyCountKeysPaceAndLife: (string | number)[]): Promise<(number | Buffer)[]>;
  giveBackTurns(...keyCountKeysIntervalAndLife: (string | number)[]): Promise<void>;
  keepValues(...keyCountKeysLifeAndValues: (string | number | Buffer)[]): Promise<void>;
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

  async function takeSharedTurns(keys: readonly string[], pace: Pace | null): Promise<Turn[]> {
    const { intervalMs, toleranceMs } = pace ?? { intervalMs: 0, toleranceMs: 0 };
    const turns = await redis.takeTurnsBuffer(keys.length, ...keys, intervalMs, toleranceMs, keptForMs);
    const nowMs = clock.nowMs();
    return keys.map((_, index) => {
      const [waitMs, kept] = [turns[2 * index] as number, turns[2 * index + 1] as Buffer];
      return { isAllowed: waitMs === 0, nextAtMs: nowMs + waitMs, kept: kept.length === 0 ? null : kept };
    });
  }

  async function keepShared(values: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const bytes = [...values.values()].map((value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    await redis.keepValues(values.size, ...values.keys(), keptForMs, ...bytes);
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

  function inBackground(shared: () => Promise<void>, own: () => void): void {
    sharedOrAlone(shared, async () => own()).catch((error: unknown) => log.error({ err: error }, 'hot state not kept'));
  }

  return {
    countHit: (key, windowMs) =>
      sharedOrAlone(
        () => countShared(key, windowMs),
        () => alone.countHit(key, windowMs),
      ),
    takeTurns: (keys, pace) =>
      sharedOrAlone(
        () => takeSharedTurns(keys, pace),
        () => alone.takeTurns(keys, pace),
      ),
    giveBack(keys, pace) {
      inBackground(
        () => redis.giveBackTurns(keys.length, ...keys, pace?.intervalMs ?? 0, keptForMs),
        () => alone.giveBack(keys, pace),
      );
    },
    keep(values) {
      inBackground(
        () => keepShared(values),
        () => alone.keep(values),
      );
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
  redis.defineCommand('takeTurns', { lua: takeTurnsScript });
  redis.defineCommand('giveBackTurns', { lua: giveBackScript });
  redis.defineCommand('keepValues', { lua: keepScript });
  return redis as HotRedis;
}
