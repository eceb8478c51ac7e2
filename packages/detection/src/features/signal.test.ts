import { expect, test } from 'vitest';
import {
  angleBetween,
  largestBetween,
  meanBetween,
  smallestBetween,
  stdBetween,
  sumBetween,
  unrestBetween,
} from './signal.js';

const values = Float64Array.of(9, -3, 1, 5, 9);

test('values between two places, the second exclusive', () => {
  expect(largestBetween(values, 1, 4, 7)).toBe(5);
  expect(smallestBetween(values, 1, 4, 7)).toBe(-3);
  expect(sumBetween(values, 1, 4)).toBe(3);
  expect(meanBetween(values, 1, 4, 7)).toBe(1);
  expect(stdBetween(values, 1, 4, 7)).toBeCloseTo(Math.sqrt(32 / 3));
  expect(unrestBetween(values, 1, 4, 7)).toBeCloseTo(8 / 3);
});

test.each([
  ['largest', largestBetween],
  ['smallest', smallestBetween],
  ['mean', meanBetween],
  ['deviation', stdBetween],
  ['unrest', unrestBetween],
])('the %s of no values is the given value', (_, between) => expect(between(values, 2, 2, 7)).toBe(7));

test('the angle between two vectors', () => {
  expect(angleBetween(0, 2, 0, 0, 0, 3)).toBe(90);
  expect(angleBetween(0, 2, 0, 0, 0, 0)).toBe(0);
  // Rounding makes these cosines 1.0000000000000002 and -1.0000000000000002.
  expect(angleBetween(2, 1, 1, 1.2, 0.6, 0.6)).toBe(0);
  expect(angleBetween(2, 1, 1, -1.2, -0.6, -0.6)).toBe(180);
});
