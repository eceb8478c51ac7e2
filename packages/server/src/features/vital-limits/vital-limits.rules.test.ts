import { describe, expect, test } from 'vitest';
import {
  findExcursion,
  findLimitProblem,
  isBackInRange,
  type Limits,
  type MinuteOfVitals,
  toMessage,
} from './vital-limits.rules.js';

const to = '2026-01-31T12:00:00.000Z';
const minuteMs = 60_000;
const none: Limits = { heartRateLow: null, heartRateHigh: null, oxygenLow: null, minutes: 5 };
const high = { ...none, heartRateHigh: 120 };
const low = { ...none, heartRateLow: 45 };
const oxygen = { ...none, oxygenLow: 88 };

type Values = readonly (number | null)[];

/** The minutes before `to`, oldest first; null: no reading in that minute. */
function toMinutes(heartRates: Values, oxygens: Values = [], changes: Partial<MinuteOfVitals> = {}): MinuteOfVitals[] {
  const length = Math.max(heartRates.length, oxygens.length);
  return Array.from({ length }, (_, index) => ({
    minute: new Date(Date.parse(to) - (length - index) * minuteMs).toISOString(),
    intervalMs: null,
    heartRateCount: (heartRates[index] ?? null) === null ? 0 : 3,
    heartRate: heartRates[index] ?? null,
    oxygenCount: (oxygens[index] ?? null) === null ? 0 : 3,
    oxygen: oxygens[index] ?? null,
    ...changes,
  }));
}

describe('findExcursion', () => {
  test.each([
    ['off', none, [250, 250, 250, 250, 250], false],
    ['at the upper limit', high, [120, 121, 121, 121, 121], false],
    ['above it', high, [121, 121, 121, 121, 121], true],
    ['above it for four of five minutes', high, [121, 121, 121, 121], true],
    ['above it for three of five minutes', high, [121, 121, 121], false],
    ['one minute is inside', high, [130, 130, 90, 130, 130], false],
    ['one minute is unknown', high, [130, 130, null, 130, 130], true],
    ['two minutes are unknown', high, [130, null, 130, null, 130], false],
    ['at the lower limit', low, [45, 44, 44, 44, 44], false],
    ['below it', low, [44, 44, 44, 44, 44], true],
    ['older minutes do not count', high, [90, 90, 121, 121, 121, 121, 121], true],
    ['nothing is known', high, [], false],
    ['one minute is enough when so set', { ...high, minutes: 1 }, [90, 121], true],
    ['one unknown minute is not', { ...high, minutes: 1 }, [121, null], false],
  ])('%s', (_, limits, heartRates, isFound) => {
    expect(findExcursion(limits, toMinutes(heartRates), to) !== undefined).toBe(isFound);
  });

  test('says which value, which limit, since when', () => {
    const expected = { vital: 'heartRate', direction: 'HIGH', limit: 120, since: '2026-01-31T11:55:00.000Z' };
    expect(findExcursion(high, toMinutes([121, 121, 121, 121, 121]), to)).toEqual(expected);
    // The first minute is unknown.
    const later = { ...expected, since: '2026-01-31T11:56:00.000Z' };
    expect(findExcursion(high, toMinutes([121, 121, 121, 121]), to)).toEqual(later);
  });

  test('the minute that begins at the end does not count', () => {
    const [later] = toMinutes([90], [], { minute: to });
    const minutes = [...toMinutes([121, 121, 121, 121, 121]), later as MinuteOfVitals];
    expect(findExcursion(high, minutes, to)).toMatchObject({ since: '2026-01-31T11:55:00.000Z' });
  });

  test('oxygen below its limit, before the heart rate', () => {
    const minutes = toMinutes([130, 130, 130, 130, 130], [87, 87, 87, 87, 87]);
    const both = { ...high, oxygenLow: 88 };
    expect(findExcursion(both, minutes, to)).toMatchObject({ vital: 'oxygenSaturation', direction: 'LOW', limit: 88 });
    expect(findExcursion(oxygen, toMinutes([], [87, 87, 88, 87, 87]), to)).toBeUndefined();
  });

  test('a minute with two values is unknown, unless the device sends so seldom', () => {
    const heartRates = [130, 130, 130, 130, 130];
    expect(findExcursion(high, toMinutes(heartRates, [], { heartRateCount: 2 }), to)).toBeUndefined();
    const every = (intervalMs: number, heartRateCount: number) =>
      findExcursion(high, toMinutes(heartRates, [], { intervalMs, heartRateCount }), to);
    expect(every(30_000, 2)).toBeDefined();
    expect(every(20_000, 2)).toBeUndefined();
    expect(every(60_000, 1)).toBeDefined();
    expect(every(300_000, 0)).toBeUndefined();
  });
});

