import { useSyncExternalStore } from 'react';

/** Which alert fills the screen, and which were put aside: they stay in the bar and on the board. */
interface StageState {
  readonly opened: string | undefined;
  readonly aside: ReadonlySet<string>;
}

let state: StageState = { opened: undefined, aside: new Set() };
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

export const openStage = (id: string): void => become({ ...state, opened: id });

/** All that wait now are put aside; only a new one takes the screen again. */
export const leaveStage = (waiting: readonly string[]): void =>
  become({ opened: undefined, aside: new Set([...state.aside, ...waiting]) });
