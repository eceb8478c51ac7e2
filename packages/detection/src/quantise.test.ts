import { expect, test } from 'vitest';
import { accelIntegers, toInteger, turnInteger } from './quantise.js';

test('a value is rounded to an integer of 16 bits', () => {
  expect(toInteger(9.806, 100)).toBe(981);
  expect(toInteger(327.67, 100)).toBe(32_767);
  expect(toInteger(400, 100)).toBe(32_767);
  expect(toInteger(Number.POSITIVE_INFINITY, 100)).toBe(32_767);
  expect(toInteger(-327.67, 100)).toBe(-32_767);
  expect(toInteger(-400, 100)).toBe(-32_767);
});

test('not a number becomes zero, and zero has no sign', () => {
  expect(toInteger(Number.NaN, 100)).toBe(0);
  expect(toInteger(-0.001, 100)).toBe(0);
});

test('acceleration is in 0.01 m/s², and a missing axis is zero', () => {
  expect(accelIntegers([1, -2, 3.456])).toEqual([100, -200, 346]);
  expect(accelIntegers([])).toEqual([0, 0, 0]);
});

test('rotation is the length of its vector in 0.1 °/s, -1 if it is unknown', () => {
  expect(turnInteger([2, -3, 6])).toBe(70);
  expect(turnInteger(undefined)).toBe(-1);
  expect(turnInteger([Number.NaN, 0, 0])).toBe(-1);
  expect(turnInteger([0, 1e200, 0])).toBe(-1);
});
