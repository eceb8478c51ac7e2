import { unavailable } from './refusal.js';

export interface TurnOptions {
  /** Maximum over all keys. Each key runs one at a time. */
  readonly maxInFlight: number;
  /** Work that has waited this long is refused, before the caller's own time-out. */
  readonly maxWaitMs: number;
  readonly refusal: string;
}

type Start = () => void;

/**
 * Runs work of many keys in turn: one item per key, then the second of each. A key with nothing running or waiting goes
 * before keys that have had a turn: it waits only for the next free place, however much other work is queued.
 */
export function createTurns({ maxInFlight, maxWaitMs, refusal }: TurnOptions) {
  /** By key, in order of turns. */
  const waiting = new Map<string, Set<Start>>();
  /** Waiting keys that have not had a turn. */
  const fresh = new Set<string>();
  const running = new Set<string>();

  function startNext(): void {
    for (const key of fresh) startOne(key);
    for (const key of waiting.keys()) startOne(key);
  }

  function startOne(key: string): void {
    const starts = waiting.get(key);
    const [start] = starts ?? [];
    if (!starts || !start || running.has(key) || running.size >= maxInFlight) return;
    leave(key, start);
    fresh.delete(key);
    // Move the key to the end.
    if (waiting.delete(key)) waiting.set(key, starts);
    start();
  }

  function leave(key: string, start: Start): void {
    const starts = waiting.get(key);
    starts?.delete(start);
    if (starts?.size !== 0) return;
    waiting.delete(key);
    fresh.delete(key);
  }

  function turn(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(key, start);
        reject(unavailable(refusal));
      }, maxWaitMs);
      const start = (): void => {
        clearTimeout(timer);
        running.add(key);
        resolve();
      };
      if (!running.has(key) && !waiting.has(key)) fresh.add(key);
      waiting.set(key, (waiting.get(key) ?? new Set()).add(start));
      startNext();
    });
  }

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    await turn(key);
    try {
      return await work();
    } finally {
      running.delete(key);
      startNext();
    }
  };
}
