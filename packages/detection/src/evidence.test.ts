import { describe, expect, test } from 'vitest';
import { listEvidence } from './evidence.js';
import { burstFeatureNames } from './features/burstFeatures.js';
import { secondFeatureNames } from './features/secondFeatures.js';
import type { AgeModel, FittedModel } from './model/model.js';

/** Every feature has the weight 1: a fact weighs the sum of its features. */
function createModel(names: readonly string[]): FittedModel {
  const fill = (value: number) => names.map(() => value);
  const age: AgeModel = { mean: fill(0), scale: fill(1), w: fill(1), b: 0 };
  const ages = Array.from({ length: 6 }, () => age);
  const trees = { baseline: 0, feature: [], threshold: [], leaf: [] };
  return { name: 'made up', low: fill(-1_000), high: fill(1_000), ages, trees, platt: { a: 1, b: 0 } };
}

function evidence(kind: 'burst' | 'peak', values: Record<string, number>, age = 3) {
  const names = kind === 'burst' ? burstFeatureNames : secondFeatureNames;
  const x = Float64Array.from(names, (name) => values[name] ?? 0);
  return listEvidence(kind, createModel(names), x, age);
}
const find = (kind: 'burst' | 'peak', values: Record<string, number>, feature: string, age = 3) =>
  evidence(kind, values, age).find((fact) => fact.feature === feature);

describe('the facts', () => {
  test('of a burst are rounded for people', () => {
    const shown = {
      peak: 3.06,
      tilt_last: 77.7,
      calm_share: 1,
      ff_dur: 0.416,
      gyro_peak: 311.4,
      impulse_ratio: 2.06,
    };
    const facts = evidence('burst', shown).map(({ feature, value, unit }) => [feature, value, unit]);
    expect(facts).toEqual([
      ['rotation', 311, '°/s'],
      ['posture_change', 78, '°'],
      ['impact', 3.1, 'g'],
      ['impact_to_surroundings', 2.1, 'ratio'],
      ['still_for', 3, 's'],
      ['free_fall', 0.42, 's'],
    ]);
  });

  test('of a peak or an instant are rounded for people', () => {
    const facts = evidence('peak', { A: 3.06, tilt_last: 77.7, next_dev: 0.016, W: 311.4, ratio: 2.06 });
    expect(facts.map(({ feature, value, unit }) => [feature, value, unit])).toEqual([
      ['rotation', 311, '°/s'],
      ['posture_change', 78, '°'],
      ['impact', 3.1, 'g'],
      ['impact_to_surroundings', 2.1, 'ratio'],
      ['still_for', 3, 's'],
    ]);
  });

  test.each(['burst', 'peak'] as const)('of a %s have every feature in exactly one of them', (kind) => {
    const names = kind === 'burst' ? burstFeatureNames : secondFeatureNames;
    for (const name of names) {
      const weights = evidence(kind, { [name]: 4 }).map(({ weight }) => weight);
      expect(weights.filter((weight) => weight !== 0)).toEqual([4]);
    }
  });
});

describe('the weights of the facts', () => {
  test('are the sum of their features, to two decimals', () => {
    expect(
      find('burst', { tilt: 1.234, tilt_last: 2, tilt_low: 3, post_tilt_move: -1 }, 'posture_change')?.weight,
    ).toBe(5.23);
    expect(find('peak', { A: 1, logA: 2, minA: -5, jump: 0.25 }, 'impact')?.weight).toBe(-1.75);
  });

  test('order them: the largest first, whatever its sign', () => {
    const facts = evidence('peak', { W: -7, A: 2, tilt: 3 }).map(({ feature }) => feature);
    expect(facts.slice(0, 3)).toEqual(['rotation', 'posture_change', 'impact']);
  });
});

describe('values', () => {
  test('that are unknown leave their fact out', () => {
    expect(find('burst', { gyro_peak: Number.NaN }, 'rotation')).toBeUndefined();
    expect(evidence('burst', { gyro_peak: Number.NaN })).toHaveLength(5);
  });

  test('are never negative zero', () => {
    expect(find('burst', { tilt_last: -0.2 }, 'posture_change')).toEqual({
      feature: 'posture_change',
      value: 0,
      unit: '°',
      weight: -0.2,
    });
  });
});

describe('still_for', () => {
  test('of a burst is its age if 70 % was calm, else the calm part of it', () => {
    expect(find('burst', { calm_share: 0.7 }, 'still_for', 5)?.value).toBe(5);
    expect(find('burst', { calm_share: 0.69 }, 'still_for', 5)?.value).toBe(3);
    expect(find('burst', { calm_share: 0.69, post_std: 2 }, 'still_for', 5)?.weight).toBe(2.69);
  });

  test('of a reading a second is its age if the mean deviation is below 0.15 g, else 0', () => {
    expect(find('peak', { next_dev: 0.14 }, 'still_for', 4)?.value).toBe(4);
    expect(find('peak', { next_dev: 0.15 }, 'still_for', 4)?.value).toBe(0);
    expect(find('peak', { next_dev: 0.14 }, 'still_for', 0)?.value).toBe(0);
    expect(find('peak', { next_dev: 0.14, next_W: 2 }, 'still_for', 4)).toMatchObject({ unit: 's', weight: 2.14 });
  });
});
