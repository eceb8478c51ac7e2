import type { Alert } from '@fallwatch/client';
import { useSyncExternalStore } from 'react';
import { occasionKey, type StageState, subjectKey } from './stageRules.js';

let state: StageState = { opened: undefined, openedAtMs: 0, shown: new Set(), aside: new Set() };
const watchers = new Set<() => void>();

function become(next: StageState): void {
  state = next;
  for (const watch of watchers) watch();
}

export function useStage(): StageState {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => state,
  );
}

export function openStage(alert: Alert): void {
  become({ ...state, opened: subjectKey(alert), openedAtMs: Date.now() });
}

/** Records that this alert was on the screen on this occasion. */
export function markShown(alert: Alert): void {
  if (!state.shown.has(occasionKey(alert))) become({ ...state, shown: new Set([...state.shown, occasionKey(alert)]) });
}

/** Puts the shown alerts aside; an alert that was not shown yet fills the screen next. */
export function leaveStage(...shown: readonly Alert[]): void {
  become({ ...state, opened: undefined, aside: new Set([...state.aside, ...shown.map(occasionKey)]) });
}
