import { describe, expect, test } from 'vitest';
import { calibrated, computeLogit, computeTerms, type FittedModel } from './model.js';

const regression = { mean: [1, 10], scale: [2, 5], w: [3, -4], b: 0.5 };
/** One tree over the features 0, 1 and the age (2), whose eight leaves are 1 to 8. */
const tree = {
  baseline: 0,
  feature: [0, 1, 1, 2, 2, 2, 2],
  threshold: [1, 10, 10, 3, 3, 3, 3],
  leaf: [1, 2, 3, 4, 5, 6, 7, 8],
};
const model: FittedModel = {
  name: 'made up',
  low: [-1, 5],
  high: [3, 15],
  ages: Array.from({ length: 6 }, () => regression),
  trees: tree,
  platt: { a: 2, b: -1 },
};
/** The tree alone: a regression of 0. */
const flat: FittedModel = { ...model, ages: model.ages.map((age) => ({ ...age, w: [0, 0], b: 0 })) };
const withTrees = (trees: Partial<typeof tree>, change: Partial<FittedModel> = {}) => ({
  ...flat,
  ...change,
  trees: { ...tree, ...trees },
});

describe('the regression', () => {
  test('is b + Σ w·(x − mean)/scale at ages 0 and 1', () => {
    expect(computeLogit(model, [2, 10], 0, 0)).toBeCloseTo(0.5 + 1.5);
    expect(computeLogit(model, [1, 12], 0, 1)).toBeCloseTo(0.5 - 1.6);
    expect(computeLogit(model, [99, 2, 12], 1, 1)).toBeCloseTo(0.5 + 1.5 - 1.6);
  });

  test('has its own numbers for each age', () => {
    const ages = model.ages.map((age, index) => ({ ...age, b: index }));
    expect(computeLogit({ ...model, ages }, [1, 10], 0, 1)).toBe(1);
  });

  test('takes values outside of the range of training as its limits', () => {
    expect(computeLogit(model, [-7, 10], 0, 0)).toBeCloseTo(0.5 - 3);
    expect(computeLogit(model, [7, 10], 0, 0)).toBeCloseTo(0.5 + 3);
    expect(computeLogit(model, [1, 99], 0, 0)).toBeCloseTo(0.5 - 4);
  });

  test('takes the mean for an unknown value', () => {
    expect(computeLogit(model, [Number.NaN, 12], 0, 0)).toBeCloseTo(0.5 - 1.6);
  });

  test('is limited to ±9', () => {
    const at = (b: number) => computeLogit({ ...model, ages: [{ ...regression, b }] }, [1, 10], 0, 0);
    expect([-40, -9.5, -8.5, 8.5, 9.5, 40].map(at)).toEqual([-9, -9, -8.5, 8.5, 9, 9]);
  });
});

describe('the trees', () => {
  test.each([
    [[1, 10], 3, 1],
    [[1, 10], 4, 2],
    [[1, 10.1], 3, 3],
    [[1, 10.1], 4, 4],
    [[1.1, 10], 3, 5],
    [[1.1, 10], 4, 6],
    [[1.1, 10.1], 3, 7],
    [[1.1, 10.1], 4, 8],
  ])('%j at age %d ends in leaf %d', (x, age, leaf) => {
    expect(computeLogit(flat, x, 0, age)).toBe(leaf / 2);
  });

  test('count from age 2 on', () => {
    expect(computeLogit(flat, [1, 10], 0, 1)).toBe(0);
    expect(computeLogit(flat, [1, 10], 0, 2)).toBe(0.5);
  });

  test('are added to their baseline', () => {
    const twice = withTrees({
      baseline: -0.25,
      feature: [...tree.feature, ...tree.feature],
      threshold: [...tree.threshold, ...tree.threshold.map((value) => value + 1)],
      leaf: [...tree.leaf, ...tree.leaf.map((value) => value / 100)],
    });
    // 1.5 and 10 at age 4: leaf 6 of the first tree, leaf 1 of the second, whose thresholds are higher by one.
    expect(computeLogit(twice, [1.5, 10], 0, 4)).toBeCloseTo((6 + 0.01 - 0.25) / 2);
  });

  test('are limited to ±9, like the regression', () => {
    expect(computeLogit(withTrees({ baseline: 50 }), [1, 10], 0, 2)).toBe(4.5);
    expect(computeLogit(withTrees({ baseline: -50 }), [1, 10], 0, 2)).toBe(-4.5);
  });

  test('see limited values, and the mean for unknown ones', () => {
    const beyond = withTrees({ threshold: [3.5, 10, 10, 3, 3, 3, 3] });
    expect(computeLogit(beyond, [7, 10], 0, 2)).toBe(0.5);
    expect(computeLogit(flat, [Number.NaN, 10.1], 0, 2)).toBe(1.5);
  });

  test('are not asked where the regression is sure that there is no fall', () => {
    const sure = (b: number) => ({ ...flat, ages: flat.ages.map((age) => ({ ...age, b })) });
    expect(computeLogit(sure(-4), [1, 10], 0, 2)).toBe(-1.5);
    expect(computeLogit(sure(-4.01), [1, 10], 0, 2)).toBe(-4.01);
  });
});

test('calibration is sigmoid(a·logit + b)', () => {
  expect(calibrated(model, 0.5)).toBe(0.5);
  expect(calibrated(model, 1)).toBeCloseTo(1 / (1 + Math.exp(-1)));
  expect(calibrated(model, -1)).toBeCloseTo(1 / (1 + Math.exp(3)));
});

test('the terms are the parts of the regression', () => {
  expect(computeTerms(model, [99, 2, 12], 1, 0)).toEqual([1.5, -1.6]);
  expect(computeTerms(model, [-7, 99], 0, 3)).toEqual([-3, -4]);
  expect(computeTerms(model, [7, 0], 0, 3)).toEqual([3, 4]);
  expect(computeTerms(model, [Number.NaN, 12], 0, 3)).toEqual([0, -1.6]);
});
