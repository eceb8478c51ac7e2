import { expect, test } from 'vitest';
import { toPath } from './Sparkline.js';

test('a gap interrupts the line, and a single value between gaps is a dot', () => {
  expect(toPath([60, 90, null, 75, null])).toBe('M0.0 25.0h0L25.0 3.0M75.0 14.0h0');
});

test('small changes stay small', () => {
  expect(toPath([70, 71])).toBe('M0.0 14.4h0L100.0 13.6');
});

test('nothing measured is no line', () => {
  expect(toPath([null, null])).toBe('');
});
