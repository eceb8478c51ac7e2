/** The connection to Redis, and the scripts that run there. */
import { Redis } from 'ioredis';
import type { Log } from '../log.js';
import { describeTlsFailure, noticeChanges } from '../tls.js';

/** Counts and sets the expiry in one step, so that no key is left without one. */
const countHitScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** Sent in place of the time since arrival: take no turn. */
export const noTurn = 0xffffffff;

/** The expiry of a key is renewed when its due time enters another period of this length, not with each reading. */
const renewalMs = 600_000;

/**
 * GCRA in Redis' own time, so that all processes agree, for any number of keys; the same arithmetic as in memory.ts. A
 * value is the due time in ms as an eight-byte double, then the kept bytes. ARGV: interval (0: no pace), tolerance and
 * lifetime in ms, the keys separated by newlines, then eight bytes per key: ms since its arrival, ms by which it may
 * have arrived earlier. Returns one string with, per key: ms until its turn (0: allowed), number of kept bytes, these
 * bytes. One argument and one answer for all keys: with one per key the driver would take longer than Redis.
 */
const takeTurnsScript = `
local call, pack, unpack, sub, floor = redis.call, struct.pack, struct.unpack, string.sub, math.floor
local interval, tolerance, life, ages = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[5]
local time = call('TIME')
local now = time[1] * 1000 + floor(time[2] / 1000)
local overtaken = interval + math.max(interval - tolerance, tolerance)
local turns, n, at = {}, 0, 1
for key in string.gmatch(ARGV[4], '[^\\n]+') do
  local ago, heldUp = unpack('<I4I4', ages, at)
  at = at + 8
  local value = call('GET', key)
  local due, kept, wait = 0, '', 0
  if value then due, kept = unpack('d', value), sub(value, 9) end
  if interval == 0 or ago == ${noTurn} then
    if value then call('PEXPIRE', key, life) end
  else
    local arrived = now - ago
    if arrived >= due - tolerance then
      local next = math.max(arrived - heldUp, due) + interval
      if value then
        call('SETRANGE', key, 0, pack('d', next))
        if floor(due / ${renewalMs}) ~= floor(next / ${renewalMs}) then call('PEXPIRE', key, life) end
      else
        call('SET', key, pack('d', next), 'PX', life)
      end
    elseif arrived >= due - overtaken then
      wait = math.ceil(math.max(1, due - tolerance - now))
    end
  end
  turns[n + 1] = pack('<I4I4', wait, #kept)
  turns[n + 2] = kept
  n = n + 2
end
return table.concat(turns)`;

/** ARGV: interval in ms. Returns, per key, the ms since its last turn; -1 if there was none. */
const readLastTurnsScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ages = {}
for index, key in ipairs(KEYS) do
  local value = redis.call('GETRANGE', key, 0, 7)
  local due = value == '' and 0 or struct.unpack('d', value)
  ages[index] = due == 0 and -1 or math.max(0, now - (due - ARGV[1]))
end
return ages`;

/** ARGV: interval in ms. */
const giveBackScript = `
for _, key in ipairs(KEYS) do
  local due = redis.call('GETRANGE', key, 0, 7)
  if due ~= '' then redis.call('SETRANGE', key, 0, struct.pack('d', struct.unpack('d', due) - ARGV[1])) end
end`;

/**
 * Replaces the bytes after the due time. ARGV: lifetime, keys separated by newlines, then a length and bytes per key.
 * Overwrites them in place if the length is equal, as that of a full window is.
 */
const keepScript = `
local call, sub, unpack = redis.call, string.sub, struct.unpack
local at, life, values = 1, ARGV[1], ARGV[3]
for key in string.gmatch(ARGV[2], '[^\\n]+') do
  local length = unpack('<I4', values, at)
  local value = sub(values, at + 4, at + 3 + length)
  if call('STRLEN', key) == 8 + length then
    call('SETRANGE', key, 8, value)
  else
    local due = call('GETRANGE', key, 0, 7)
    if due == '' then due = struct.pack('d', 0) end
    call('SET', key, due .. value, 'PX', life)
  end
  at = at + 4 + length
end`;

export interface HotRedis extends Redis {
  countHit(key: string, windowMs: number): Promise<[number, number]>;
  takeTurnsBuffer(intervalMs: number, toleranceMs: number, lifeMs: number, keys: string, ages: Buffer): Promise<Buffer>;
  readLastTurns(...keyCountKeysAndInterval: (string | number)[]): Promise<number[]>;
  giveBackTurns(...keyCountKeysAndInterval: (string | number)[]): Promise<void>;
  keepValues(lifeMs: number, keys: string, values: Buffer): Promise<void>;
}

/** `ca` is trusted instead of the CAs of this machine. */
export function connectRedis(url: string, keyPrefix: string, log: Log, ca: string | null): HotRedis {
  const redis = new Redis(url, {
    keyPrefix,
    ...(ca ? { tls: { ca } } : {}),
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  const isNew = noticeChanges();
  redis.on('error', (error) => {
    const problem = describeTlsFailure(error, 'REDIS_CA_FILE') ?? withHint(error, url);
    if (isNew(problem)) log.warn({ problem }, 'redis cannot be reached, the connection is tried again');
  });
  redis.on('ready', () => {
    isNew('');
    log.info('redis connection is up');
  });
  redis.defineCommand('countHit', { numberOfKeys: 1, lua: countHitScript });
  redis.defineCommand('takeTurns', { numberOfKeys: 0, lua: takeTurnsScript });
  redis.defineCommand('readLastTurns', { lua: readLastTurnsScript });
  redis.defineCommand('giveBackTurns', { lua: giveBackScript });
  redis.defineCommand('keepValues', { numberOfKeys: 0, lua: keepScript });
  return redis as HotRedis;
}

/** A Redis without TLS waits for the rest of a line that never ends; one with TLS closes a connection without it. */
function withHint({ message }: Error, url: string): string {
  if (/ETIMEDOUT/.test(message) && url.startsWith('rediss:'))
    return `${message}: does the server offer TLS at this port?`;
  if (/ECONNRESET/.test(message) && url.startsWith('redis:'))
    return `${message}: with TLS the address begins with rediss://`;
  return message;
}
