import { describe, expect, test } from 'vitest';
import { channelNames, leaseMs, liveConfirmMs, maxInFlight, roomOf, settledOf, urgencyOf } from './deliveries.rules.js';

describe('a result', () => {
  test('sent is sent, whenever', () => {
    for (const ageMs of [0, 6_000, 600_000])
      expect(settledOf({ status: 'sent' }, ageMs)).toEqual({ status: 'sent', reason: null, dueInMs: null });
  });

  test.each([
    [0, 1_000],
    [999, 1_000],
    [2_500, 2_500],
    [16_000, 16_000],
    [44_999, 16_000],
  ])('failed after %d ms is tried again in %d ms', (ageMs, dueInMs) => {
    const failed = { status: 'failed', reason: 'HTTP 500' } as const;
    expect(settledOf(failed, ageMs)).toEqual({ status: 'pending', reason: 'HTTP 500', dueInMs });
  });

  test('failed is given up before the next step has long been taken', () => {
    const failed = { status: 'failed', reason: 'HTTP 500' } as const;
    for (const ageMs of [45_000, 900_000])
      expect(settledOf(failed, ageMs)).toEqual({ status: 'failed', reason: 'HTTP 500', dueInMs: null });
  });

  test('unreachable is not tried again', () => {
    const unreachable = { status: 'unreachable', reason: 'no webhook' } as const;
    expect(settledOf(unreachable, 0)).toEqual({ ...unreachable, dueInMs: null });
  });
});

test('the worse, the more urgent', () => {
  expect((['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const).map(urgencyOf)).toEqual([0, 1, 2, 3]);
});

test('half of the room is kept for what is urgent', () => {
  expect(maxInFlight).toBe(400);
  expect(roomOf(0)).toEqual({ count: 200, minUrgency: 0 });
  expect(roomOf(199)).toEqual({ count: 1, minUrgency: 0 });
  expect(roomOf(200)).toEqual({ count: 200, minUrgency: 1 });
  expect(roomOf(399)).toEqual({ count: 1, minUrgency: 1 });
  expect(roomOf(400).count).toBe(0);
});

test('the waits fit each other: a dead sender and a closed stream show before nobody counts as reached', () => {
  expect(liveConfirmMs).toBe(2_000);
  expect(leaseMs).toBe(4_000);
  expect(channelNames).toEqual(['live', 'webhook']);
});
