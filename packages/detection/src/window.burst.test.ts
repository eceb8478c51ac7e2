import { describe, expect, test } from 'vitest';
import type { Reading } from './reading.js';
import { advance } from './window.js';

const reading = (uptimeMs: number, change: Partial<Reading>): Reading => ({ accel: [9, 9, 9], uptimeMs, ...change });
const rows = (count: number, x: number) => Array.from({ length: count }, () => [x, 0, 0]);
const burst = (count: number, x: number) => ({ rateHz: 25, accel: rows(count, x), gyro: rows(count, x) });
const firstSlot = (change: Partial<Reading>) => advance(undefined, reading(20_000, change), 0).slots[0];

describe('a slot', () => {
  test('is an instant unless the device declares a peak', () => {
    expect(firstSlot({})?.input).toBe('instant');
    expect(firstSlot({ sampling: 'instant' })?.input).toBe('instant');
    expect(firstSlot({ sampling: 'peak' })?.input).toBe('peak');
  });

  test('of a burst is represented by its largest sample, with its rotation', () => {
    const samples = {
      rateHz: 25,
      accel: [
        [1, 0, 0],
        [2, -3, 4],
        [0, 1, 0],
      ],
      gyro: [
        [9, 9, 9],
        [1, 2, -2],
        [9, 9, 9],
      ],
    };
    expect(firstSlot({ samples, sampling: 'peak', gyro: [70, 0, 0] })).toEqual({
      input: 'burst',
      accel: [200, -300, 400],
      turn: 30,
      samples: [100, 0, 0, 90, 90, 90, 200, -300, 400, 10, 20, -20, 0, 100, 0, 90, 90, 90],
    });
  });

  test('of a burst without gyroscope has no rotation', () => {
    expect(firstSlot({ samples: { rateHz: 25, accel: rows(2, 1) }, gyro: [70, 0, 0] })?.turn).toBe(-1);
    expect(firstSlot({ samples: { rateHz: 25, accel: rows(2, 1), gyro: [] } })?.turn).toBe(-1);
    expect(firstSlot({ samples: { rateHz: 25, accel: rows(2, 1), gyro: rows(2, 0) } })?.turn).toBe(0);
  });

  test('of a burst limits the rotation to 16 bits', () => {
    const samples = { rateHz: 25, accel: rows(1, 1), gyro: [[3_000, 3_000, 0]] };
    expect(firstSlot({ samples })?.turn).toBe(32_767);
  });

  test('of an unusable burst is the plain reading', () => {
    expect(firstSlot({ samples: { rateHz: 0, accel: rows(2, 1) }, gyro: [7, 0, 0] })).toEqual({
      input: 'instant',
      accel: [900, 900, 900],
      turn: 70,
    });
  });
});

describe('two bursts within one second', () => {
  const merged = (one: Partial<Reading>, other: Partial<Reading>) =>
    advance(advance(undefined, reading(20_000, one), 0), reading(20_100, other), 100).slots;

  test('are joined, up to 30 samples', () => {
    const [slot] = merged({ samples: burst(10, 2) }, { samples: burst(20, 1) });
    expect(slot).toMatchObject({ accel: [200, 0, 0], turn: 20 });
    expect(slot?.samples?.filter((_, index) => index % 6 === 0)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 20 }, () => 100),
    ]);
  });

  test('of more than 30 samples: the larger one stays', () => {
    const [slot] = merged({ samples: burst(11, 2) }, { samples: burst(20, 1) });
    expect(slot?.samples).toHaveLength(11 * 6);
  });

  test('a burst and a plain reading: the larger one stays', () => {
    expect(merged({ samples: burst(10, 50) }, {})[0]).toMatchObject({ input: 'burst', accel: [5_000, 0, 0] });
    expect(merged({ samples: burst(10, 1) }, {})).toEqual([{ input: 'instant', accel: [900, 900, 900], turn: -1 }]);
    expect(merged({}, { samples: burst(10, 50) })[0]?.samples).toHaveLength(60);
  });
});
