import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fallLevels, toAction, toLevel } from './level.js';

test('each boundary belongs to the lower level, each gap to the higher', () => {
  const cases = [
    [0, 'NO_FALL'],
    [0.3, 'NO_FALL'],
    [0.1 + 0.2, 'NO_FALL'],
    [0.305, 'SUSPICIOUS'],
    [0.5, 'SUSPICIOUS'],
    [0.505, 'POTENTIAL'],
    [0.7, 'POTENTIAL'],
    [0.705, 'HIGH'],
    [0.89, 'HIGH'],
    [0.895, 'CONFIRMED'],
    [1, 'CONFIRMED'],
  ] as const;
  for (const [confidence, level] of cases) expect(toLevel(confidence)).toBe(level);
});

test('a higher confidence never gives a lower level', () => {
  // Even steps: random doubles cluster around zero and would rarely test the upper levels.
  const unit = fc.nat(100_000).map((steps) => steps / 100_000);
  fc.assert(
    fc.property(unit, unit, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(fallLevels.indexOf(toLevel(low))).toBeLessThanOrEqual(fallLevels.indexOf(toLevel(high)));
    }),
    { numRuns: 10_000 },
  );
});

test('every level has an action', () => {
  expect(fallLevels.map(toAction)).toEqual(['none', 'log', 'alert', 'notify-and-alert', 'emergency']);
});
