import { describe, expect, test } from 'vitest';
import { createSlot, createState, times, upright } from '../test/states.js';
import type { Reading, Vector } from './reading.js';
import type { DetectorState } from './state.js';
import { advance } from './window.js';

const at = (uptimeMs: number, x = 0): Reading => ({ accel: [x, -9.8, 0], gyro: [0, 0, 0], uptimeMs });

function run(...steps: readonly (readonly [Reading, number])[]): DetectorState {
  let state: DetectorState | undefined;
  for (const [reading, atMs] of steps) state = advance(state, reading, atMs);
  if (state === undefined) throw new Error('no steps');
  return state;
}

describe('the first reading', () => {
  test('starts a window', () => {
    const reading: Reading = { accel: [1, 2, 3], gyro: [0, 3, 4], uptimeMs: 700, bodySite: 'waist' };
    expect(advance(undefined, reading, 5_000)).toEqual(
      createState([createSlot([100, 200, 300], { turn: 50 })], { site: 'waist', uptimeMs: 700, atMs: 5_000 }),
    );
  });

  test('needs only the acceleration', () => {
    expect(advance(undefined, { accel: [1, 2, 3] }, 5_000)).toEqual(
      createState([createSlot([100, 200, 300], { turn: -1 })], { uptimeMs: 0, atMs: 5_000 }),
    );
  });
});

describe('a repeated or late reading', () => {
  test('is ignored if it is the latest again, however late it arrives', () => {
    const state = run([at(20_000), 1_000]);
    expect(advance(state, at(20_000), 3_500)).toBe(state);
  });

  test('with other values at the same time is new: the device clock does not advance', () => {
    const state = run([at(20_000), 1_000]);
    expect(advance(state, at(20_000, 1), 2_000)).toMatchObject({ clockStuck: true, slots: { length: 2 } });
    expect(advance(state, { ...at(20_000), gyro: [9, 0, 0] }, 2_000).slots).toHaveLength(2);
  });

  test('is ignored if a later one overtook it, by up to 10 s', () => {
    const state = run([at(40_000), 1_000], [at(41_000, 1), 2_000]);
    expect(advance(state, at(40_999, 2), 3_000)).toBe(state);
    expect(advance(state, at(31_001, 2), 3_000)).toBe(state);
    expect(advance(state, at(31_000, 2), 3_000).slots).toHaveLength(3);
  });

  test('is a restart of the device if its clock shows no more than 10 s', () => {
    const state = run([at(12_000), 1_000]);
    expect(advance(state, at(10_001, 1), 2_000)).toBe(state);
    expect(advance(state, at(10_000, 1), 2_000)).toMatchObject({ uptimeMs: 10_000, slots: { length: 2 } });
    expect(run([at(900_000), 1_000], [at(300, 1), 2_000], [at(1_300, 2), 3_000]).slots).toHaveLength(3);
  });
});

describe('time', () => {
  test('is that of the device clock, if it advances', () => {
    expect(run([at(20_000), 0], [at(21_000, 1), 60_000])).toMatchObject({
      uptimeMs: 21_000,
      atMs: 60_000,
      clockStuck: false,
      slots: { length: 2 },
    });
  });

  test('is that of arrival when the device clock does not advance, or is missing', () => {
    const stuck = run([at(0), 0], [at(0, 1), 1_000], [at(0, 1), 2_000], [at(0, 1), 3_000]);
    expect(stuck.slots).toHaveLength(4);
    const { uptimeMs: _, ...plain } = at(0);
    expect(run([plain, 7_000], [plain, 7_499]).slots).toHaveLength(1);
    expect(run([plain, 7_000], [plain, 7_500]).slots).toHaveLength(2);
    expect(run([at(20_000), 0], [plain, 1_000])).toMatchObject({ uptimeMs: 20_000, slots: { length: 2 } });
  });

  test('of arrival does not go back', () => {
    expect(run([at(20_000), 5_000], [at(21_000, 1), 4_000]).atMs).toBe(5_000);
    expect(run([at(0), 5_000], [at(0, 1), 1_000])).toMatchObject({ slotAgeMs: 0, slots: { length: 1 } });
  });
});

