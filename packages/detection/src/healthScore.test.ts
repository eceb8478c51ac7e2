import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeFallLoad, type HealthInput, healthScore } from './healthScore.js';
import { fallLevels } from './level.js';

const risk = (input: HealthInput) => 100 - healthScore(input).score;
const well: HealthInput = {
  heartRate: { latestBpm: 70, meanBpm: 72, stdDevBpm: 6 },
  oxygen: { latestPercent: 98 },
  fallLoad: 0,
};

describe('healthScore', () => {
  test('is neutral, and says so, when nothing is known', () => {
    for (const input of [{}, { fallLoad: 0 }]) {
      expect(healthScore(input)).toMatchObject({ basis: 'NO_DATA', score: 70 });
    }
  });

  test('a healthy person scores high', () => {
    expect(healthScore({ ...well, batteryPercent: 90, sensorsReliable: true })).toMatchObject({
      basis: 'DATA',
      score: 100,
    });
  });

  test('extreme vitals or repeated falls alone reach high risk', () => {
    expect(risk({ ...well, oxygen: { latestPercent: 75 } })).toBeGreaterThanOrEqual(75);
    expect(risk({ ...well, heartRate: { latestBpm: 185 } })).toBeGreaterThanOrEqual(75);
    expect(risk({ ...well, heartRate: { latestBpm: 28 } })).toBeGreaterThanOrEqual(75);
    const falls = [0, 1, 2, 3].map((ageDays) => ({ level: 'CONFIRMED', ageDays }) as const);
    expect(risk({ ...well, fallLoad: computeFallLoad(falls) })).toBeGreaterThanOrEqual(75);
    expect(risk({ fallLoad: computeFallLoad(falls) })).toBeGreaterThanOrEqual(75);
  });

  test('device problems alone never make a person high risk', () => {
    const vitals = fc.record({
      heartRate: fc.option(fc.record({ latestBpm: fc.nat(300), stdDevBpm: fc.nat(80) }), { nil: undefined }),
      oxygen: fc.option(fc.record({ latestPercent: fc.nat(100) }), { nil: undefined }),
      fallLoad: fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(vitals, fc.double({ min: 0, max: 100, noNaN: true }), (person, batteryPercent) => {
        const broken = { ...person, batteryPercent, sensorsReliable: false };
        expect(risk(broken) >= 75).toBe(risk(person) >= 75);
        const { score } = healthScore(broken);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
  });

  test('weights of the known factors add up to one', () => {
    const { factors } = healthScore({ oxygen: { latestPercent: 93 }, fallLoad: 1 });
    expect(factors.map(({ name }) => name)).toEqual(['oxygen', 'falls']);
    expect(factors.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
  });

  test('a fall counts less the older it is and the less certain it was', () => {
    const loads = fallLevels.map((level) => computeFallLoad([{ level, ageDays: 1 }]));
    expect(loads).toEqual([...loads].sort((a, b) => a - b));
    expect(computeFallLoad([{ level: 'HIGH', ageDays: 20 }])).toBeCloseTo(
      computeFallLoad([{ level: 'HIGH', ageDays: 0 }]) / 4,
    );
  });
});
