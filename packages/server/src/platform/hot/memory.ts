import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { type HitCount, type HotState, keptForMs, type Pace, type Turn } from './hot-state.js';

/** About 30 MB of counts and 75 MB of kept state when full. Then the keys unused for longest go first. */
const maxKeys = 150_000;

interface Window {
  count: number;
  resetAtMs: number;
}

interface Place {
  /** When the next turn is due at a perfect pace (GCRA's theoretical arrival time). */
  dueAtMs: number;
  usedAtMs: number;
  kept: Uint8Array | null;
}

export function createMemoryHotState(clock: Clock): HotState {
  const windows = new LRUCache<string, Window>({ max: maxKeys });
  const places = new LRUCache<string, Place>({ max: maxKeys });

  function placeOf(key: string, nowMs: number): Place {
    const known = places.get(key);
    if (known && nowMs - known.usedAtMs < keptForMs) {
      known.usedAtMs = nowMs;
      return known;
    }
    const fresh = { dueAtMs: 0, usedAtMs: nowMs, kept: null };
    places.set(key, fresh);
    return fresh;
  }

  function takeTurn(key: string, pace: Pace | null, nowMs: number): Turn {
    const place = placeOf(key, nowMs);
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
      const nowMs = clock.nowMs();
      return keys.map((key) => takeTurn(key, pace, nowMs));
    },
    giveBack(keys, pace) {
      for (const key of keys) placeOf(key, clock.nowMs()).dueAtMs -= pace?.intervalMs ?? 0;
    },
    keep(values) {
      const nowMs = clock.nowMs();
      for (const [key, value] of values) {
        const place = placeOf(key, nowMs);
        // In place where it fits: memory that lives for a second is the dearest kind.
        if (place.kept?.length === value.length) place.kept.set(value);
        else place.kept = value.slice();
      }
    },
    async ping() {},
    async close() {},
  };
}
