import { describe, expect, test } from 'vitest';
import {
  type AnsweredFall,
  type FallAnswer,
  findOfferedThreshold,
  isUpTo,
  withholdsAlert,
} from './personalThreshold.js';

const answered = (answer: FallAnswer, ...confidences: number[]): AnsweredFall[] =>
  confidences.map((confidence) => ({ confidence, answer }));
const five = answered('FALSE_ALARM', 0.51, 0.6, 0.55, 0.52, 0.58);

describe('a personal threshold', () => {
  test('is offered after five false alarms: their largest confidence, rounded up to two decimals', () => {
    expect(findOfferedThreshold(five)).toBe(0.6);
    expect(findOfferedThreshold(answered('FALSE_ALARM', 0.51, 0.51, 0.51, 0.51, 0.5502))).toBe(0.56);
    // 0.55 × 100 is 55.00000000000001, 0.57 × 100 is 56.99999999999999.
    expect(findOfferedThreshold(answered('FALSE_ALARM', 0.55, 0.55, 0.55, 0.55, 0.55))).toBe(0.55);
    expect(findOfferedThreshold(answered('FALSE_ALARM', 0.57, 0.57, 0.57, 0.57, 0.57))).toBe(0.57);
  });

  test('is not offered after four', () => {
    expect(findOfferedThreshold(five.slice(1))).toBeNull();
    expect(findOfferedThreshold([])).toBeNull();
  });

  test.each(['REAL', 'OTHER'] as const)('is not offered if one of the newest five answers is %s', (answer) => {
    for (let place = 0; place < 5; place++)
      expect(findOfferedThreshold(five.toSpliced(place, 0, ...answered(answer, 0.64)))).toBeNull();
    expect(findOfferedThreshold([...five, ...answered(answer, 0.64)])).toBe(0.6);
  });

  test('is at most 0.65: false alarms above it neither count nor raise it', () => {
    const above = answered('FALSE_ALARM', 0.6501, 0.69, 0.8, 0.95);
    expect(findOfferedThreshold([...above, ...five])).toBe(0.6);
    expect(findOfferedThreshold([...above, ...five.slice(1)])).toBeNull();
    expect(findOfferedThreshold(answered('FALSE_ALARM', 0.65, 0.65, 0.65, 0.65, 0.65))).toBe(0.65);
  });

  test('a real fall above 0.65 does not matter: it alerts with any threshold', () => {
    expect(findOfferedThreshold([...answered('REAL', 0.66), ...five])).toBe(0.6);
  });

  test('is not offered if it had withheld the alert of an earlier real fall', () => {
    expect(findOfferedThreshold([...five, ...answered('REAL', 0.6)])).toBeNull();
    expect(findOfferedThreshold([...five, ...answered('REAL', 0.4)])).toBeNull();
    expect(findOfferedThreshold([...five, ...answered('REAL', 0.6001)])).toBe(0.6);
  });

  test('a false alarm of a level that alerts nobody does not count; another answer does', () => {
    expect(findOfferedThreshold([...answered('FALSE_ALARM', 0.5, 0.4), ...five.slice(1)])).toBeNull();
    expect(findOfferedThreshold([...answered('FALSE_ALARM', 0.5, 0.4), ...five])).toBe(0.6);
    expect(findOfferedThreshold([...answered('REAL', 0.4), ...five])).toBeNull();
    expect(findOfferedThreshold([...answered('OTHER', 0.4), ...five])).toBeNull();
  });
});

test('a threshold withholds alerts up to it, of POTENTIAL falls only', () => {
  expect([0.5, 0.51, 0.6, 0.600_04, 0.6001, 0.7, 0.71, 0.95].filter((each) => withholdsAlert(0.6, each))).toEqual([
    0.51, 0.6, 0.600_04,
  ]);
  // No such threshold can be stored; the level decides in any case.
  expect(withholdsAlert(1, 0.71)).toBe(false);
  expect(isUpTo(0.6, 0.3)).toBe(true);
  expect(isUpTo(0.6, 0.6001)).toBe(false);
});
