import { describe, expect, test } from 'vitest';
import { createSlot, createState, times, upright } from '../test/states.js';
import { packState, unpackState } from './pack.js';
import type { Aftermath, DetectorState } from './state.js';

const plain = createState(
  [createSlot([1, -2, 3], { turn: -1 }), createSlot([256, 0, -256], { input: 'peak', turn: 515 })],
  {
    uptimeMs: 1,
    atMs: 2,
  },
);
const full = createState(
  [createSlot([4, 5, 6], { input: 'burst', turn: 7, samples: [1, 2, 3, -1, -2, 300] }), upright],
  {
    site: 'wrist',
    slotAgeMs: 499,
    clockStuck: true,
    looksLikeG: 255,
    episode: { openedAtMs: 1, lastAboveAtMs: 2, confidence: 0.8765 },
  },
);
const aftermath: Aftermath = {
  episodeAtMs: 1,
  kind: 'LYING_STILL',
  sinceMs: 2,
  quietSinceMs: 3,
  movingSeconds: 1,
  uprightSeconds: 5,
  wasStillLong: true,
  before: [1, -2, 300],
};
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the packed state', () => {
  // Stored states of older releases have this layout: with another one the version must change.
  test('has the documented layout', () => {
    const head = ['01', '00', '00', '00', '0000', '000000000000f03f', '0000000000000040'];
    const instant = ['00', '0100', 'feff', '0300', 'ffff'];
    const peak = ['01', '0001', '0000', '00ff', '0302'];
    expect(toHex(packState(plain))).toBe([...head, ...instant, ...peak].join(''));
  });

  test('has the episode and the samples of a burst in their places', () => {
    const head = ['01', '02', '03', 'ff', 'f301', '00000000004ced40', '00000000a02c3041'];
    const episode = ['000000000000f03f', '0000000000000040', '3d22'];
    const burst = ['02', '0400', '0500', '0600', '0700', '01', '0100', '0200', '0300', 'ffff', 'feff', '2c01'];
    const instant = ['00', '0000', '2bfc', '0000', '0000'];
    expect(toHex(packState(full))).toBe([...head, ...episode, ...burst, ...instant].join(''));
  });

  test('has the aftermath in its place, with another version', () => {
    const head = ['02', '02', '07', 'ff', 'f301', '00000000004ced40', '00000000a02c3041'];
    const episode = ['000000000000f03f', '0000000000000040', '3d22'];
    const times = ['000000000000f03f', '0000000000000040', '0000000000000840'];
    const counts = ['02', '01', '05', '01', '0100', 'feff', '2c01'];
    const instant = ['00', '0000', '2bfc', '0000', '0000'];
    const state = { ...full, aftermath, slots: [upright] };
    expect(toHex(packState(state))).toBe([...head, ...episode, ...times, ...counts, ...instant].join(''));
  });

  // As the previous release has stored it.
  test('of version 1 is read, without an aftermath', () => {
    const head = ['01', '01', '01', '00', '0000', '000000000000f03f', '0000000000000040'];
    const episode = ['000000000000f03f', '0000000000000040', '3d22'];
    const peak = ['01', '0001', '0000', '00ff', '0302'];
    const bytes = Buffer.from([...head, ...episode, ...peak].join(''), 'hex');
    expect(unpackState(bytes)).toEqual(
      createState([createSlot([256, 0, -256], { input: 'peak', turn: 515 })], {
        site: 'waist',
        uptimeMs: 1,
        atMs: 2,
        episode: full.episode,
        aftermath: null,
      }),
    );
  });

  test('has an aftermath only with both version 2 and its flag', () => {
    const change = (at: number, value: number) => unpackState(packState(plain).with(at, value));
    expect(change(0, 2)).toEqual(plain);
    expect(change(2, 4)).toEqual(plain);
  });

  test.each<[string, DetectorState]>([
    ['with an aftermath', { ...full, aftermath }],
    ['with an aftermath and no episode', createState([upright], { aftermath: { ...aftermath, kind: null } })],
    ['with an aftermath and no slots', createState([], { aftermath })],
    ['plain', plain],
    ['with everything', full],
    ['without slots', createState([], { site: 'waist' })],
    ['with a stuck clock only', createState([upright], { clockStuck: true })],
    ['with an episode only', createState([upright], { episode: full.episode })],
  ])('unpacks to what it was: %s', (_, state) => {
    expect(unpackState(packState(state))).toEqual(state);
  });

  test('stays as it is while others are packed', () => {
    // 3 kB each: 40 do not fit into one buffer of 64 kB.
    const large = (seed: number) =>
      createState(times(10, createSlot([seed, 0, 0], { input: 'burst', samples: times(25 * 6, seed) })));
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const packed = seeds.map((seed) => packState(large(seed)));
    const unpacked = packed.map((bytes) => unpackState(bytes)?.slots);
    expect(unpacked.map((slots) => slots?.[0]?.accel[0])).toEqual(seeds);
    expect(unpacked.map((slots) => slots?.[9]?.samples?.at(-1))).toEqual(seeds);
    expect(new Set(packed.map(({ buffer }) => buffer)).size).toBeLessThan(4);
  });
});

describe('damaged bytes', () => {
  const change = (at: number, value: number) => {
    const bytes = packState(full).slice();
    bytes[at] = value;
    return unpackState(bytes);
  };

  test('unpack to undefined', () => {
    expect(change(0, 0)).toBeUndefined();
    expect(change(0, 3)).toBeUndefined();
    expect(change(1, 3)).toBeUndefined();
    expect(change(40, 3)).toBeUndefined();
    expect(unpackState(new Uint8Array())).toBeUndefined();
    expect(unpackState(packState(full).slice(0, -1))).toBeUndefined();
  });

  test('of the last slot unpack to undefined', () => {
    expect(unpackState(packState(plain).with(22 + 9, 3))).toBeUndefined();
  });

  test('of an aftermath unpack to undefined', () => {
    const bytes = packState(createState([upright], { aftermath })).slice();
    bytes[22 + 24] = 5;
    expect(unpackState(bytes)).toBeUndefined();
  });

  test('another fault is not hidden', () => {
    expect(() => unpackState(undefined as never)).toThrow(TypeError);
  });
});
