import { describe, expect, test } from 'vitest';
import { createSlot, createState, times, upright } from '../test/states.js';
import { assessQuality } from './quality.js';
import type { Slot } from './state.js';

/** A burst whose samples have these accelerations along one axis. 1,863 is just below 1.9 g, 1,864 just above. */
function burst(axis: 0 | 1 | 2, values: readonly number[]): Slot {
  const samples = values.flatMap((value) => {
    const sample = [0, 0, 0, 9_000, 9_000, 9_000];
    sample[axis] = value;
    return sample;
  });
  const accel: [number, number, number] = [0, 0, 0];
  accel[axis] = Math.max(...values.map(Math.abs));
  return createSlot(accel, { input: 'burst', samples });
}
const notes = (slots: readonly Slot[], looksLikeG = 0) => assessQuality(createState(slots, { looksLikeG })).notes;

describe('assessQuality', () => {
  test('says how the latest second was sampled, and where the device is worn', () => {
    const state = createState([...times(3, upright), { ...upright, input: 'peak' }], { site: 'wrist' });
    expect(assessQuality(state)).toEqual({ input: 'peak', bodySite: 'wrist', notes: [] });
    expect(assessQuality(createState([]))).toEqual({ input: 'instant', bodySite: 'unknown', notes: [] });
  });

  test('notes less than three seconds of history', () => {
    expect(notes(times(2, upright))).toEqual(['SHORT_HISTORY']);
    expect(notes(times(3, upright))).toEqual([]);
  });

  test('notes three readings in a row that look like g', () => {
    expect(notes(times(3, upright), 2)).toEqual([]);
    expect(notes(times(3, upright), 3)).toEqual(['LOOKS_LIKE_G']);
  });

  test('notes a latest second without a gyroscope', () => {
    const unknown = { ...upright, turn: -1 };
    expect(notes([...times(3, upright), unknown])).toEqual(['NO_GYROSCOPE']);
    expect(notes([unknown, ...times(3, upright)])).toEqual([]);
    expect(notes([unknown], 3)).toEqual(['NO_GYROSCOPE', 'LOOKS_LIKE_G', 'SHORT_HISTORY']);
  });

  test.each([
    ['three equal extremes', burst(0, [0, 2_000, 2_000, 2_000, 0]), true],
    ['on another axis', burst(1, [0, 2_000, 2_000, 2_000, 0]), true],
    ['on the last axis, at the end', burst(2, [0, 0, 2_000, 2_000, 2_000]), true],
    ['both signs, one unit apart', burst(1, [-2_000, 1_999, -1_999]), true],
    ['two units apart', burst(1, [2_000, 1_998, 2_000]), false],
    ['only two', burst(1, [0, 2_000, 2_000, 0, 0]), false],
    ['not in a row', burst(1, [2_000, 2_000, 0, 2_000, 2_000]), false],
    ['within the range of any sensor', burst(1, [1_863, 1_863, 1_863]), false],
    ['just above it', burst(1, [1_864, 1_864, 1_864]), true],
  ])('clipped: %s', (_, slot, isClipped) => {
    expect(notes([...times(3, upright), slot])).toEqual(isClipped ? ['CLIPPED'] : []);
  });
});
