import { expect, test } from 'vitest';
import { isMissing, toCalendarRows } from './calendarRows.js';

const user = { id: 'a', name: 'Anna Berg' };

test('shifts and gaps are in the order of time', () => {
  const rows = toCalendarRows({
    shifts: [
      { user, from: '2026-02-03T07:00:00.000Z', until: '2026-02-04T07:00:00.000Z', source: 'TURN' },
      { user, from: '2026-02-01T07:00:00.000Z', until: '2026-02-02T07:00:00.000Z', source: 'FEED' },
    ],
    gaps: [{ from: '2026-02-02T07:00:00.000Z', until: '2026-02-03T07:00:00.000Z', reason: 'ABSENT' }],
  });
  expect(rows.map(({ source, reason }) => source ?? reason)).toEqual(['FEED', 'ABSENT', 'TURN']);
  expect(rows.map(isMissing)).toEqual([false, true, false]);
});

test('a day that the schedule does not cover is no missing person', () => {
  expect(isMissing({ reason: 'NOT_COVERED' })).toBe(false);
});
