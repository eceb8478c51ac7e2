import { expect, test } from 'vitest';
import { defineBurstFeatures } from '../../test/burstDefinitions.js';
import { defineSecondFeatures } from '../../test/secondDefinitions.js';
import { createNoise, createSteps, type Sample, still, toSignal } from '../../test/signals.js';
import { burstFeatureCount, burstFeatureNames, burstFeatures } from './burstFeatures.js';
import { type SecondSample, secondFeatureCount, secondFeatureNames, secondFeatures } from './secondFeatures.js';

/** Features are written behind others: what stands before and after them must stay. */
const at = 2;
const untouched = -7;
/** The angle between two almost parallel vectors is exact to 1e-6 degrees. */
const tolerance = 1e-5;

function listDifferences(names: readonly string[], out: Float64Array, expected: Record<string, number>): string[] {
  const found = names.flatMap((name, index) => {
    const gap = Math.abs((out[at + index] as number) - (expected[name] as number));
    return gap < tolerance ? [] : [`${name}: ${out[at + index]} instead of ${expected[name]}`];
  });
  const around = [...out.slice(0, at), ...out.slice(at + names.length)];
  return around.every((value) => value === untouched) ? found : [...found, 'wrote outside of its range'];
}

/** Each interval of a feature is empty, cut and whole in some pair: they begin 4 s before `p` and end 5 s after it. */
const positions = [0, 2, 3, 12, 19, 20, 29, 30, 31, 51, 76, 101, 130];
const ages = [1, 2, 3, 6, 8, 14, 19, 20, 25, 45, 76, 140];
const moments = positions.flatMap((p, row) =>
  ages.filter((_, column) => (row + column) % 3 === 0).map((age) => [p, p + age] as const),
);

test.each<[string, Sample[]]>([
  ['movement', createNoise(1, 280)],
  ['movement on few levels', createSteps(3, 280)],
  ['no acceleration at all', still(280).map((): Sample => [0, 0, 0, 0, 0, 0])],
])('burst features are as defined: %s', (_, samples) => {
  const signal = toSignal(samples);
  const differences = moments.flatMap(([p, k]) => {
    const out = new Float64Array(burstFeatureCount + 2 * at).fill(untouched);
    burstFeatures(signal, p, k, out, at);
    const found = listDifferences(burstFeatureNames, out, defineBurstFeatures(samples, p, k));
    return found.map((difference) => `at ${p}, seen at ${k}: ${difference}`);
  });
  expect(differences).toEqual([]);
});

const toSecond = ([x, y, z, gx, gy, gz]: Sample): SecondSample => ({
  x,
  y,
  z,
  a: Math.hypot(x, y, z),
  w: Math.hypot(gx, gy, gz),
});

test.each<[string, Sample[]]>([
  ['movement', createNoise(5, 14)],
  ['movement on few levels', createSteps(6, 14)],
  ['no acceleration at all', still(14).map((): Sample => [0, 0, 0, 0, 0, 0])],
])('1 Hz features are as defined: %s', (_, samples) => {
  const readings = samples.map(toSecond);
  const pairs = [0, 1, 2, 3, 4, 5, 7].flatMap((i) => [0, 1, 2, 5].map((age) => [i, i + age] as const));
  const differences = pairs.flatMap(([i, j]) => {
    const out = new Float64Array(secondFeatureCount + 2 * at).fill(untouched);
    secondFeatures(readings, i, j, out, at);
    return listDifferences(secondFeatureNames, out, defineSecondFeatures(readings, i, j)).map((one) => `${i}: ${one}`);
  });
  expect(differences).toEqual([]);
});
