import { describe, expect, test } from 'vitest';
import {
  bareHealthScore,
  computeFallLoad,
  type HealthFactorName,
  type HealthInput,
  healthScore,
} from './healthScore.js';
import { fallLevels } from './level.js';

function rating(input: HealthInput, name: HealthFactorName): number | undefined {
  return healthScore(input).factors.find((factor) => factor.name === name)?.score;
}

describe('the rating of the pulse', () => {
  test.each([
    [29, 0],
    [30, 0],
    [40, 50],
    [50, 100],
    [75, 100],
    [100, 100],
    [115, 75],
    [130, 50],
    [150, 25],
    [170, 0],
    [210, 0],
  ])('a pulse of %d bpm: %d', (latestBpm, expected) => {
    expect(rating({ heartRate: { latestBpm } }, 'heartRate')).toBeCloseTo(expected);
  });

  test.each([
    [{ stdDevBpm: 20 }, 100],
    [{ stdDevBpm: 40 }, 70],
    [{ stdDevBpm: 60 }, 40],
    [{ stdDevBpm: 90 }, 40],
    [{ meanBpm: 60 }, 100],
    [{ meanBpm: 40 }, 70],
    [{ meanBpm: 120 }, 70],
    [{ meanBpm: 120, stdDevBpm: 50 }, 55],
    [{ meanBpm: 130, stdDevBpm: 20 }, 55],
  ])('a pulse of 80 bpm with %j: %d', (swing, expected) => {
    expect(rating({ heartRate: { latestBpm: 80, ...swing } }, 'heartRate')).toBeCloseTo(expected);
  });

  test('a pulse is rated by the worse of its rate and its swing', () => {
    expect(rating({ heartRate: { latestBpm: 150, stdDevBpm: 40 } }, 'heartRate')).toBeCloseTo(25);
  });
});

describe('the rating of oxygen, falls and battery', () => {
  test.each([
    [70, 0],
    [80, 0],
    [85, 25],
    [90, 50],
    [92.5, 75],
    [95, 100],
    [99, 100],
  ])('an oxygen saturation of %d percent: %d', (latestPercent, expected) => {
    expect(rating({ oxygen: { latestPercent } }, 'oxygen')).toBeCloseTo(expected);
  });

  test.each([
    [0.5, 77.5],
    [1, 55],
    [2, 27.5],
    [3, 0],
    [9, 0],
  ])('a load of falls of %d: %d', (fallLoad, expected) => {
    expect(rating({ fallLoad }, 'falls')).toBeCloseTo(expected);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [10, 30],
    [20, 60],
    [35, 80],
    [50, 100],
    [100, 100],
  ])('a battery at %d percent: %d', (batteryPercent, expected) => {
    expect(rating({ batteryPercent }, 'battery')).toBeCloseTo(expected);
  });
});

describe('a factor', () => {
  test.each<[string, HealthInput]>([
    ['a pulse of 0', { heartRate: { latestBpm: 0 } }],
    ['a pulse that is no number', { heartRate: { latestBpm: Number.NaN } }],
    ['an oxygen saturation of 0', { oxygen: { latestPercent: 0 } }],
    ['an infinite oxygen saturation', { oxygen: { latestPercent: Number.POSITIVE_INFINITY } }],
    ['no falls and no vitals', { fallLoad: 0 }],
    ['a negative load of falls', { fallLoad: -1 }],
    ['a battery level that is no number', { batteryPercent: Number.NaN }],
  ])('is unknown: %s', (_, input) => {
    expect(healthScore(input)).toEqual({ score: 70, basis: 'NO_DATA', factors: [] });
  });

  test('of no falls is known with either vital', () => {
    expect(rating({ heartRate: { latestBpm: 70 }, fallLoad: 0 }, 'falls')).toBe(100);
    expect(rating({ oxygen: { latestPercent: 97 }, fallLoad: 0 }, 'falls')).toBe(100);
  });
});

describe('the factors', () => {
  test('have a weight and a note each', () => {
    const input = {
      heartRate: { latestBpm: 71.6 },
      oxygen: { latestPercent: 96.7 },
      fallLoad: 1.04,
      batteryPercent: 49.6,
      sensorsReliable: true,
    };
    const note = (one: HealthInput) =>
      healthScore(one).factors.map((factor) => [factor.name, factor.weight, factor.note]);
    expect(note(input)).toEqual([
      ['heartRate', 0.35, '72 bpm'],
      ['oxygen', 0.35, '97 %'],
      ['falls', 0.3, 'load 1.0'],
      ['battery', 5, '50 %'],
      ['sensors', 10, 'working'],
    ]);
    expect(note({ sensorsReliable: false })).toEqual([['sensors', 10, 'not initialised']]);
    expect(note({ heartRate: { latestBpm: 70 }, oxygen: { latestPercent: 97 } })).toEqual([
      ['heartRate', 0.5, '70 bpm'],
      ['oxygen', 0.5, '97 %'],
    ]);
  });

  test('sensors are rated 100 or 0', () => {
    expect(rating({ sensorsReliable: true }, 'sensors')).toBe(100);
    expect(rating({ sensorsReliable: false }, 'sensors')).toBe(0);
  });
});

describe('the score', () => {
  const pulse = (latestBpm: number) => ({ heartRate: { latestBpm } });
  const broken = { batteryPercent: 0, sensorsReliable: false };

  test.each<[string, number, HealthInput]>([
    [
      'three quarters the worst, one quarter the mean',
      37,
      { ...pulse(70), oxygen: { latestPercent: 85 }, fallLoad: 0 },
    ],
    ['the mean has the shares of what is known', 61, { ...pulse(70), fallLoad: 1, oxygen: { latestPercent: 0 } }],
    ['an empty battery takes 5 points', 95, { ...pulse(70), batteryPercent: 0 }],
    ['a battery at 20 % takes 2 points', 98, { ...pulse(70), batteryPercent: 20 }],
    ['broken sensors take 10 points', 90, { ...pulse(70), sensorsReliable: false }],
    ['working sensors take none', 100, { ...pulse(70), sensorsReliable: true }],
    ['device problems end at 26', 26, { ...pulse(35.4), ...broken }],
    ['of 26, device problems take nothing', 26, { ...pulse(35.2), ...broken }],
    ['of less than 26, they take all', 10, { ...pulse(35), ...broken }],
    ['of almost 26, rounded up, they take nothing', 26, { ...pulse(35.1), ...broken }],
    ['never below 0', 0, { ...pulse(20), ...broken }],
    ['without vitals, device problems are taken from 70', 55, broken],
  ])('%s', (_, score, input) => {
    expect(bareHealthScore(input).score).toBe(score);
    expect(healthScore(input).score).toBe(score);
  });
});

describe('the load of falls', () => {
  test('counts a fall by its level', () => {
    expect(fallLevels.map((level) => computeFallLoad([{ level, ageDays: 0 }]))).toEqual([0, 0.1, 0.4, 0.7, 1]);
  });

  test('halves every ten days, sums up, and takes a fall in the future as one of today', () => {
    const at = (ageDays: number) => ({ level: 'CONFIRMED', ageDays }) as const;
    expect(computeFallLoad([at(10)])).toBe(0.5);
    expect(computeFallLoad([at(0), at(10), at(20)])).toBe(1.75);
    expect(computeFallLoad([at(-10)])).toBe(1);
    expect(computeFallLoad([])).toBe(0);
  });
});
