import { expect, test } from 'vitest';
import { burstFeatureCount, burstFeatureNames } from './features/burstFeatures.js';
import { secondFeatureCount, secondFeatureNames } from './features/secondFeatures.js';
import { withoutTurn } from './missingTurn.js';

/** Written behind one other value, which must stay. */
function listUnknown(kind: 'burst' | 'peak', names: readonly string[]): string[] {
  const x = new Float64Array(names.length + 1).fill(1);
  withoutTurn(kind, x, 1);
  expect(x[0]).toBe(1);
  return names.filter((_, index) => Number.isNaN(x[index + 1]));
}

test('bursts and peaks without a gyroscope have no rotation', () => {
  expect(burstFeatureCount).toBe(40);
  expect(secondFeatureCount).toBe(17);
  expect(listUnknown('peak', secondFeatureNames)).toEqual(['W', 'prev_W', 'next_W', 'last_W']);
  expect(listUnknown('burst', burstFeatureNames)).toEqual([
    'gyro_peak',
    'gyro_rot',
    'post_gyro',
    'last_gyro',
    'pre_gyro',
    'net_rot',
    'net_frac',
    'gyro_imp',
    'calm_share',
    'turn_before',
    'turn_after',
    'drop_speed',
    'drop',
  ]);
});

test('an instant gets the rotation that is typical for its deviation from 1 g', () => {
  const x = new Float64Array(secondFeatureCount + 1);
  const set = (name: (typeof secondFeatureNames)[number], value: number) => {
    x[1 + secondFeatureNames.indexOf(name)] = value;
  };
  set('A', 0.5);
  set('prev_dev', 0.1);
  set('next_dev', 0);
  set('last_dev', 0.25);
  withoutTurn('instant', x, 1);
  const found = Object.fromEntries(secondFeatureNames.map((name, index) => [name, x[1 + index]]));
  expect(found).toMatchObject({ A: 0.5, W: 155, prev_W: 35, next_W: 5, last_W: 80, prev_dev: 0.1, tilt: 0 });
});