describe('isBackInRange', () => {
  const [isHigh, isLow] = [
    { vital: 'heartRate', direction: 'HIGH' } as const,
    { vital: 'heartRate', direction: 'LOW' } as const,
  ];
  const lacksOxygen = { vital: 'oxygenSaturation', direction: 'LOW' } as const;

  test.each([
    ['5 bpm below the limit', high, isHigh, [115, 115, 115, 115, 115], true],
    ['4 bpm below the limit', high, isHigh, [115, 115, 116, 115, 115], false],
    ['not for long enough', high, isHigh, [130, 100, 100, 100, 100], false],
    ['5 bpm above the lower limit', low, isLow, [50, 50, 50, 50, 50], true],
    ['4 bpm above it', low, isLow, [50, 50, 49, 50, 50], false],
    ['unknown', high, isHigh, [], false],
    ['the limit was removed', none, isHigh, [], true],
  ] as const)('%s', (_, limits, open, heartRates, isBack) => {
    expect(isBackInRange(limits, open, toMinutes(heartRates), to)).toBe(isBack);
  });

  test('oxygen has no upper limit', () => {
    expect(isBackInRange(oxygen, { ...lacksOxygen, direction: 'HIGH' }, [], to)).toBe(true);
  });

  test('oxygen 2 % above its limit, and never more than 100 %', () => {
    const back = (limits: Limits, value: number) =>
      isBackInRange(limits, lacksOxygen, toMinutes([], [value, value, value, value, value]), to);
    expect(back(oxygen, 89)).toBe(false);
    expect(back(oxygen, 90)).toBe(true);
    expect(back({ ...none, oxygenLow: 99 }, 99)).toBe(false);
    expect(back({ ...none, oxygenLow: 99 }, 100)).toBe(true);
  });
});

test('the limits of the heart rate are 20 bpm apart', () => {
  expect(findLimitProblem({ ...none, heartRateLow: 60, heartRateHigh: 80 })).toBeUndefined();
  expect(findLimitProblem({ ...none, heartRateLow: 60, heartRateHigh: 79 })).toEqual({
    heartRateHigh: 'must be at least 80, 20 above heartRateLow; got 79',
  });
  expect(findLimitProblem({ ...none, heartRateHigh: 19 })).toBeUndefined();
  expect(findLimitProblem({ ...none, heartRateLow: 100 })).toBeUndefined();
});

test('the message says which value, which limit, since when', () => {
  const excursion = { vital: 'heartRate', direction: 'HIGH', limit: 120, since: '2026-01-31T11:55:00.000Z' } as const;
  expect(toMessage(excursion, 5)).toBe(
    'Heart rate above 120 bpm for 5 minutes, since 11:55 UTC. Look after the person.',
  );
  expect(toMessage({ ...excursion, vital: 'oxygenSaturation', direction: 'LOW', limit: 88 }, 1)).toBe(
    'Oxygen saturation below 88 % for 1 minute, since 11:55 UTC. Look after the person.',
  );
});
