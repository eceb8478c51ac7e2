import { describe, expect, test } from 'vitest';
import { decideSharing, isWorse, maxOpenPerPatient, type OpenEscalation, risesQuietly } from './sharing.rules.js';

const startedAtMs = 1_000_000;
const newest: OpenEscalation = { state: 'ESCALATING', severity: 'HIGH', startedAtMs };
const fall = { severity: 'HIGH', waits: false } as const;
const soon = startedAtMs + 59_999;
const later = startedAtMs + 60_000;

describe('a new fall', () => {
  test('starts an escalation when none is open', () => {
    expect(decideSharing(undefined, 0, fall, soon)).toBe('begin');
  });

  test.each([
    { severity: 'LOW', sharing: 'join' },
    { severity: 'MEDIUM', sharing: 'join' },
    { severity: 'HIGH', sharing: 'join' },
    { severity: 'CRITICAL', sharing: 'raise' },
  ] as const)('of severity $severity within 60 s of one of HIGH: $sharing', ({ severity, sharing }) => {
    expect(decideSharing(newest, 1, { severity, waits: false }, soon)).toBe(sharing);
  });

  test('starts its own from 60 s on, whatever its severity', () => {
    for (const severity of ['MEDIUM', 'HIGH', 'CRITICAL'] as const)
      expect(decideSharing(newest, 1, { severity, waits: false }, later)).toBe('begin');
  });

  test('starts its own when somebody has acknowledged the newest', () => {
    expect(decideSharing({ ...newest, state: 'HANDLED' }, 1, fall, soon)).toBe('begin');
  });

  test('does not wait for the wearer’s answer to another fall', () => {
    const waiting = { ...newest, state: 'WAITING' as const };
    expect(decideSharing(waiting, 1, fall, soon)).toBe('raise');
    expect(decideSharing(waiting, 1, { ...fall, waits: true }, soon)).toBe('join');
    expect(decideSharing(waiting, 1, { severity: 'CRITICAL', waits: true }, soon)).toBe('raise');
    // The plan starts when the wearer's time to answer ends.
    expect(decideSharing({ ...waiting, startedAtMs: soon + 30_000 }, 1, { ...fall, waits: true }, soon)).toBe('join');
  });
});

describe('with the maximum of open escalations per patient', () => {
  const full = maxOpenPerPatient;

  test('one below the maximum still starts a new one', () => {
    expect(decideSharing(newest, full - 1, fall, later)).toBe('begin');
  });

  test('a fall joins the newest, and people are notified at most once a minute', () => {
    expect(decideSharing(newest, full, fall, soon)).toBe('join');
    expect(decideSharing(newest, full, fall, later)).toBe('raise');
  });

  test('an acknowledged escalation starts again', () => {
    expect(decideSharing({ ...newest, state: 'HANDLED' }, full, fall, soon)).toBe('raise');
  });
});

describe('a fall whose level rises', () => {
  test('only changes in the lists while people are notified of an equal or higher severity', () => {
    expect(risesQuietly(newest, 'MEDIUM')).toBe(true);
    expect(risesQuietly(newest, 'HIGH')).toBe(true);
    expect(risesQuietly(newest, 'CRITICAL')).toBe(false);
  });

  test.each(['WAITING', 'HANDLED', 'CLOSED'] as const)('is notified when its escalation is %s', (state) => {
    expect(risesQuietly({ ...newest, state }, 'MEDIUM')).toBe(false);
  });
});

test('isWorse compares by rank', () => {
  expect(isWorse('CRITICAL', 'HIGH')).toBe(true);
  expect(isWorse('HIGH', 'HIGH')).toBe(false);
  expect(isWorse('LOW', 'MEDIUM')).toBe(false);
});
