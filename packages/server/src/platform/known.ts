import { LRUCache } from 'lru-cache';
import { createBatcher } from './batch.js';
import type { Changes } from './db/changes.js';
import { within } from './within.js';

/** While nobody tells of changes, the oldest answer that may still be used: under a second. */
const maxAgeMs = 700;
/** A look-up by a key takes a millisecond; whoever waits longer has more to wait for than this. */
const timeoutMs = 2_500;
/** The same when the database tells nothing either: it is away, most likely. */
const awayTimeoutMs = 500;
const forEver = (): number => Number.POSITIVE_INFINITY;

interface Entry<Value> {
  readonly asked: Promise<Value | undefined>;
  readonly askedAtMs: number;
  value: Value | undefined;
  /** The answer before this one. */
  readonly last: Value | undefined;
  /** Of an earlier one nothing counts: forgetting all is one number, not a walk through a hundred thousand. */
  readonly generation: number;
}

export interface KnownOptions<Value> {
  readonly changes: Changes;
  /** All that were asked for within one turn of the event loop, in one query. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  readonly max: number;
  /** When the answer also depends on what nobody tells: how old it may get. Of none, while it is still asked for. */
  readonly lastsMs?: (value: Value | undefined) => number;
}

/**
 * Rows that are asked for with every request, remembered for as long as they are known to be true: until somebody
 * tells that they changed, or, while nobody can tell, for 700 ms. That there is no such row is remembered too.
 */
export interface Known<Value> {
  /** What is known already, without a promise: for the sensor stream. */
  peek(key: string): Value | undefined;
  find(key: string): Promise<Value | undefined>;
  /** What was known last, true or not. */
  last(key: string): Value | undefined;
  /** While the database is away: what was known last, however old, unless it is known to have changed. */
  findOrLast(key: string): Promise<Value | undefined>;
  forget(key: string): void;
  forgetAll(): void;
  /** Any of them may have changed: asked for again, and as good as any last answer while the database is away. */
  doubtAll(): void;
}

export function createKnown<Value extends object>(options: KnownOptions<Value>): Known<Value> {
  const { changes, load, max, lastsMs = forEver } = options;
  const entries = new LRUCache<string, Entry<Value>>({ max });
  const ask = createBatcher<string, Value | undefined>({
    run: async (keys) => {
      const found = await within(load([...new Set(keys)]), changes.areTold() ? timeoutMs : awayTimeoutMs);
      return keys.map((key) => ({ status: 'fulfilled', value: found.get(key) }));
    },
    maxItems: 1_000,
    maxInFlight: 2,
    maxWaiting: 20_000,
  });

  let generation = 0;
  const entryOf = (key: string): Entry<Value> | undefined => {
    const entry = entries.get(key);
    return entry?.generation === generation ? entry : undefined;
  };

  let doubtedAtMs = Number.NEGATIVE_INFINITY;
  const isTrue = ({ askedAtMs, value }: Entry<Value>): boolean =>
    askedAtMs > doubtedAtMs && performance.now() - askedAtMs < (changes.areTold() ? lastsMs(value) : maxAgeMs);

  function find(key: string): Promise<Value | undefined> {
    const before = entryOf(key);
    if (before && isTrue(before)) return before.asked;
    const asked = changes.whenThere(() => ask(key));
    const last = before?.value ?? before?.last;
    const entry: Entry<Value> = { asked, askedAtMs: performance.now(), value: undefined, last, generation };
    // Known from now on: a change that is told while the question is under way makes the answer forgotten.
    entries.set(key, entry);
    entry.asked.then(
      (value) => {
        entry.value = value;
      },
      () => {
        if (entryOf(key) !== entry) return;
        if (last) entries.set(key, { ...entry, askedAtMs: Number.NEGATIVE_INFINITY });
        else entries.delete(key);
      },
    );
    return entry.asked;
  }

  function lastOf(key: string): Value | undefined {
    const entry = entryOf(key);
    return entry?.value ?? entry?.last;
  }

  return {
    peek(key) {
      const entry = entryOf(key);
      return entry?.value !== undefined && isTrue(entry) ? entry.value : undefined;
    },
    last: lastOf,
    find,
    async findOrLast(key) {
      try {
        return await find(key);
      } catch (fault) {
        const last = lastOf(key);
        if (last === undefined) throw fault;
        return last;
      }
    },
    forget: (key) => void entries.delete(key),
    forgetAll() {
      generation += 1;
    },
    doubtAll() {
      doubtedAtMs = performance.now();
    },
  };
}
