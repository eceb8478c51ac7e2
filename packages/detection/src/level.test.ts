import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionOf, fallLevels, levelOf } from './level.js';

test('each boundary of the contract belongs to the lower level, each gap to the higher', () => {
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
  for (const [confidence, level] of cases) expect(levelOf(confidence)).toBe(level);
});

test('more confidence is never a lower level', () => {
  // Even steps: random doubles crowd around zero and would hardly ever try the upper levels.
  const unit = fc.nat(100_000).map((steps) => steps / 100_000);
  fc.assert(
    fc.property(unit, unit, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(fallLevels.indexOf(levelOf(low))).toBeLessThanOrEqual(fallLevels.indexOf(levelOf(high)));
    }),
    { numRuns: 10_000 },
  );
});

test('every level has its action', () => {
  expect(fallLevels.map(actionOf)).toEqual(['none', 'log', 'alert', 'notify-and-alert', 'emergency']);
});
