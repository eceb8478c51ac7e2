import { createGathering } from './gathering.js';
import { type Refusal, unavailable } from './refusal.js';
import { withTimeout } from './with-timeout.js';

export interface BatchOptions<In, Out> {
  /** Processes a whole batch and settles each item, in the order of the items. A rejection rejects every item. */
  readonly run: (items: readonly In[]) => Promise<readonly PromiseSettledResult<Out>[]>;
  readonly maxItems: number;
  /** How many items one counts for in `maxItems`; 1 if left out. A heavier item than the maximum runs alone. */
  readonly weigh?: (item: In) => number;
  /** Maximum number of batches that run at the same time. */
  readonly maxInFlight: number;
  /** Maximum number of queued items; further items are refused at once, so the queue cannot grow without bound. */
  readonly maxWaiting: number;
  /** Items that have waited this long in the queue are refused, before the caller's own time-out. */
  readonly maxWaitMs?: number;
  /**
   * A batch that takes longer is refused, for callers that retry: each step has its own time-out, but their sum would
   * be too long to wait. The work may still take effect after the refusal.
   */
  readonly maxRunMs?: number;
  /** The next batch starts only after this many times as long as this one took: leaves the machine to other work. */
  readonly restFactor?: number;
  /** Batches of a steady stream of many items start this far apart; 0 if left out. */
  readonly apartMs?: number;
  /** Refused items are to come back after 1 to this many seconds, so that they do not all come back together. */
  readonly maxRetrySeconds?: number;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly settle: Settle<Out>;
  readonly sinceMs: number;
}

export type Settle<Out> = (result: PromiseSettledResult<Out>) => void;

/**
 * Collects the calls of one event loop turn into one batch, or of `apartMs` in a steady stream: one round trip for all.
 * While maxInFlight batches are running, the next one grows. Takes a callback per item: a promise per item costs
 * measurable time on the sensor stream.
 */
export function createQueue<In, Out>(options: BatchOptions<In, Out>): (item: In, settle: Settle<Out>) => void {
  const { run, maxItems, weigh, maxInFlight, maxWaiting, maxWaitMs = 2_000, maxRunMs } = options;
  const { restFactor = 0, apartMs = 0, maxRetrySeconds = 1 } = options;
  let waiting: Waiting<In, Out>[] = [];
  let inFlight = 0;
  let isScheduled = false;
  const gathering = createGathering(apartMs);

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || inFlight >= maxInFlight) return;
    isScheduled = true;
    const waitMs = gathering.computeWaitMs();
    if (waitMs > 0) setTimeout(start, waitMs);
    else setImmediate(start);
  }

  function start(): void {
    isScheduled = false;
    rejectExpired();
    if (waiting.length === 0) return;
    const batch = weigh ? takeByWeight(waiting, weigh, maxItems) : takeFirst(waiting, maxItems);
    waiting = waiting.slice(batch.length);
    inFlight += 1;
    gathering.noteStart(batch.length);
    const startedAtMs = performance.now();
    runBatch(batch)
      .then((results) => {
        if (restFactor > 0) setTimeout(free, restFactor * (performance.now() - startedAtMs));
        else free();
        settleAll(batch, results);
      })
      .catch(() => {});
    schedule();
  }

  function free(): void {
    inFlight -= 1;
    schedule();
  }

  function rejectExpired(): void {
    const expiredBeforeMs = performance.now() - maxWaitMs;
    if ((waiting[0]?.sinceMs ?? 0) >= expiredBeforeMs) return;
    const expired = waiting.filter(({ sinceMs }) => sinceMs < expiredBeforeMs);
    waiting = waiting.slice(expired.length);
    settleAll(
      expired,
      expired.map(() => rejected(busy(maxRetrySeconds))),
    );
  }

  function runBatch(batch: readonly Waiting<In, Out>[]): Promise<readonly PromiseSettledResult<Out>[]> {
    const work = run(batch.map(({ item }) => item));
    const bounded = maxRunMs === undefined ? work : withTimeout(work, maxRunMs);
    return bounded.catch((reason: unknown) => batch.map(() => rejected(reason)));
  }

  return (item, settle) => {
    if (waiting.length >= maxWaiting) return settle(rejected(busy(maxRetrySeconds)));
    waiting.push({ item, settle, sinceMs: performance.now() });
    return schedule();
  };
}

function takeFirst<One>(waiting: One[], maxItems: number): One[] {
  return waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems);
}

function takeByWeight<In, One extends { readonly item: In }>(
  waiting: One[],
  weigh: (item: In) => number,
  maxWeight: number,
): One[] {
  let weight = 0;
  const tooHeavy = waiting.findIndex(({ item }, index) => {
    weight += weigh(item);
    return index > 0 && weight > maxWeight;
  });
  return tooHeavy === -1 ? waiting : waiting.slice(0, tooHeavy);
}

/** The same with a promise per item, for calls that are rare enough. */
export function createBatcher<In, Out>(options: BatchOptions<In, Out>): (item: In) => Promise<Out> {
  const enqueue = createQueue(options);
  return (item) =>
    new Promise((resolve, reject) =>
      enqueue(item, (result) => (result.status === 'fulfilled' ? resolve(result.value) : reject(result.reason))),
    );
}

function settleAll<Out>(
  batch: readonly { readonly settle: Settle<Out> }[],
  results: readonly PromiseSettledResult<Out>[],
): void {
  for (let index = 0; index < batch.length; index += 1)
    try {
      batch[index]?.settle(results[index] ?? rejected(new Error('The batch left an item without a result')));
    } catch {
      // An error in one caller's callback must not keep the other callers from getting their results.
    }
}

function busy(maxRetrySeconds: number): Refusal {
  return unavailable('The service is busy. Try again.', Math.ceil(Math.random() * maxRetrySeconds) || 1);
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}
