import { describe, expect, test } from 'vitest';
import { largestSample, maxSamples, resampleBurst } from './burst.js';

const rows = (count: number) => Array.from({ length: count }, (_, i) => [i, 0, 0]);
/** Samples 1, 2, 3 … with three different axes. */
const axes = (count: number) => Array.from({ length: count }, (_, i) => [i + 1, 10 * (i + 1), -(i + 1)]);
const firstAxis = (samples: readonly number[] | undefined) => samples?.filter((_, index) => index % 6 === 0);

describe('resampleBurst', () => {
  test('averages a faster burst into 25 Hz', () => {
    const samples = resampleBurst({ rateHz: 50, accel: rows(50), gyro: rows(50) });
    expect(samples).toHaveLength(25 * 6);
    expect(samples?.slice(0, 6)).toEqual([50, 0, 0, 5, 0, 0]);
  });

  test('keeps all six axes', () => {
    const samples = resampleBurst({ rateHz: 50, accel: axes(4), gyro: axes(4) });
    expect(samples).toEqual([150, 1_500, -150, 15, 150, -15, 350, 3_500, -350, 35, 350, -35]);
  });

  test('averages three samples into one, also where the rate is no multiple of 25 Hz', () => {
    expect(firstAxis(resampleBurst({ rateHz: 75, accel: rows(9) }))).toEqual([100, 400, 700]);
    expect(firstAxis(resampleBurst({ rateHz: 40, accel: rows(8) }))).toEqual([50, 200, 350, 500, 650]);
  });

  test('fills a slower burst from its nearest samples', () => {
    const samples = resampleBurst({ rateHz: 20, accel: rows(20) });
    expect(samples).toHaveLength(25 * 6);
    expect(samples?.at(-6)).toBe(1_900);
    expect(firstAxis(resampleBurst({ rateHz: 10, accel: rows(2) }))).toEqual([0, 0, 100, 100, 100]);
  });

  test('keeps the latest part of a burst that is too long', () => {
    const samples = resampleBurst({ rateHz: 25, accel: rows(100) });
    expect(maxSamples).toBe(30);
    expect(firstAxis(samples)).toEqual(Array.from({ length: maxSamples }, (_, i) => 100 * (70 + i)));
    expect(firstAxis(resampleBurst({ rateHz: 50, accel: rows(80) }))?.slice(0, 2)).toEqual([2_050, 2_250]);
  });

  test('missing rows and axes count as zero', () => {
    const samples = resampleBurst({ rateHz: 50, accel: [[2], [4, 6]], gyro: [[8, 8, 8]] });
    expect(samples).toEqual([300, 300, 0, 40, 40, 40]);
    expect(resampleBurst({ rateHz: 25, accel: [[1, 2, 3]] })).toEqual([100, 200, 300, 0, 0, 0]);
    expect(resampleBurst({ rateHz: 25, accel: [[]], gyro: [[]] })).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('returns undefined for an empty or invalid burst', () => {
    expect(resampleBurst({ rateHz: 25, accel: [] })).toBeUndefined();
    expect(resampleBurst({ rateHz: 0, accel: rows(9) })).toBeUndefined();
    expect(resampleBurst({ rateHz: -25, accel: rows(9) })).toBeUndefined();
    expect(resampleBurst({ rateHz: Number.NaN, accel: rows(9) })).toBeUndefined();
    expect(resampleBurst({ rateHz: Number.POSITIVE_INFINITY, accel: rows(9) })).toBeUndefined();
    // Too short for one sample at 25 Hz, and just long enough.
    expect(resampleBurst({ rateHz: 100, accel: rows(1) })).toBeUndefined();
    expect(resampleBurst({ rateHz: 100, accel: rows(2) })).toEqual([50, 0, 0, 0, 0, 0]);
  });
});

describe('largestSample', () => {
  const sample = (x: number, y: number, z: number) => [x, y, z, 99, 99, 99];

  test.each([
    ['the only one', [...sample(0, 0, 0)], 0],
    ['none', [], 0],
    ['one unit above nothing', [...sample(0, 0, 0), ...sample(0, 1, 0)], 1],
    ['by x', [...sample(1, 0, 0), ...sample(-9, 0, 0), ...sample(2, 2, 2)], 1],
    ['by y', [...sample(3, 0, 0), ...sample(0, -4, 0), ...sample(0, 0, 2)], 1],
    ['by z', [...sample(3, 0, 0), ...sample(0, 2, 0), ...sample(0, 0, -4)], 2],
    ['the sum of all axes', [...sample(0, 5, 0), ...sample(3, 3, 3), ...sample(4, 4, 0)], 2],
    ['the first of equals', [...sample(0, 5, 0), ...sample(5, 0, 0)], 0],
  ])('%s', (_, samples, index) => {
    expect(largestSample(samples)).toBe(index);
  });
});
