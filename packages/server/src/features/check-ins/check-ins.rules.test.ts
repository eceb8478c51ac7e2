import { describe, expect, test } from 'vitest';
import { isMissed, toExamineAt, toLookSince, toMessage, toOpensAt, toState } from './check-ins.rules.js';

const dueAt = '2026-01-31T08:00:00.000Z';
const at = (time: string): string => `2026-01-31T${time}:00.000Z`;

test('the window opens four hours before the time', () => {
  expect(toOpensAt({ dueAt })).toBe(at('04:00'));
});

describe('toExamineAt', () => {
  const day = { day: '2026-01-31', dueAt, movementCounts: true, isAlerted: false };
  test.each([
    ['the window is closed', at('03:00'), {}, at('04:00')],
    ['it opens', at('04:00'), {}, at('04:05')],
    ['its end comes first', at('07:58'), {}, dueAt],
    ['the time has passed', dueAt, {}, at('08:01')],
    ['an alert is open', at('03:00'), { isAlerted: true }, at('03:01')],
    ['an alert is open, and so is the window', at('05:00'), { isAlerted: true }, at('05:01')],
    ['movement does not count', at('03:00'), { movementCounts: false, isAlerted: true }, at('04:00')],
    ['movement does not count, the window is open', at('04:00'), { movementCounts: false }, dueAt],
    ['movement does not count, the time has passed', at('08:30'), { movementCounts: false }, at('08:31')],
  ])('%s', (_, now, changes, expected) => {
    expect(toExamineAt({ ...day, now, ...changes })).toBe(expected);
  });
});

test('movement is looked for in the window, and for an open alert in the last hours', () => {
  expect(toLookSince({ day: '2026-01-31', dueAt, now: at('07:00'), isAlerted: false })).toBe(at('04:00'));
  expect(toLookSince({ day: '2026-01-31', dueAt, now: at('07:00'), isAlerted: true })).toBe(at('03:00'));
});

test('time in which nobody listened does not count', () => {
  expect(isMissed(dueAt, at('07:59'), 0)).toBe(false);
  expect(isMissed(dueAt, dueAt, 0)).toBe(true);
  expect(isMissed(dueAt, at('09:59'), 7_200_000)).toBe(false);
  expect(isMissed(dueAt, at('10:00'), 7_200_000)).toBe(true);
});

describe('toState', () => {
  const known = {
    ...{ day: '2026-02-01', dueAt: '2026-02-01T08:00:00.000Z', now: at('12:00'), today: '2026-01-31' },
    ...{ resumesOn: null, isAlerted: false, lastDay: null, lastSign: null },
  };
  const confirmed = { lastDay: '2026-01-31', lastSign: 'CONFIRMED' } as const;
  test.each([
    ['nothing yet', {}, 'UPCOMING'],
    ['the window is open', { day: '2026-01-31', dueAt: at('13:00') }, 'OPEN'],
    ['a sign today', confirmed, 'CONFIRMED'],
    ['a sign yesterday', { ...confirmed, today: '2026-02-01' }, 'UPCOMING'],
    ['a sign before the next window', { ...confirmed, dueAt: at('13:00') }, 'OPEN'],
    ['an alert', { ...confirmed, lastSign: null, isAlerted: true }, 'MISSED'],
    ['away', { resumesOn: '2026-02-01' }, 'AWAY'],
    ['back today', { resumesOn: '2026-01-31' }, 'UPCOMING'],
    ['missed, and ended without a sign', { ...confirmed, lastSign: null }, 'UPCOMING'],
  ] as const)('%s', (_, changes, expected) => {
    expect(toState({ ...known, ...changes })).toBe(expected);
  });
});

test('the message says by when, and what was looked for', () => {
  expect(toMessage('09:00', 'Europe/Berlin', true)).toBe(
    'No check-in by 09:00 (Europe/Berlin), and no movement in the 4 hours before. Look after the person.',
  );
  expect(toMessage('09:00', 'UTC', false)).toBe('No check-in by 09:00 (UTC). Look after the person.');
});
