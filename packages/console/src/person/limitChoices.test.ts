import { expect, test } from 'vitest';
import { areApart, limitChoices } from './limitChoices.js';

const limits = { heartRateLow: 60, heartRateHigh: 80, oxygenLow: null, minutes: 5 };

test('the upper limit is at least 20 above the lower one, if both are set', () => {
  expect(areApart(limits)).toBe(true);
  expect(areApart({ ...limits, heartRateHigh: 79 })).toBe(false);
  expect(areApart({ ...limits, heartRateHigh: null })).toBe(true);
  expect(areApart({ ...limits, heartRateLow: null, heartRateHigh: 60 })).toBe(true);
});

test('the choices are those that the service accepts', () => {
  const ends = (values: readonly number[]) => [values[0], values.at(-1)];
  expect(ends(limitChoices.heartRateLow)).toEqual([30, 100]);
  expect(ends(limitChoices.heartRateHigh)).toEqual([60, 220]);
  expect(ends(limitChoices.oxygenLow)).toEqual([70, 98]);
});
