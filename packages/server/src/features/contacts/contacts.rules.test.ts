import { describe, expect, test } from 'vitest';
import { toInitials } from '../users/users.rules.js';
import { codeDurationMs, codeProblem, isUsed, toCode } from './contacts.rules.js';
import { parsePhone } from './phone.rules.js';
import { wordNotice } from './wording.rules.js';

describe('a contact point is used', () => {
  test.each([
    [1, 'LOW', 1, 'LOW', true],
    [2, 'LOW', 1, 'CRITICAL', false],
    [2, 'LOW', 2, 'LOW', true],
    [1, 'HIGH', 5, 'MEDIUM', false],
    [1, 'HIGH', 1, 'HIGH', true],
    [1, 'HIGH', 1, 'CRITICAL', true],
  ] as const)('from step %i and %s on: at step %i with %s: %s', (fromStep, minSeverity, step, severity, expected) => {
    expect(isUsed({ fromStep, minSeverity }, { step, severity })).toBe(expected);
  });

  test('whatever it is meant for, when everything else has failed', () => {
    const use = { fromStep: 9, minSeverity: 'CRITICAL' } as const;
    expect(isUsed(use, { step: 1, severity: 'LOW', usesEverything: true })).toBe(true);
  });
});

describe('a code', () => {
  const state = { codeHash: 'x', codeSentAt: '2026-01-31T12:00:00.000Z', codeTries: 4 };
  const sentAtMs = Date.parse(state.codeSentAt);

  test('has six digits', () => {
    expect([toCode(0), toCode(47_113), toCode(999_999)]).toEqual(['000000', '047113', '999999']);
  });

  test('is checked for ten minutes and five tries', () => {
    expect(codeProblem(state, sentAtMs + codeDurationMs)).toBeUndefined();
    expect(codeProblem(state, sentAtMs + codeDurationMs + 1)).toBe('has expired: request a new one');
    expect(codeProblem({ ...state, codeTries: 5 }, sentAtMs)).toBe('was wrong too often: request a new one');
    expect(codeProblem({ ...state, codeHash: null }, sentAtMs)).toBe('was not sent yet: request one first');
  });
});

test.each([
  ['+49 170 1234567', '+491701234567'],
  ['0049 (0170)-12/34.56', '+490170123456'],
  ['0170 1234567', undefined],
  ['+49170123\r\n4567x', undefined],
  ['+1234', undefined],
])('the phone number %j is stored as %s', (text, stored) => {
  const parsed = parsePhone(text);
  expect('address' in parsed ? parsed.address : undefined).toBe(stored);
});

describe('the words of a notice', () => {
  const happening = {
    type: 'FALL_DETECTED',
    initials: 'R.H.',
    isDrill: false,
    isCall: false,
    wasTaken: false,
    step: 1,
    minutesAgo: 0,
    calledBy: null,
  };

  test.each([
    ['en', {}, 'R.H. has fallen', 'Just now.'],
    ['en', { step: 2, minutesAgo: 3 }, 'R.H. has fallen', '3 min ago. Nobody has answered yet.'],
    [
      'en',
      { step: 2, minutesAgo: 3, wasTaken: true },
      'R.H. has fallen',
      '3 min ago. Somebody was on it, but it is open again.',
    ],
    ['en', { isCall: true }, 'R.H. is calling for help', 'Just now.'],
    ['en', { isDrill: true }, 'Test alert: nobody has fallen (R.H.)', 'Just now.'],
    ['en', { type: 'FALL_CANCELLED', step: 2 }, 'R.H. fell and says: I’m OK', 'Just now.'],
    ['en', { type: 'SOMETHING_NEW' }, 'R.H. needs attention', 'Just now.'],
    [
      'en',
      { step: 2, minutesAgo: 3, calledBy: 'Noah Berg' },
      'R.H. has fallen',
      'Noah Berg is on it and asks for a second person. 3 min ago.',
    ],
    ['de', {}, 'R.H. ist gestürzt', 'Gerade eben.'],
    ['de', { step: 3, minutesAgo: 4 }, 'R.H. ist gestürzt', 'Vor 4 Min. Noch hat niemand geantwortet.'],
  ] as const)('%s, %j', (language, changes, title, text) => {
    expect(wordNotice(language, { ...happening, ...changes })).toEqual({ title, text });
  });
});

test.each(['en', 'de'] as const)('the sentences are those of the console, in %s', async (language) => {
  // Not a static import: the packages are compiled apart.
  const path = `../../../../console/src/words/${language}/board.ts`;
  const { board } = (await import(path)) as { board: { what: Record<string, string> } };
  const { DRILL: _, NEEDS_HELP, OTHER, ...types } = board.what;
  expect(Object.keys(types).length).toBeGreaterThan(5);
  const title = (type: string, isCall = false) =>
    wordNotice(language, {
      type,
      initials: 'R.H.',
      isDrill: false,
      isCall,
      step: 1,
      minutesAgo: 0,
      wasTaken: false,
      calledBy: null,
    }).title;
  for (const [type, words] of Object.entries(types)) expect(title(type)).toBe(`R.H. ${words}`);
  expect(title('FALL_DETECTED', true)).toBe(`R.H. ${NEEDS_HELP}`);
  expect(title('SOMETHING_NEW')).toBe(`R.H. ${OTHER}`);
});

test('initials are the first letters, also beyond one code unit', () => {
  expect([toInitials('Rose', 'Hill'), toInitials('émile', ' 𝒵ola'), toInitials('', '')]).toEqual(['R.H.', 'É.𝒵.', '']);
});
