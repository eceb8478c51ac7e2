import { describe, expect, test } from 'vitest';
import { isImpact, isMovement } from './candidates.js';

describe('isImpact', () => {
  test.each([
    ['1.5 g', [1, 1.5], 1, 1, true],
    ['less than 1.5 g', [1, 1.49], 1, 1, false],
    ['the first second', [1.5], 0, 0, true],
    ['as large as the second before', [1.5, 1.5], 1, 1, true],
    ['smaller than the second before', [1.6, 1.5], 1, 1, false],
    ['as large as the second after', [1, 1.5, 1.5], 1, 2, true],
    ['smaller than the second after', [1, 1.5, 1.6], 1, 2, false],
    ['the second after is not known yet', [1, 1.5, 1.6], 1, 1, true],
    ['not a number', [1, Number.NaN], 1, 1, false],
  ])('%s', (_, a, i, j, expected) => {
    expect(isImpact(a, i, j)).toBe(expected);
  });
});

describe('isMovement', () => {
  test.each([
    ['at rest', [1], [0], 0, false],
    ['0.0625 g above rest', [1.0625], [0], 0, false],
    ['0.09 g above rest', [1.09], [0], 0, true],
    ['0.09 g below rest', [0.91], [0], 0, true],
    ['turning at 30 °/s', [1], [30], 0, false],
    ['turning faster', [1], [30.1], 0, true],
    ['weightless once', [1, 0.1], [0, 0], 1, true],
    ['weightless at the first reading', [0.1], [0], 0, true],
    ['weightless twice: another unit or a broken sensor', [0.1, 0.1], [90, 90], 1, false],
    ['at 0.2 g twice', [0.2, 0.2], [0, 0], 1, true],
    ['at 0.2 g, then weightless', [0.2, 0.1], [0, 0], 1, true],
    ['weightless, then at 0.2 g', [0.1, 0.2], [0, 0], 1, true],
  ])('%s', (_, a, w, i, expected) => {
    expect(isMovement(a, w, i)).toBe(expected);
  });
});
