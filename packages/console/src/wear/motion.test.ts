import { expect, test } from 'vitest';
import { toSample } from './motion.js';

const accel = { x: 1, y: 2, z: 9 };
const rotationRate = { alpha: 3, beta: 4, gamma: 5 };

test('a motion event becomes a sample, with each rate at its axis', () => {
  expect(toSample({ accelerationIncludingGravity: accel, rotationRate, timeStamp: 7 })).toEqual({
    t: 7,
    ax: 1,
    ay: 2,
    az: 9,
    gx: 4,
    gy: 5,
    gz: 3,
  });
});

test('without a gyroscope the rates are left out', () => {
  const sample = { t: 7, ax: 1, ay: 2, az: 9 };
  expect(toSample({ accelerationIncludingGravity: accel, rotationRate: null, timeStamp: 7 })).toEqual(sample);
  const partial = { alpha: null, beta: 4, gamma: 5 };
  expect(toSample({ accelerationIncludingGravity: accel, rotationRate: partial, timeStamp: 7 })).toEqual(sample);
});

test.each([null, { x: null, y: null, z: null }])('the empty event of a laptop (%j) is no sample', (empty) => {
  expect(toSample({ accelerationIncludingGravity: empty, rotationRate, timeStamp: 7 })).toBeUndefined();
});
