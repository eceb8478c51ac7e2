import type { Log } from './log.js';

/** The service time. Tests can move it; no other code may call Date.now for a decision. */
export interface Clock {
  nowMs(): number;
}

/** The machine's clock, which may be wrong. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** A larger offset is reported: sessions, pace and silence are decided in seconds. */
export const maxOffsetMs = 2_000;
const compareEveryMs = 60_000;
/**
 * A larger difference means that the clock was set or that the machine slept; drift between two comparisons is smaller.
 */
const jumpMs = 500;
/** The fastest of these answers is used: the database time is known only to lie between question and answer. */
const samples = 5;

export interface DatabaseClock extends Clock {
  /** How far the machine's own clock is ahead of the database's time, in ms; negative when it is behind. */
  offsetMs(): number;
  /** Reads the database time once a minute, or when the machine's clock has jumped. */
  compare(): Promise<void>;
}

/**
 * The database time without a query: the last answer plus the time elapsed on the monotonic clock (as fast as
 * Date.now). All processes therefore use the same time, whatever their machines' clocks say, also after one was set.
 */
export function createDatabaseClock(own: Clock, readDatabaseMs: () => Promise<number>, log: Log): DatabaseClock {
  /** The time at which the monotonic clock was 0. Before the first comparison it comes from the machine's clock. */
  let originMs = own.nowMs() - performance.now();
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  let comparedOffsetMs = 0;

  const nowMs = (): number => Math.floor(originMs + performance.now());
  const offsetMs = (): number => Math.round(own.nowMs() - nowMs());

  const isDue = (): boolean =>
    performance.now() - comparedAtMs >= compareEveryMs || Math.abs(offsetMs() - comparedOffsetMs) > jumpMs;

  return {
    nowMs,
    offsetMs,
    async compare() {
      if (!isDue()) return;
      const { earliestMs, latestMs } = await measureOrigin(readDatabaseMs);
      // Keep the origin if it lies within the measured range: otherwise each comparison would shift the time slightly.
      // If not, use the earliest possible origin, which is never ahead of the database.
      if (originMs < earliestMs || originMs > latestMs) originMs = earliestMs;
      comparedAtMs = performance.now();
      comparedOffsetMs = offsetMs();
      if (Math.abs(comparedOffsetMs) > maxOffsetMs)
        log.warn({ offsetMs: comparedOffsetMs }, 'this machine clock differs from the database clock, set it by NTP');
    },
  };
}

async function measureOrigin(readDatabaseMs: () => Promise<number>) {
  let best = { earliestMs: Number.NEGATIVE_INFINITY, latestMs: Number.POSITIVE_INFINITY };
  for (let count = 0; count < samples; count++) {
    const askedAtMs = performance.now();
    const databaseMs = await readDatabaseMs();
    const sample = { earliestMs: databaseMs - performance.now(), latestMs: databaseMs - askedAtMs };
    if (sample.latestMs - sample.earliestMs < best.latestMs - best.earliestMs) best = sample;
  }
  return best;
}
