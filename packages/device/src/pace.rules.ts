/** The service takes one request per second of each device, counted from arrival, with 200 ms of tolerance. */
/** So that a timer that fires early does not hold a current reading back. */
const leastGapMs = 850;
/** Longer than a second: the next current reading takes the buffered ones along. */
const batchGapMs = 1_500;

/** From when a current reading may be sent. */
export function nextReadingAtMs(startedAtMs: number): number {
  return startedAtMs + leastGapMs;
}

/** From when a batch is sent without a current reading. */
export function nextBatchAtMs(startedAtMs: number): number {
  return startedAtMs + batchGapMs;
}
