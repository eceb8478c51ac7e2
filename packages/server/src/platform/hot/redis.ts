import { Redis } from 'ioredis';
import { createBreaker } from '../breaker.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { type HitCount, type HotState, keptForMs, type Pace, type Turn } from './hot-state.js';
import { createMemoryHotState } from './memory.js';

/** A healthy Redis answers in under a millisecond; a request must not wait for a sick one. */
const commandTimeoutMs = 250;
/** After a failure Redis is left alone for this long. */
const restMs = 1_000;

/** Counts and gives the time left in one step: no key can be left without an end. */
const countHitScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/**
 * GCRA in Redis' own time, so that all processes agree, for any number of keys. A value is the due time in ms as an
 * eight-byte double, then the bytes kept. ARGV: interval (0: no pace), tolerance and life in ms, the keys in lines.
 * Answers one string with, for each key, ms until its turn (0: allowed), number of bytes kept, these bytes: with an
 * argument and an answer for each key the driver would take longer than Redis.
 */
const takeTurnsScript = `
local interval, tolerance, life = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local turns = {}
for key in string.gmatch(ARGV[4], '[^\\n]+') do
  local value = redis.call('GET', key)
  local due, kept = 0, ''
  if value then due, kept = struct.unpack('d', value), string.sub(value, 9) end
  local wait = 0
  if interval > 0 then wait = math.max(0, due - tolerance - now) end
  if interval > 0 and wait == 0 then
    due = struct.pack('d', math.max(now, due) + interval)
    -- What stands there has its end of life already.
    if value then redis.call('SETRANGE', key, 0, due) else redis.call('SET', key, due, 'PX', life) end
  end
  turns[#turns + 1] = struct.pack('<I4I4', math.ceil(wait), #kept)
  turns[#turns + 1] = kept
end
return table.concat(turns)`;

/** ARGV: interval and life in ms. */
const giveBackScript = `
for _, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  if value then
    redis.call('SET', key, struct.pack('d', struct.unpack('d', value) - ARGV[1]) .. string.sub(value, 9), 'PX', ARGV[2])
  end
end`;

/** Puts new bytes behind the due time that stands there. ARGV: life, the keys in lines, for each a length and bytes. */
const keepScript = `
local at = 1
for key in string.gmatch(ARGV[2], '[^\\n]+') do
  local due = redis.call('GETRANGE', key, 0, 7)
  if due == '' then due = struct.pack('d', 0) end
  local length = struct.unpack('<I4', ARGV[3], at)
  redis.call('SET', key, due .. string.sub(ARGV[3], at + 4, at + 3 + length), 'PX', ARGV[1])
  at = at + 4 + length
end`;

interface HotRedis extends Redis {
  countHit(key: string, windowMs: number): Promise<[number, number]>;
  takeTurnsBuffer(intervalMs: number, toleranceMs: number, lifeMs: number, keys: string): Promise<Buffer>;
  giveBackTurns(...keyCountKeysIntervalAndLife: (string | number)[]): Promise<void>;
  keepValues(lifeMs: number, keys: string, values: Buffer): Promise<void>;
}

/** Shared by all processes. Without Redis each process counts for itself: looser, never off. */
export function createRedisHotState(url: string, keyPrefix: string, clock: Clock, log: Log): HotState {
  const redis = connect(url, keyPrefix);
  const alone = createMemoryHotState(clock);
  const whenThere = createBreaker(restMs);

  redis.on('error', (error) => log.debug({ err: error }, 'redis connection error'));
  redis.on('ready', () => log.info('redis connection is up'));

  async function countShared(key: string, windowMs: number): Promise<HitCount> {
    const [count, leftMs] = await redis.countHit(key, windowMs);
    return { count, resetAtMs: clock.nowMs() + Math.max(leftMs, 0) };
  }

  const linesOf = (keys: Iterable<string>): string => keyPrefix + [...keys].join(`\n${keyPrefix}`);

  async function takeSharedTurns(keys: readonly string[], pace: Pace | null): Promise<Turn[]> {
    const { intervalMs, toleranceMs } = pace ?? { intervalMs: 0, toleranceMs: 0 };
    const answer = await redis.takeTurnsBuffer(intervalMs, toleranceMs, keptForMs, linesOf(keys));
    const nowMs = clock.nowMs();
    let at = 0;
    return keys.map(() => {
      const [waitMs, length] = [answer.readUInt32LE(at), answer.readUInt32LE(at + 4)];
      at += 8 + length;
      const kept = length === 0 ? null : answer.subarray(at - length, at);
      return { isAllowed: waitMs === 0, nextAtMs: nowMs + waitMs, kept };
    });
  }

  async function keepShared(values: ReadonlyMap<string, Uint8Array>): Promise<void> {
    let size = 0;
    for (const value of values.values()) size += 4 + value.length;
    const bytes = Buffer.allocUnsafe(size);
    let at = 0;
    for (const value of values.values()) {
      at = bytes.writeUInt32LE(value.length, at);
      bytes.set(value, at);
      at += value.length;
    }
    await redis.keepValues(keptForMs, linesOf(values.keys()), bytes);
  }

  const sharedOrAlone = <T>(shared: () => Promise<T>, own: () => Promise<T>): Promise<T> =>
    whenThere(() =>
      shared().catch((error: unknown) => {
        log.warn({ err: error }, 'redis unavailable, limits and device state are kept per process');
        throw error;
      }),
    ).catch(own);

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
  redis.defineCommand('takeTurns', { numberOfKeys: 0, lua: takeTurnsScript });
  redis.defineCommand('giveBackTurns', { lua: giveBackScript });
  redis.defineCommand('keepValues', { numberOfKeys: 0, lua: keepScript });
  return redis as HotRedis;
}
