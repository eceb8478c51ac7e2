import { LRUCache } from 'lru-cache';
import { createBatcher } from './batch.js';
import type { Changes } from './db/changes.js';
import { withTimeout } from './with-timeout.js';

/** Maximum age of an entry while changes are not reported. */
const maxAgeMs = 700;
/** A look-up by key takes about 1 ms; after 2.5 s the database has a larger problem. */
const timeoutMs = 2_500;
/** Shorter while changes are not reported either: the database is most likely away. */
const awayTimeoutMs = 500;
const forEver = (): number => Number.POSITIVE_INFINITY;

interface Entry<Value> {
  /** Until the query is answered. */
  asked: Promise<Value | undefined> | undefined;
  readonly askedAtMs: number;
  value: Value | undefined;
  /** The value before this query, until it is answered. */
  last: Value | undefined;
}

export interface CacheOptions<Value> {
  readonly changes: Changes;
  /** Loads all keys requested within one event loop turn in one query. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  readonly max: number;
  /**
   * Maximum age when the value also depends on changes that are not reported. Called with undefined for a row that does
   * not exist or whose query is still running.
   */
  readonly lastsMs?: (value: Value | undefined) => number;
}

/**
 * Rows that every request needs. An entry is valid until a change of its row is reported or, while changes cannot be
 * reported, for 700 ms. That a row does not exist is cached too.
 */
export interface Cache<Value> {
  /** The cached value, if valid, without a promise: for the sensor stream. */
  peek(key: string): Value | undefined;
  find(key: string): Promise<Value | undefined>;
  /** The last loaded value, valid or not. */
  last(key: string): Value | undefined;
  /** While the database is away: the last loaded value of any age, unless the row is known to have changed. */
  findOrLast(key: string): Promise<Value | undefined>;
  forget(key: string): void;
  /**
   * Forgets all matching entries. Scans the whole cache, which takes some milliseconds: use it for rare changes only.
   */
  forgetWhere(matches: (value: Value) => boolean): void;
  /** Any row may have changed: every entry is loaded again. While the database is away the last values stay usable. */
  markAllStale(): void;
}

export function createCache<Value extends object>(options: CacheOptions<Value>): Cache<Value> {
  const { changes, load, max, lastsMs = forEver } = options;
  const entries = new LRUCache<string, Entry<Value>>({ max });
  const ask = createLoader(changes, load);
  let markedStaleAtMs = Number.NEGATIVE_INFINITY;
  const isValid = ({ askedAtMs, value }: Entry<Value>): boolean =>
    askedAtMs > markedStaleAtMs && performance.now() - askedAtMs < (changes.areTold() ? lastsMs(value) : maxAgeMs);

  function find(key: string): Promise<Value | undefined> {
    const before = entries.get(key);
    if (before && isValid(before)) return before.asked ?? Promise.resolve(before.value);
    const asked = changes.whenThere(() => ask(key));
    const last = before?.value ?? before?.last;
    const entry: Entry<Value> = { asked, askedAtMs: performance.now(), value: undefined, last };
    // Stored before the query completes: a change reported while the query is running then removes this entry.
    entries.set(key, entry);
    keepResult(entries, key, entry, asked);
    return asked;
  }

  function findLast(key: string): Value | undefined {
    const entry = entries.get(key);
    return entry?.value ?? entry?.last;
  }

  return {
    peek(key) {
      const entry = entries.get(key);
      return entry?.value !== undefined && isValid(entry) ? entry.value : undefined;
    },
    last: findLast,
    find,
    async findOrLast(key) {
      try {
        return await find(key);
      } catch (fault) {
        const last = findLast(key);
        if (last === undefined) throw fault;
        return last;
      }
    },
    forget: (key) => void entries.delete(key),
    forgetWhere(matches) {
      for (const [key, entry] of entries.entries()) {
        const value = entry.value ?? entry.last;
        // The query is still running: its row may match.
        if (value === undefined || matches(value)) entries.delete(key);
      }
    },
    markAllStale() {
      markedStaleAtMs = performance.now();
    },
  };
}

/** One query for all keys of one event loop turn. */
function createLoader<Value>(
  changes: Changes,
  load: CacheOptions<Value>['load'],
): (key: string) => Promise<Value | undefined> {
  return createBatcher<string, Value | undefined>({
    run: async (keys) => {
      const found = await withTimeout(load([...new Set(keys)]), changes.areTold() ? timeoutMs : awayTimeoutMs);
      return keys.map((key) => ({ status: 'fulfilled', value: found.get(key) }));
    },
    maxItems: 1_000,
    maxInFlight: 2,
    maxWaiting: 20_000,
  });
}

/** If the query fails, the entry is not valid, and keeps the value before it. */
function keepResult<Value extends object>(
  entries: LRUCache<string, Entry<Value>>,
  key: string,
  entry: Entry<Value>,
  asked: Promise<Value | undefined>,
): void {
  asked.then(
    (value) => {
      entry.value = value;
      entry.asked = undefined;
      entry.last = undefined;
    },
    () => {
      if (entries.get(key) !== entry) return;
      if (entry.last) entries.set(key, { ...entry, asked: undefined, askedAtMs: Number.NEGATIVE_INFINITY });
      else entries.delete(key);
    },
  );
}
