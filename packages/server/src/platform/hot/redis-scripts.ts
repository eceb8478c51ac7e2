/** The connection to Redis, and the scripts that run there. */
import { Redis } from 'ioredis';
import type { Log } from '../log.js';

/** Counts and sets the expiry in one step, so that no key is left without one. */
const countHitScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** Sent in place of the time since arrival: take no turn. */
export const noTurn = 0xffffffff;

/**
 * GCRA in Redis' own time, so that all processes agree, for any number of keys; the same arithmetic as in memory.ts. A
 * value is the due time in ms as an eight-byte double, then the kept bytes. ARGV: interval (0: no pace), tolerance and
 * lifetime in ms, the keys separated by newlines, then eight bytes per key: ms since its arrival, ms by which it may
 * have arrived earlier. Returns one string with, per key: ms until its turn (0: allowed), number of kept bytes, these
 * bytes. One argument and one answer for all keys: with one per key the driver would take longer than Redis.
 */
const takeTurnsScript = `
local interval, tolerance, life = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local overtaken = interval + math.max(interval - tolerance, tolerance)
local turns, at = {}, 1
for key in string.gmatch(ARGV[4], '[^\\n]+') do
  local ago, heldUp = struct.unpack('<I4I4', ARGV[5], at)
  at = at + 8
  local value = redis.call('GET', key)
  local due, kept = 0, ''
  if value then due, kept = struct.unpack('d', value), string.sub(value, 9) end
  local wait = 0
  if interval > 0 and ago ~= ${noTurn} then
    local arrived = now - ago
    if arrived >= due - tolerance then
      local next = struct.pack('d', math.max(arrived - heldUp, due) + interval)
      -- An existing value keeps its end of life.
      if value then redis.call('SETRANGE', key, 0, next) else redis.call('SET', key, next, 'PX', life) end
    elseif arrived >= due - overtaken then
      wait = math.max(1, due - tolerance - now)
    end
  end
  turns[#turns + 1] = struct.pack('<I4I4', math.ceil(wait), #kept)
  turns[#turns + 1] = kept
end
return table.concat(turns)`;

/** ARGV: interval and lifetime in ms. */
const giveBackScript = `
for _, key in ipairs(KEYS) do
  local value = redis.call('GET', key)
  if value then
    redis.call('SET', key, struct.pack('d', struct.unpack('d', value) - ARGV[1]) .. string.sub(value, 9), 'PX', ARGV[2])
  end
end`;

/**
 * Replaces the bytes after the due time. ARGV: lifetime, keys separated by newlines, then a length and bytes per key.
 */
const keepScript = `
local at = 1
for key in string.gmatch(ARGV[2], '[^\\n]+') do
  local due = redis.call('GETRANGE', key, 0, 7)
  if due == '' then due = struct.pack('d', 0) end
  local length = struct.unpack('<I4', ARGV[3], at)
  redis.call('SET', key, due .. string.sub(ARGV[3], at + 4, at + 3 + length), 'PX', ARGV[1])
  at = at + 4 + length
end`;

export interface HotRedis extends Redis {
  countHit(key: string, windowMs: number): Promise<[number, number]>;
  takeTurnsBuffer(intervalMs: number, toleranceMs: number, lifeMs: number, keys: string, ages: Buffer): Promise<Buffer>;
  giveBackTurns(...keyCountKeysIntervalAndLife: (string | number)[]): Promise<void>;
  keepValues(lifeMs: number, keys: string, values: Buffer): Promise<void>;
}

export function connectRedis(url: string, keyPrefix: string, log: Log): HotRedis {
  const redis = new Redis(url, {
    keyPrefix,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  redis.on('error', (error) => log.debug({ err: error }, 'redis connection error'));
  redis.on('ready', () => log.info('redis connection is up'));
  redis.defineCommand('countHit', { numberOfKeys: 1, lua: countHitScript });
  redis.defineCommand('takeTurns', { numberOfKeys: 0, lua: takeTurnsScript });
  redis.defineCommand('giveBackTurns', { lua: giveBackScript });
  redis.defineCommand('keepValues', { numberOfKeys: 0, lua: keepScript });
  return redis as HotRedis;
}
