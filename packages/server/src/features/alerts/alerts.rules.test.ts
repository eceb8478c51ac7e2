import { expect, test } from 'vitest';
import { toAftermath } from './alerts.rules.js';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 31, 12, 0, seconds)).toISOString();
const stored = { kind: 'LYING_STILL', at: at(40), since: at(10), fallAt: at(0) } as const;

test.each([
  ['while readings arrive', 50, at(49), null],
  ['up to 30 s after the last one', 79, at(49), null],
  ['without readings for longer', 80, at(49), at(49)],
  ['up to ten minutes after the fall', 600, at(599), null],
  ['and no longer', 601, at(601), at(600)],
  ['while the table does not have the reading yet', 60, null, null],
  ['of a deleted device', 80, null, at(40)],
])('the aftermath is known %s', (_, now, lastSeen, until) => {
  const shown = toAftermath({ ...stored, lastSeen }, Date.parse(at(now)));
  expect(shown).toEqual({ kind: 'LYING_STILL', since: at(10), until });
});
