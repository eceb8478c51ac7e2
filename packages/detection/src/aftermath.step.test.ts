import { describe, expect, test } from 'vitest';
import { createSlot, createState } from '../test/states.js';
import { findChange, nextAftermath } from './aftermath.js';
import type { Aftermath, DetectorState, Slot } from './state.js';

/** Began at 0, upright before the fall. */
const begun: Aftermath = {
  episodeAtMs: 0,
  kind: null,
  sinceMs: 0,
  quietSinceMs: 0,
  movingSeconds: 0,
  uprightSeconds: 0,
  wasStillLong: false,
  before: [0, -981, 0],
};
const flat = createSlot([0, 0, 981]);
/** Turned by so many degrees from upright; 981 is 1 g. */
const turnedBy = (degrees: number, size = 981) =>
  createSlot([0, -size * Math.cos((degrees * Math.PI) / 180), size * Math.sin((degrees * Math.PI) / 180)]);

/** The aftermath after one more reading. */
function follow(slot: Slot, change: Partial<Aftermath> = {}, atMs = 1_000, before = slot, gapMs = 1_000) {
  const aftermath = { ...begun, ...change };
  const previous = createState([before], { atMs: atMs - gapMs, aftermath });
  return nextAftermath(previous, createState([before, slot], { atMs, aftermath }), false);
}

describe('one second', () => {
  test.each([
    ['of 1 g', flat, flat, false],
    ['of 0.880 g', createSlot([0, 0, 863]), flat, false],
    ['of 0.879 g', createSlot([0, 0, 862]), flat, true],
    ['of 1.119 g', createSlot([0, 0, 1_098]), flat, false],
    ['of 1.121 g', createSlot([0, 0, 1_099]), flat, true],
    ['that turns at 30 °/s', createSlot([0, 0, 981], { turn: 300 }), flat, false],
    ['that turns at 30.1 °/s', createSlot([0, 0, 981], { turn: 301 }), flat, true],
    ['tilted by 14.9°', turnedBy(75.1), flat, false],
    ['tilted by 15.1°', turnedBy(74.9), flat, true],
    ['after one without acceleration', flat, createSlot([0, 0, 0]), false],
  ])('%s', (_, slot, before, isMoving) => {
    expect(follow(slot, {}, 1_000, before)).toEqual({
      ...begun,
      movingSeconds: isMoving ? 1 : 0,
      quietSinceMs: isMoving ? 1_000 : 0,
    });
  });

  test('counts up to two seconds of movement, and down to none', () => {
    const moving = createSlot([0, 0, 1_300]);
    const counts = [0, 1, 2].map((movingSeconds) => [
      follow(moving, { movingSeconds })?.movingSeconds,
      follow(flat, { movingSeconds })?.movingSeconds,
    ]);
    expect(counts).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
    ]);
  });

  test('counts as walking if it moves within 30° of the posture before the fall', () => {
    const walked = (slot: Slot, change: Partial<Aftermath> = {}) => follow(slot, change)?.uprightSeconds;
    expect(walked(turnedBy(29.9, 1_300))).toBe(1);
    expect(walked(turnedBy(30.1, 1_300))).toBe(0);
    expect(walked(turnedBy(0))).toBe(0);
    expect(walked(turnedBy(0, 1_300), { before: [0, 0, 0] })).toBe(0);
    expect(walked(createSlot([0, 0, 0]))).toBe(0);
  });
});

