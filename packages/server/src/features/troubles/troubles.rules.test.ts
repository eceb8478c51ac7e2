import { describe, expect, test } from 'vitest';
import { createTroublePlan, findTroubles, isOver, toTroubleAlert, type WatchedDevice } from './troubles.rules.js';

const nowMs = Date.parse('2026-01-31T12:00:00.000Z');
const seen = (secondsAgo: number): string => new Date(nowMs - secondsAgo * 1_000).toISOString();
const well: WatchedDevice = {
  disabledAt: null,
  lastSeen: seen(1),
  batteryLevel: 80,
  sensorsInitialized: true,
  silentAfterMs: 1_800_000,
  unheardMs: 0,
  wornAt: seen(1),
  heartRate: 70,
  intervalMs: null,
  hasFallen: false,
  wearsAnother: false,
};
const limits = { notWornAfterMs: 1_200_000, awakeSinceMs: nowMs - 7_200_000 };

describe('findTroubles', () => {
  test.each([
    ['nothing', well, []],
    ['nothing is known yet', { ...well, batteryLevel: null, sensorsInitialized: null }, []],
    ['it was never seen', { ...well, lastSeen: null, batteryLevel: 3 }, []],
    ['it is switched off', { ...well, disabledAt: seen(0), lastSeen: seen(9_999) }, []],
    ['quiet, not long enough', { ...well, lastSeen: seen(1_799) }, []],
    ['silent', { ...well, lastSeen: seen(1_800) }, ['SILENT']],
    ['silent, but for a second in which nobody listened', { ...well, lastSeen: seen(1_800), unheardMs: 1_000 }, []],
    ['silent beside an outage', { ...well, lastSeen: seen(9_000), unheardMs: 7_200_000 }, ['SILENT']],
    [
      'silent, with an old battery level',
      { ...well, lastSeen: seen(1_800), batteryLevel: 2, sensorsInitialized: false },
      ['SILENT'],
    ],
    ['battery above the mark', { ...well, batteryLevel: 20.1 }, []],
    ['battery at 20 %', { ...well, batteryLevel: 20 }, ['BATTERY_20']],
    ['battery above 5 %', { ...well, batteryLevel: 5.1 }, ['BATTERY_20']],
    ['battery at 5 %', { ...well, batteryLevel: 5 }, ['BATTERY_5']],
    ['sensors', { ...well, sensorsInitialized: false }, ['SENSORS']],
    ['worn a moment ago', { ...well, wornAt: seen(1_199) }, []],
    ['not worn', { ...well, wornAt: seen(1_200) }, ['NOT_WORN']],
    ['not worn, with a low battery', { ...well, wornAt: seen(1_200), batteryLevel: 20 }, ['BATTERY_20', 'NOT_WORN']],
    ['silent, and not worn before', { ...well, wornAt: seen(9_000), lastSeen: seen(1_800) }, ['SILENT']],
    ['not worn, switched off', { ...well, wornAt: seen(1_200), disabledAt: seen(0) }, []],
    ['battery and sensors', { ...well, batteryLevel: 1, sensorsInitialized: false }, ['BATTERY_5', 'SENSORS']],
  ])('%s', (_, device, troubles) => {
    expect(findTroubles(device, nowMs, limits)).toEqual(troubles);
  });
});

describe('isOver', () => {
  test.each([
    ['SILENT', { ...well, lastSeen: seen(1_800) }, false],
    ['SILENT', { ...well, lastSeen: seen(1_799) }, true],
    ['SILENT', { ...well, lastSeen: seen(9_000), unheardMs: 7_200_000 }, false],
    ['BATTERY_20', { ...well, batteryLevel: 25 }, false],
    ['BATTERY_20', { ...well, batteryLevel: 25.1 }, true],
    ['BATTERY_5', { ...well, batteryLevel: 10 }, false],
    ['BATTERY_5', { ...well, batteryLevel: 10.1 }, true],
    ['BATTERY_20', { ...well, batteryLevel: null }, true],
    ['SENSORS', { ...well, sensorsInitialized: false }, false],
    ['SENSORS', well, true],
    ['SENSORS', { ...well, sensorsInitialized: null }, true],
    ['SENSORS', { ...well, sensorsInitialized: false, disabledAt: seen(0) }, true],
    ['NOT_WORN', { ...well, wornAt: seen(1_200) }, false],
    ['NOT_WORN', { ...well, wornAt: seen(1_199) }, true],
    ['NOT_WORN', { ...well, wornAt: seen(1_200), disabledAt: seen(0) }, true],
  ] as const)('%s', (kind, device, over) => {
    expect(isOver(kind, device, nowMs, limits)).toBe(over);
  });
});

test('the alerts say what to do', () => {
  expect(toTroubleAlert('SILENT', 'Wearable EE:FF', 1_800_000)).toEqual({
    type: 'DEVICE_SILENT',
    severity: 'MEDIUM',
    message: 'Wearable EE:FF has sent nothing for 30 minutes: its wearer is not monitored.',
  });
  expect(toTroubleAlert('BATTERY_20', 'W', 1)).toEqual({
    type: 'LOW_BATTERY',
    severity: 'LOW',
    message: 'Battery of W at 20 % or less. Charge it today.',
  });
  expect(toTroubleAlert('BATTERY_5', 'W', 1)).toMatchObject({
    type: 'LOW_BATTERY',
    severity: 'MEDIUM',
    message: expect.stringMatching(/^Battery of W at 5 % or less\. Charge it now/),
  });
  expect(toTroubleAlert('SENSORS', 'W', 1)).toMatchObject({
    type: 'SENSOR_FAULT',
    severity: 'MEDIUM',
    message: expect.stringMatching(/sensors of W/),
  });
  expect(toTroubleAlert('NOT_WORN', 'W', 1)).toMatchObject({
    type: 'NOT_WORN',
    severity: 'MEDIUM',
    message: expect.stringMatching(/^W sends, but .* seems not to be worn\. Look after its wearer/),
  });
});

test('troubles need not reach anybody at once; a silent device is escalated to the admins when it is OFFLINE', () => {
  const [halfHour, day, hour] = [1_800_000, 86_400_000, 3_600_000];
  const gentle = { repeatEveryMs: day, reopenAfterMs: null, mustReach: false };
  const first = { afterMs: 0, to: ['CAREGIVERS'] };
  const untilOffline = day - halfHour;
  expect(createTroublePlan('SILENT', halfHour, day)).toEqual({
    ...gentle,
    steps: [first, { afterMs: untilOffline, to: ['CAREGIVERS', 'ADMINS'] }],
    reopenAfterMs: untilOffline,
  });
  expect(createTroublePlan('SILENT', day, day).steps[1]?.afterMs).toBe(60_000);
  expect(createTroublePlan('BATTERY_20', halfHour, day)).toEqual({ ...gentle, steps: [first] });
  expect(createTroublePlan('BATTERY_5', halfHour, day)).toEqual({
    ...gentle,
    steps: [first, { afterMs: hour, to: ['CAREGIVERS'] }],
  });
  for (const kind of ['SENSORS', 'NOT_WORN'] as const)
    expect(createTroublePlan(kind, halfHour, day)).toEqual({
      ...gentle,
      steps: [first, { afterMs: hour, to: ['CAREGIVERS', 'ADMINS'] }],
    });
});
