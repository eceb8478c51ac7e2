import { type Refusal, unavailable } from './refusal.js';
import { within } from './within.js';

export interface BatchOptions<In, Out> {
  /**
   * Does the work of a whole batch and settles each item's own result, in their order. A rejection of the whole
   * is every item's.
   */
  readonly run: (items: readonly In[]) => Promise<readonly PromiseSettledResult<Out>[]>;
  readonly maxItems: number;
  /** Batches under way at once. */
  readonly maxInFlight: number;
  /** Items that may wait; the next one is refused at once instead of waiting without a bound. */
  readonly maxWaiting: number;
  /** Whoever has waited this long for a place is refused too: its own patience has an end. */
  readonly maxWaitMs?: number;
  /**
   * A batch that takes longer is refused, for callers who come again: its steps have bounds of their own, and their sum
   * would be too long to wait. What it was doing may stand all the same.
   */
  readonly maxRunMs?: number;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly settle: Settle<Out>;
  readonly sinceMs: number;
}

export type Settle<Out> = (result: PromiseSettledResult<Out>) => void;

/**
 * Gathers the calls of one turn of the event loop into one batch: a round trip is paid once for all of them, and
 * nobody waits for a timer. While as many batches are under way as may be, the next one grows. A callback instead of
 * a promise for each item: on the sensor stream that is felt.
 */
export function createQueue<In, Out>(options: BatchOptions<In, Out>): (item: In, settle: Settle<Out>) => void {
  const { run, maxItems, maxInFlight, maxWaiting, maxWaitMs = 2_000, maxRunMs } = options;
  let waiting: Waiting<In, Out>[] = [];
  let inFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || inFlight >= maxInFlight) return;
    isScheduled = true;
    setImmediate(start);
  }

  function start(): void {
    isScheduled = false;
    refuseTheTired();
    if (waiting.length === 0) return;
    const batch = waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems);
    waiting = waiting.slice(batch.length);
    inFlight += 1;
    resultsOf(batch)
      .then((results) => {
        inFlight -= 1;
        schedule();
        settleAll(batch, results);
      })
      .catch(() => {});
    schedule();
  }

  function refuseTheTired(): void {
    const tiredSinceMs = performance.now() - maxWaitMs;
    if ((waiting[0]?.sinceMs ?? 0) >= tiredSinceMs) return;
    const tired = waiting.filter(({ sinceMs }) => sinceMs < tiredSinceMs);
    waiting = waiting.slice(tired.length);
    settleAll(
      tired,
      tired.map(() => rejected(busy())),
    );
  }

  function resultsOf(batch: readonly Waiting<In, Out>[]): Promise<readonly PromiseSettledResult<Out>[]> {
    const work = run(batch.map(({ item }) => item));
    const bounded = maxRunMs === undefined ? work : within(work, maxRunMs);
    return bounded.catch((reason: unknown) => batch.map(() => rejected(reason)));
  }

  return (item, settle) => {
    if (waiting.length >= maxWaiting) return settle(rejected(busy()));
    waiting.push({ item, settle, sinceMs: performance.now() });
    return schedule();
  };
}

/** The same with a promise, where a call is rare enough. */
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
  for (const [index, { settle }] of batch.entries())
    try {
      settle(results[index] ?? rejected(new Error('The batch left an item without a result')));
    } catch {
      // One caller's fault is not the others': theirs follow.
    }
}

function busy(): Refusal {
  return unavailable('The service is busy. Try again.');
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason };
}
