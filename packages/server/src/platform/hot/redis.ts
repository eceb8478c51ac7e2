import { createBreaker } from '../breaker.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { withTimeout } from '../with-timeout.js';
import { type HotState, keptForMs, type TurnRequest } from './hot-state.js';
import { createMemoryHotState } from './memory.js';
import { connectRedis, type HotRedis, noTurn } from './redis-scripts.js';

/** A healthy Redis answers in under a millisecond; requests must not wait for an unhealthy one. */
const commandTimeoutMs = 250;
/** After a failure Redis is not called for this long. */
const restMs = 1_000;

/** Shared by all processes. Without Redis each process counts for itself: limits are looser, never off. */
export function createRedisHotState(
  url: string,
  keyPrefix: string,
  clock: Clock,
  log: Log,
  ca: string | null = null,
): HotState {
  const redis = connectRedis(url, keyPrefix, log, ca);
  const shared = createShared(redis, keyPrefix, clock);
  const alone = createMemoryHotState(clock);
  const whenThere = createBreaker(restMs);

  const sharedOrAlone = <T>(onRedis: () => Promise<T>, own: () => Promise<T>): Promise<T> =>
    whenThere(() =>
      withTimeout(onRedis(), commandTimeoutMs).catch((error: unknown) => {
        log.warn({ err: error }, 'redis unavailable, limits and device state are kept per process');
        throw error;
      }),
    ).catch(own);

  function inBackground(onRedis: () => Promise<void>, own: () => void): void {
    sharedOrAlone(onRedis, async () => own()).catch((error: unknown) =>
      log.error({ err: error }, 'hot state not kept'),
    );
  }

  return {
    countHit: (key, windowMs) =>
      sharedOrAlone(
        () => shared.countHit(key, windowMs),
        () => alone.countHit(key, windowMs),
      ),
    takeTurns: (requests, pace) =>
      sharedOrAlone(
        () => shared.takeTurns(requests, pace),
        () => alone.takeTurns(requests, pace),
      ),
    readLastTurns: (keys, pace) =>
      sharedOrAlone(
        () => shared.readLastTurns(keys, pace),
        () => alone.readLastTurns(keys, pace),
      ),
    giveBack(keys, pace) {
      inBackground(
        () => redis.giveBackTurns(keys.length, ...keys, pace?.intervalMs ?? 0),
        () => alone.giveBack(keys, pace),
      );
    },
    keep(values) {
      inBackground(
        () => shared.keep(values),
        () => alone.keep(values),
      );
    },
    async ping() {
      await withTimeout(redis.ping(), commandTimeoutMs);
    },
    async close() {
      redis.disconnect();
    },
  };
}

type Shared = Pick<HotState, 'countHit' | 'takeTurns' | 'readLastTurns'> & {
  keep(values: ReadonlyMap<string, Uint8Array>): Promise<void>;
};

/** Calls the scripts; fails while Redis is away. */
function createShared(redis: HotRedis, keyPrefix: string, clock: Clock): Shared {
  const joinKeys = (keys: Iterable<string>): string => keyPrefix + [...keys].join(`\n${keyPrefix}`);
  return {
    async countHit(key, windowMs) {
      const [count, leftMs] = await redis.countHit(key, windowMs);
      return { count, resetAtMs: clock.nowMs() + Math.max(leftMs, 0) };
    },
    async takeTurns(requests, pace) {
      const { intervalMs, toleranceMs } = pace ?? { intervalMs: 0, toleranceMs: 0 };
      const keys = joinKeys(requests.map(({ key }) => key));
      const answer = await redis.takeTurnsBuffer(intervalMs, toleranceMs, keptForMs, keys, packAges(requests));
      const nowMs = clock.nowMs();
      let at = 0;
      return requests.map(() => {
        const [waitMs, length] = [answer.readUInt32LE(at), answer.readUInt32LE(at + 4)];
        at += 8 + length;
        const kept = length === 0 ? null : answer.subarray(at - length, at);
        return { isAllowed: waitMs === 0, nextAtMs: nowMs + waitMs, kept };
      });
    },
    async readLastTurns(keys, { intervalMs }) {
      const ages = await redis.readLastTurns(keys.length, ...keys, intervalMs);
      return ages.map((ageMs) => (ageMs < 0 ? null : ageMs));
    },
    async keep(values) {
      await redis.keepValues(keptForMs, joinKeys(values.keys()), packValues(values));
    },
  };
}

function packAges(requests: readonly TurnRequest[]): Buffer {
  const ages = Buffer.allocUnsafe(8 * requests.length);
  let at = 0;
  for (const { agoMs, heldUpMs, takesTurn } of requests) {
    at = ages.writeUInt32LE(takesTurn ? Math.round(agoMs) : noTurn, at);
    at = ages.writeUInt32LE(Math.round(heldUpMs), at);
  }
  return ages;
}

function packValues(values: ReadonlyMap<string, Uint8Array>): Buffer {
  let size = 0;
  for (const value of values.values()) size += 4 + value.length;
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const value of values.values()) {
    at = bytes.writeUInt32LE(value.length, at);
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}