describe('the window', () => {
  test('drops readings before a gap of more than five seconds', () => {
    expect(run([at(20_000), 0], [at(25_000, 1), 5_000]).slots).toHaveLength(2);
    expect(run([at(20_000), 0], [at(25_001, 1), 5_000]).slots).toEqual([createSlot([100, -980, 0])]);
  });

  test('holds the ten latest seconds', () => {
    const full = createState([createSlot([1, 0, 0]), ...times(9, upright)]);
    expect(advance(full, at(61_000), 1_061_000).slots).toEqual([...times(9, upright), createSlot([0, -980, 0])]);
    const nine = createState([createSlot([1, 0, 0]), ...times(8, upright)]);
    expect(advance(nine, at(61_000), 1_061_000).slots).toHaveLength(10);
  });

  test('keeps the site that a device once declared, until it declares another', () => {
    const state = run([{ ...at(20_000), bodySite: 'wrist' }, 0], [at(21_000), 1_000]);
    expect(state.site).toBe('wrist');
    expect(advance(state, { ...at(22_000), bodySite: 'waist' }, 2_000).site).toBe('waist');
  });

  test('may be empty in a stored state', () => {
    const empty = createState([]);
    const next = [createSlot([0, -980, 0])];
    expect([60_000, 60_100, 61_000].map((uptimeMs) => advance(empty, at(uptimeMs), 1_060_000).slots)).toEqual([
      next,
      next,
      next,
    ]);
  });

  test('keeps the episode', () => {
    const episode = { openedAtMs: 1, lastAboveAtMs: 2, confidence: 0.5 };
    expect(advance(createState([upright], { episode }), at(61_000), 1_061_000).episode).toBe(episode);
  });
});

describe('a second with several readings', () => {
  test('is one slot with the largest of them', () => {
    const state = run([at(20_000), 0], [at(20_200, 30), 200], [at(20_400, 3), 400]);
    expect(state).toMatchObject({ slotAgeMs: 400, slots: { length: 1 } });
    expect(state.slots[0]?.accel[0]).toBe(3_000);
  });

  test('ends 500 ms after its first reading', () => {
    expect(run([at(20_000), 0], [at(20_499, 1), 1]).slots).toHaveLength(1);
    expect(run([at(20_000), 0], [at(20_500, 1), 1])).toMatchObject({ slotAgeMs: 0, slots: { length: 2 } });
    expect(run([at(20_000), 0], [at(20_300, 1), 1], [at(20_500, 2), 2]).slots).toHaveLength(2);
  });

  test('changes only the latest slot', () => {
    const before = [createSlot([1, 0, 0]), createSlot([2, 0, 0])];
    const state = createState([...before, upright]);
    expect(advance(state, at(60_100, 20), 1_060_100).slots).toEqual([...before, createSlot([2_000, -980, 0])]);
  });

  test.each<[Vector, Vector]>([
    [
      [-30, 0, 0],
      [0, 29, 0],
    ],
    [
      [0, -30, 0],
      [0, 0, 29],
    ],
    [
      [0, 0, -30],
      [29, 0, 0],
    ],
  ])('%j is larger than %j', (larger, smaller) => {
    const toFirst = (one: Vector, other: Vector) =>
      run([{ ...at(20_000), accel: one }, 0], [{ ...at(20_100), accel: other }, 100]).slots[0]?.accel;
    const expected = larger.map((value) => value * 100);
    expect(toFirst(larger, smaller)).toEqual(expected);
    expect(toFirst(smaller, larger)).toEqual(expected);
  });

  test('keeps the first of two equal readings', () => {
    const first = { ...at(20_000), gyro: [5, 0, 0] } as const;
    expect(run([first, 0], [at(20_100), 100]).slots[0]?.turn).toBe(50);
  });
});

describe('looksLikeG', () => {
  const reading = (size: number, uptimeMs: number): Reading => ({ accel: [0, -size, 0], uptimeMs });

  test('counts readings of 0.75 to 1.25 m/s² in a row', () => {
    const count = (...sizes: number[]) =>
      run(...sizes.map((size, i) => [reading(size, 20_000 + i * 1_000), i * 1_000] as const)).looksLikeG;
    expect(count(0.75)).toBe(1);
    expect(count(0.74)).toBe(0);
    expect(count(1.25)).toBe(1);
    expect(count(1.26)).toBe(0);
    expect(count(1, 1, 1)).toBe(3);
    expect(count(1, 1, 9.8)).toBe(0);
  });

  test('stops at 255, which fits one byte', () => {
    const state = (looksLikeG: number) => createState([upright], { looksLikeG });
    expect(advance(state(254), reading(1, 61_000), 0).looksLikeG).toBe(255);
    expect(advance(state(255), reading(1, 61_000), 0).looksLikeG).toBe(255);
  });
});
