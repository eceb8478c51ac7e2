import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function watchClock(watch: () => void): () => void {
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
}

/** The time, updated once a second: one clock for everything on the page. */
export const useNow = (): number => useSyncExternalStore(watchClock, () => nowMs);

/** Text that depends on the time. Renders only when the text changes: `3 h ago` once an hour, not every second. */
export const useWordsNow = (words: (nowMs: number) => string): string =>
  useSyncExternalStore(watchClock, () => words(nowMs));
