import { expect, test } from 'vitest';
import { computeWaitMs } from '../src/backoff.rules.js';

test('waits double up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => computeWaitMs(failures, undefined, 0) / 1_000)).toEqual([
    1, 2, 4, 8, 16, 32, 60, 60, 60,
  ]);
});

test('never less than the service asks for, and up to a quarter more', () => {
  expect(computeWaitMs(1, 20, 0)).toBe(20_000);
  expect(computeWaitMs(1, 20, 1)).toBe(25_000);
  expect(computeWaitMs(6, 20, 0)).toBe(32_000);
});
