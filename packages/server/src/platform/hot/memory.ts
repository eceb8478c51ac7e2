import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import type { HitCount, HotState } from './hot-state.js';

/** About 20 MB when full. Then the keys unused for longest go: an address that still knocks keeps its count. */
const maxKeys = 100_000;

interface Window {
  count: number;
  resetAtMs: number;
}

export function createMemoryHotState(clock: Clock): HotState {
  const windows = new LRUCache<string, Window>({ max: maxKeys });
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
    async ping() {},
    async close() {},
  };
}
