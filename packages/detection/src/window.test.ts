import { describe, expect, test } from 'vitest';
import type { Reading } from './reading.js';
import type { DetectorState } from './state.js';
import { advance } from './window.js';

const at = (uptimeMs: number, x = 0): Reading => ({ accel: [x, -9.8, 0], gyro: [0, 0, 0], uptimeMs });

function run(...steps: readonly (readonly [Reading, number])[]): DetectorState {
  let state: DetectorState | undefined;
  for (const [reading, atMs] of steps) state = advance(state, reading, atMs);
  if (state === undefined) throw new Error('no steps');
  return state;
}

describe('the window', () => {
  test('leaves out a repetition, however late it comes', () => {
    expect(run([at(20_000), 1_000], [at(20_000), 3_500]).slots).toHaveLength(1);
  });

  test('leaves out a reading that was overtaken', () => {
    expect(run([at(20_000), 1_000], [at(22_000, 1), 2_000], [at(21_000, 2), 3_000]).slots).toHaveLength(2);
  });

  test('goes on after a restart of the device', () => {
    const state = run([at(900_000), 1_000], [at(300, 1), 2_000], [at(1_300, 2), 3_000]);
    expect(state.slots).toHaveLength(3);
  });

  test('counts arrivals when the device clock stands still', () => {
    const state = run([at(0), 0], [at(0, 1), 1_000], [at(0, 1), 2_000], [at(0, 1), 3_000]);
    expect(state.slots).toHaveLength(4);
  });

  test('forgets what lies before a gap of more than five seconds', () => {
    expect(run([at(20_000), 0], [at(24_900, 1), 5_000]).slots).toHaveLength(2);
    expect(run([at(20_000), 0], [at(25_100, 1), 5_000]).slots).toHaveLength(1);
  });

  test('takes several readings of one second as one, the largest', () => {
    const state = run([at(20_000), 0], [at(20_200, 30), 200], [at(20_400, 3), 400]);
    expect(state.slots).toHaveLength(1);
    expect(state.slots[0]?.accel[0]).toBe(3_000);
  });

  test('keeps the site a device once declared', () => {
    expect(run([{ ...at(20_000), bodySite: 'wrist' }, 0], [at(21_000), 1_000]).site).toBe('wrist');
  });
});
