import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { type HitCount, type HotState, keptForMs, type Pace, type Turn } from './hot-state.js';

/** About 20 MB of counts and 50 MB of kept state when full. Then the keys unused for longest go first. */
const maxKeys = 100_000;

interface Window {
  count: number;
  resetAtMs: number;
}

interface Place {
  /** When the next turn is due at a perfect pace (GCRA's theoretical arrival time). */
  dueAtMs: number;
  kept: Uint8Array | null;
}

export function createMemoryHotState(clock: Clock): HotState {
  const windows = new LRUCache<string, Window>({ max: maxKeys });
  const places = new LRUCache<string, Place>({ max: maxKeys, ttl: keptForMs, updateAgeOnGet: true });

  function placeOf(key: string): Place {
    const known = places.get(key);
    if (known) return known;
    const fresh = { dueAtMs: 0, kept: null };
    places.set(key, fresh);
    return fresh;
  }

  function takeTurn(key: string, pace: Pace | null): Turn {
    const nowMs = clock.nowMs();
    const place = placeOf(key);
    if (pace === null) return { isAllowed: true, nextAtMs: nowMs, kept: place.kept };
    const nextAtMs = place.dueAtMs - pace.toleranceMs;
    const isAllowed = nowMs >= nextAtMs;
    if (isAllowed) place.dueAtMs = Math.max(nowMs, place.dueAtMs) + pace.intervalMs;
    return { isAllowed, nextAtMs, kept: place.kept };
  }

  return {
    async countHit(key, windowMs): Promise<HitCount> {
      const nowMs = clock.nowMs();
      const open = windows.get(key);
      if (open && open.resetAtMs > nowMs) {
        open.count += 1;
        return open;
      }
      const fresh = { count: 1, resetAtMs: nowMs + windowMs };
      windows.set(key, fresh);
      return fresh;
    },
    async takeTurns(keys, pace) {
      return keys.map((key) => takeTurn(key, pace));
    },
    async keep(values) {
      for (const [key, value] of values) placeOf(key).kept = value;
    },
    async ping() {},
    async close() {},
  };
}
