import { describe, expect, test } from 'vitest';
import {
  attemptMs,
  findRoom,
  isHeldBack,
  leaseMs,
  liveChannel,
  liveConfirmMs,
  maxInFlight,
  maxInFlightPerPatient,
  minPersonUrgency,
  settleAttempt,
  toUrgency,
} from './deliveries.rules.js';

describe('a result', () => {
  test.each(['sent', 'accepted'] as const)('%s is final at any age', (status) => {
    for (const ageMs of [0, 6_000, 600_000])
      expect(settleAttempt({ status }, ageMs)).toEqual({ status, reason: null, dueInMs: null });
  });

  test.each([
    [0, 1_000],
    [999, 1_000],
    [2_500, 2_500],
    [16_000, 16_000],
    [44_999, 16_000],
  ])('failed after %d ms is tried again in %d ms', (ageMs, dueInMs) => {
    const failed = { status: 'failed', reason: 'HTTP 500' } as const;
    expect(settleAttempt(failed, ageMs)).toEqual({ status: 'pending', reason: 'HTTP 500', dueInMs });
  });

  test('failed is final from 45 s on', () => {
    const failed = { status: 'failed', reason: 'HTTP 500' } as const;
    for (const ageMs of [45_000, 900_000])
      expect(settleAttempt(failed, ageMs)).toEqual({ status: 'failed', reason: 'HTTP 500', dueInMs: null });
  });

  test('unreachable is not retried', () => {
    const unreachable = { status: 'unreachable', reason: 'no webhook' } as const;
    expect(settleAttempt(unreachable, 0)).toEqual({ ...unreachable, dueInMs: null });
  });

  test('held is not retried: its channel sends it later', () => {
    const held = { status: 'held', reason: 'the hourly limit is used up' } as const;
    expect(settleAttempt(held, 0)).toEqual({ ...held, dueInMs: null });
  });
});

test('a higher severity has a higher urgency', () => {
  expect((['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const).map(toUrgency)).toEqual([0, 1, 2, 3]);
});

test('half of the slots are reserved for urgent deliveries, and one patient has at most a tenth', () => {
  expect([maxInFlight, maxInFlightPerPatient]).toEqual([400, 40]);
  expect(findRoom(0)).toEqual({ count: 200, countPerPatient: 40, minUrgency: 0 });
  expect(findRoom(199)).toEqual({ count: 1, countPerPatient: 40, minUrgency: 0 });
  expect(findRoom(200)).toEqual({ count: 200, countPerPatient: 40, minUrgency: 1 });
  expect(findRoom(399)).toEqual({ count: 1, countPerPatient: 40, minUrgency: 1 });
  expect(findRoom(400).count).toBe(0);
});

test('due deliveries may have been left for lack of slots', () => {
  expect(isHeldBack(new Map())).toBe(false);
  expect(isHeldBack(new Map([['ann', 39]]))).toBe(false);
  expect(isHeldBack(new Map([['ann', 40]]))).toBe(true);
  const many = Array.from({ length: 199 }, (_, index) => [String(index), 1] as const);
  expect(isHeldBack(new Map(many))).toBe(false);
  expect(isHeldBack(new Map([...many, ['ann', 1]]))).toBe(true);
});

test('deliveries on an open connection are stored under the name live', () => {
  expect(liveChannel).toBe('live');
});

test('the live confirmation takes up to 2 s, a lease 4 s, an attempt 5 s', () => {
  expect(liveConfirmMs).toBe(2_000);
  expect(leaseMs).toBe(4_000);
  expect([minPersonUrgency, attemptMs]).toEqual([1, 5_000]);
});
