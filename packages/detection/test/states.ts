import type { DetectorState, Slot } from '../src/state.js';

/** A slot in the integers of the state: 0.01 m/s² and 0.1 °/s. 981 is 1 g. */
export function createSlot(accel: Slot['accel'], change: Partial<Slot> = {}): Slot {
  return { input: 'instant', accel, turn: 0, ...change };
}

export const upright = createSlot([0, -981, 0]);
export const lying = createSlot([0, 0, 981]);

export function createState(slots: readonly Slot[], change: Partial<DetectorState> = {}): DetectorState {
  return {
    version: 1,
    site: 'unknown',
    uptimeMs: 60_000,
    atMs: 1_060_000,
    slotAgeMs: 0,
    clockStuck: false,
    looksLikeG: 0,
    slots,
    episode: null,
    aftermath: null,
    ...change,
  };
}

export function times<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one);
}
