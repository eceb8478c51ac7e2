import { unavailable } from './refusal.js';

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
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the calls of one turn of the event loop into one batch: a round trip is paid once for all of them, and
 * nobody waits for a timer. While as many batches are under way as may be, the next one grows.
 */
export function createBatcher<In, Out>(options: BatchOptions<In, Out>): (item: In) => Promise<Out> {
  const { run, maxItems, maxInFlight, maxWaiting } = options;
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
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    inFlight += 1;
    settle(batch)
      .finally(() => {
        inFlight -= 1;
        schedule();
      })
      .catch(() => {});
    schedule();
  }

  async function settle(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason ?? new Error('The batch left an item without a result'));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(unavailable('The service is at its limit. Try again in a second.'));
        return;
      }
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
