import { describe, expect, test } from 'vitest';
import { largestSample, maxSamples, resampleBurst } from './burst.js';

const rows = (count: number) => Array.from({ length: count }, (_, i) => [i, 0, 0]);

describe('resampleBurst', () => {
  test('averages a faster burst into 25 Hz', () => {
    const samples = resampleBurst({ rateHz: 50, accel: rows(50), gyro: rows(50) });
    expect(samples).toHaveLength(25 * 6);
    expect(samples?.slice(0, 6)).toEqual([50, 0, 0, 5, 0, 0]);
  });

  test('fills a slower burst from its nearest samples', () => {
    const samples = resampleBurst({ rateHz: 20, accel: rows(20) });
    expect(samples).toHaveLength(25 * 6);
    expect(samples?.at(-6)).toBe(1_900);
  });

  test('keeps the latest part of a burst that is too long', () => {
    const samples = resampleBurst({ rateHz: 25, accel: rows(100) });
    expect(samples).toHaveLength(maxSamples * 6);
    expect(samples?.at(-6)).toBe(9_900);
  });

  test('has nothing to say about an empty or impossible one', () => {
    expect(resampleBurst({ rateHz: 25, accel: [] })).toBeUndefined();
    expect(resampleBurst({ rateHz: 0, accel: rows(9) })).toBeUndefined();
    expect(resampleBurst({ rateHz: Number.NaN, accel: rows(9) })).toBeUndefined();
  });
});

test('largestSample finds the peak', () => {
  expect(largestSample([1, 0, 0, 0, 0, 0, -9, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0])).toBe(1);
});
