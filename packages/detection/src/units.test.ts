import { expect, test } from 'vitest';
import { createSlot } from '../test/states.js';
import { accelG, turnRate } from './units.js';

test('a slot in g and °/s', () => {
  const slot = createSlot([2_000, -3_000, 6_000], { turn: 1_234 });
  expect(accelG(slot)).toBeCloseTo(70 / 9.80665);
  expect(turnRate(slot)).toBe(123.4);
});

test('without a gyroscope the rotation is 0', () => {
  expect(turnRate(createSlot([0, 0, 0], { turn: -1 }))).toBe(0);
});
