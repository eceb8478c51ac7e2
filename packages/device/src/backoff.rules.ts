/** Pauses without an answer: 1 s, 2 s, 4 s, …, at most this. */
const longestMs = 60_000;
const shortestMs = 1_000;
/** So that a thousand devices do not come back at the same moment. */
const jitterShare = 0.25;

/**
 * How long to wait after the n-th failure in a row (from 1): doubled each time, never shorter than the service asks
 * for. `random` is 0..1.
 */
export function computeWaitMs(failures: number, retryAfterSeconds: number | undefined, random: number): number {
  const backoffMs = Math.min(longestMs, shortestMs * 2 ** Math.min(failures - 1, 20));
  const askedMs = (retryAfterSeconds ?? 0) * 1_000;
  return Math.round(Math.max(backoffMs, askedMs) * (1 + jitterShare * random));
}
