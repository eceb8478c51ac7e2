import { describe, expect, test } from 'vitest';
import { isNotWorn, isWornAgain, toAwakeSinceMs, type WornDevice } from './wear.rules.js';

const minuteMs = 60_000;
const nowMs = Date.parse('2026-01-31T12:00:00.000Z');
const still = (minutes: number, changes: Partial<WornDevice> = {}): WornDevice => ({
  wornAt: new Date(nowMs - minutes * minuteMs).toISOString(),
  heartRate: 70,
  intervalMs: null,
  sensorsInitialized: true,
  hasFallen: false,
  wearsAnother: false,
  ...changes,
});
const limits = { notWornAfterMs: 20 * minuteMs, awakeSinceMs: nowMs - 300 * minuteMs };

describe('isNotWorn', () => {
  test.each([
    ['no sign of a wearer for 19 minutes', still(19), false],
    ['for 20 minutes', still(20), true],
    ['no sign is known', still(0, { wornAt: null }), false],
    ['without a pulse sensor, for 59 minutes', still(59, { heartRate: null }), false],
    ['without a pulse sensor, for 60 minutes', still(60, { heartRate: null }), true],
    ['nine readings of a device that sends every 5 minutes', still(49, { intervalMs: 300_000 }), false],
    ['ten of them', still(50, { intervalMs: 300_000 }), true],
    ['after a fall', still(120, { hasFallen: true }), false],
    ['another device is worn', still(120, { wearsAnother: true }), false],
    ['the sensors do not work', still(120, { sensorsInitialized: false }), false],
    ['the device says nothing about its sensors', still(20, { sensorsInitialized: null }), true],
  ])('%s', (_, device, expected) => {
    expect(isNotWorn(device, nowMs, limits)).toBe(expected);
  });

  test('only the time since people are awake counts', () => {
    const awakeFor = (minutes: number) => ({ ...limits, awakeSinceMs: nowMs - minutes * minuteMs });
    expect(isNotWorn(still(600), nowMs, awakeFor(19))).toBe(false);
    expect(isNotWorn(still(600), nowMs, awakeFor(20))).toBe(true);
    expect(isNotWorn(still(600), nowMs, { ...limits, awakeSinceMs: null })).toBe(false);
  });

  test('can be switched off', () => {
    expect(isNotWorn(still(600), nowMs, { ...limits, notWornAfterMs: 0 })).toBe(false);
    expect(isWornAgain(still(600), nowMs, { notWornAfterMs: 0 })).toBe(true);
  });
});

describe('isWornAgain', () => {
  test.each([
    ['still', still(20), false],
    ['a sign of a wearer', still(19), true],
    ['without a pulse sensor, still', still(60, { heartRate: null }), false],
    ['without a pulse sensor, moved', still(59, { heartRate: null }), true],
    ['another device is worn', still(20, { wearsAnother: true }), true],
    // A fall does not say that the device is worn.
    ['after a fall', still(20, { hasFallen: true }), false],
  ])('%s', (_, device, expected) => {
    expect(isWornAgain(device, nowMs, limits)).toBe(expected);
  });
});

describe('toAwakeSinceMs', () => {
  // In the time zone of the process, whichever it is.
  const at = (hour: number, minute: number, day = 31): number => new Date(2026, 0, day, hour, minute).getTime();
  const day = { fromMinute: 8 * 60, toMinute: 21 * 60 };
  const late = { fromMinute: 10 * 60, toMinute: 60 };

  test.each([
    ['before 08:00', at(7, 59), day, null],
    ['at 08:00', at(8, 0), day, at(8, 0)],
    ['before 21:00', at(20, 59), day, at(8, 0)],
    ['at 21:00', at(21, 0), day, null],
    ['at 21:30', at(21, 30), day, null],
    ['08:00-16:00, at 03:00', at(3, 0), { fromMinute: 8 * 60, toMinute: 16 * 60 }, null],
    ['10:00-01:00, in the evening', at(23, 30), late, at(10, 0)],
    ['10:00-01:00, after midnight', at(0, 59), late, at(10, 0, 30)],
    ['10:00-01:00, at 01:00', at(1, 0), late, null],
    ['10:00-01:00, before 10:00', at(9, 59), late, null],
    ['always', at(3, 0), { fromMinute: 0, toMinute: 1_440 }, 0],
  ])('%s', (_, atMs, hours, expected) => {
    expect(toAwakeSinceMs(atMs, hours)).toBe(expected);
  });
});