describe('the kind', () => {
  const walk = turnedBy(0, 1_300);

  test('is UPRIGHT from six seconds of walking on, until none is left', () => {
    expect(follow(walk, { uprightSeconds: 4, kind: 'MOVED' })).toMatchObject({ kind: 'MOVED', sinceMs: 0 });
    expect(follow(walk, { uprightSeconds: 5, kind: 'MOVED' })).toMatchObject({ kind: 'UPRIGHT', sinceMs: 1_000 });
    const rolls = createSlot([0, 0, 1_300]);
    const upright = { kind: 'UPRIGHT', movingSeconds: 2 } as const;
    expect(follow(rolls, { ...upright, uprightSeconds: 2 })).toMatchObject({ kind: 'UPRIGHT', sinceMs: 0 });
    expect(follow(rolls, { ...upright, uprightSeconds: 1 })).toMatchObject({ kind: 'MOVED', sinceMs: 1_000 });
    expect(follow(flat, { ...upright, uprightSeconds: 1 })?.kind).toBe('UPRIGHT');
    expect(follow(rolls, { kind: 'STILL', movingSeconds: 2, uprightSeconds: 2 })?.kind).toBe('MOVED');
  });

  test('is stillness after 30 s, from the last movement on', () => {
    expect(follow(flat, { quietSinceMs: 1_000 }, 30_999)).toMatchObject({ kind: null, sinceMs: 0 });
    expect(follow(flat, { quietSinceMs: 1_000 }, 31_000)).toMatchObject({ kind: 'LYING_STILL', sinceMs: 1_000 });
  });

  test('is LYING_STILL from 60° on, decided once', () => {
    expect(follow(turnedBy(59.9), {}, 30_000)?.kind).toBe('STILL');
    expect(follow(turnedBy(60.1), {}, 30_000)?.kind).toBe('LYING_STILL');
    expect(follow(flat, { before: [0, 0, 0] }, 30_000)?.kind).toBe('STILL');
    expect(follow(flat, { kind: 'STILL' }, 31_000)).toMatchObject({ kind: 'STILL', sinceMs: 0 });
    expect(follow(turnedBy(0), { kind: 'LYING_STILL' }, 31_000)?.kind).toBe('LYING_STILL');
    expect(follow(turnedBy(0), { kind: 'MOVED' }, 31_000)?.kind).toBe('STILL');
  });

  test('lasts long from 60 s on, and has then lasted long', () => {
    for (const kind of ['STILL', 'LYING_STILL'] as const) {
      expect(follow(flat, { kind }, 59_999)?.wasStillLong).toBe(false);
      expect(follow(flat, { kind }, 60_000)?.wasStillLong).toBe(true);
    }
    expect(follow(walk, { wasStillLong: true })?.wasStillLong).toBe(true);
  });

  test('stays in a gap of more than 5 s, and the counts start again', () => {
    const counted = { kind: 'MOVED', movingSeconds: 2, uprightSeconds: 3 } as const;
    expect(follow(flat, counted, 9_000, flat, 5_000)).toMatchObject({ movingSeconds: 1, uprightSeconds: 2 });
    expect(follow(flat, counted, 9_000, flat, 5_001)).toEqual({ ...begun, kind: 'MOVED', quietSinceMs: 9_000 });
  });

  test('needs an alert and an episode', () => {
    const episode = { openedAtMs: 7, lastAboveAtMs: 7, confidence: 0.6 };
    const previous = createState([flat], { atMs: 0 });
    expect(nextAftermath(previous, createState([flat, flat], { episode }), false)).toBeNull();
    expect(nextAftermath(previous, createState([flat, flat]), true)).toBeNull();
  });

  test('stays if there is no previous reading', () => {
    const state = createState([flat], { atMs: 1_000, aftermath: begun });
    expect(nextAftermath(undefined, state, false)).toBe(begun);
    expect(nextAftermath(createState([], { atMs: 0 }), state, false)).toEqual(begun);
  });

  test('is followed for ten minutes', () => {
    expect(follow(flat, {}, 600_000)).not.toBeNull();
    expect(follow(flat, {}, 600_001)).toBeNull();
  });
});

describe('the posture before the fall', () => {
  const episode = { openedAtMs: 7, lastAboveAtMs: 7, confidence: 0.6 };
  const begin = (slots: readonly Slot[], site: DetectorState['site'] = 'waist') =>
    nextAftermath(undefined, createState(slots, { site, episode }), true)?.before;
  const size = (value: number) => Array.from({ length: 9 }, () => createSlot([0, value, 0]));

  test('is the mean of the first three of nine seconds or more, at the waist', () => {
    const slots = [createSlot([30, 900, 0]), createSlot([0, 900, 3]), createSlot([0, 903, 0]), ...size(0).slice(3)];
    expect(begin(slots)).toEqual([10, 901, 1]);
    expect(begin(slots.slice(0, 8))).toEqual([0, 0, 0]);
    expect(begin(slots, 'wrist')).toEqual([0, 0, 0]);
  });

  test('is not known while moving: below 0.8 g or above 1.2 g', () => {
    expect([784, 785, 1_176, 1_177].map((value) => begin(size(value))?.[1])).toEqual([0, 785, 1_176, 0]);
  });

  test('of a burst is the mean of its samples', () => {
    const samples = [0, 0, 900, 5, 5, 5, 30, 60, 1_000, 5, 5, 5];
    const burst = createSlot([0, 981, 0], { input: 'burst', samples });
    expect(begin(Array.from({ length: 9 }, () => burst))).toEqual([15, 30, 950]);
    expect(begin(Array.from({ length: 9 }, () => ({ ...burst, samples: [] })))).toEqual([0, 981, 0]);
  });
});

test('a change is another kind, or the first minute of stillness', () => {
  const still: Aftermath = { ...begun, kind: 'STILL', sinceMs: 5 };
  const long = { ...still, wasStillLong: true };
  expect(findChange(begun, null)).toBeNull();
  expect(findChange(still, begun)).toBeNull();
  expect(findChange(still, still)).toBeNull();
  expect(findChange(long, long)).toBeNull();
  expect(findChange(begun, still)).toEqual({ kind: 'STILL', sinceMs: 5, isLong: false });
  expect(findChange(null, still)).toEqual({ kind: 'STILL', sinceMs: 5, isLong: false });
  expect(findChange(null, long)).toEqual({ kind: 'STILL', sinceMs: 5, isLong: true });
  expect(findChange(still, long)).toEqual({ kind: 'STILL', sinceMs: 5, isLong: true });
  expect(findChange({ ...long, kind: 'MOVED' }, long)).toEqual({ kind: 'STILL', sinceMs: 5, isLong: false });
});
