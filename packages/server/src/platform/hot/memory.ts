import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { type HitCount, type HotState, keptForMs, type Pace, type Turn, type TurnRequest } from './hot-state.js';

/** About 30 MB of counts and 75 MB of kept state when full. Then the least recently used keys are dropped first. */
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

  function findPlace(key: string, nowMs: number): Place {
    const known = places.get(key);
    if (known && nowMs - known.usedAtMs < keptForMs) {
      known.usedAtMs = nowMs;
      return known;
    }
    const fresh = { dueAtMs: 0, usedAtMs: nowMs, kept: null };
    places.set(key, fresh);
    return fresh;
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
    async takeTurns(requests, pace) {
      const nowMs = clock.nowMs();
      return requests.map((request) => takeTurn(findPlace(request.key, nowMs), request, pace, nowMs));
    },
    async readLastTurns(keys, { intervalMs }) {
      const nowMs = clock.nowMs();
      return keys.map((key) => {
        const dueAtMs = places.peek(key)?.dueAtMs ?? 0;
        return dueAtMs === 0 ? null : Math.max(0, nowMs - (dueAtMs - intervalMs));
      });
    },
    giveBack(keys, pace) {
      for (const key of keys) findPlace(key, clock.nowMs()).dueAtMs -= pace?.intervalMs ?? 0;
    },
    keep(values) {
      const nowMs = clock.nowMs();
      for (const [key, value] of values) {
        const place = findPlace(key, nowMs);
        // Overwrites in place if the length is equal: objects that live for about a second cost the most to collect.
        if (place.kept?.length === value.length) place.kept.set(value);
        else place.kept = value.slice();
      }
    },
    async ping() {},
    async close() {},
  };
}

function takeTurn(place: Place, { agoMs, heldUpMs, takesTurn }: TurnRequest, pace: Pace | null, nowMs: number): Turn {
  if (pace === null || !takesTurn) return { isAllowed: true, nextAtMs: nowMs, kept: place.kept };
  const { intervalMs, toleranceMs } = pace;
  const { dueAtMs, kept } = place;
  const nextAtMs = dueAtMs - toleranceMs;
  const arrivedAtMs = nowMs - agoMs;
  const isDue = arrivedAtMs >= nextAtMs;
  const isOvertaken = arrivedAtMs < dueAtMs - intervalMs - Math.max(intervalMs - toleranceMs, toleranceMs);
  // The next turn is due as if this request had arrived at the earliest possible time.
  if (isDue) place.dueAtMs = Math.max(arrivedAtMs - heldUpMs, dueAtMs) + intervalMs;
  return { isAllowed: isDue || isOvertaken, nextAtMs, kept };
}
