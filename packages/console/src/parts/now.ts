import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, a second at a time: one clock for everything that counts on the page. */
export function useNow(): number {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      timer ??= setInterval(() => {
        nowMs = Date.now();
        for (const each of watchers) each();
      }, 1_000);
      return () => {
        watchers.delete(watch);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    () => nowMs,
  );
}
