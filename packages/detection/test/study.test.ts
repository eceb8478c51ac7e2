import { describe, expect, test } from 'vitest';
import { calibrated, computeLogit, type FittedModel } from '../src/model/model.js';
import { fitUncalibrated } from '../study/fit.js';
import { countAlarms } from '../study/metrics.js';
import { fitPlatt } from '../study/platt.js';
import { assignFolds, createRandom } from '../study/random.js';
import { newRows, type Rows, type TrialInfo } from '../study/rows.js';

const trial: TrialInfo = {
  id: 'made/up/1',
  dataset: 'made',
  subject: 'made/up',
  elderly: false,
  site: 'wrist',
  code: 'X',
  fall: false,
  impactS: null,
  durationS: 10,
  phaseS: [0],
};

/** Rows of noise; only the first two features decide the label. */
function createRows(count: number, toLabel: (x: number, y: number) => boolean): Rows {
  const rows = newRows('peak');
  const random = createRandom(5);
  (rows.trials as TrialInfo[]).push(trial);
  rows.count = count;
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < rows.width; i++) rows.x[row * rows.width + i] = random() * 2 - 1;
    rows.age[row] = row % 6;
    rows.label[row] = toLabel(rows.x[row * rows.width] as number, rows.x[row * rows.width + 1] as number) ? 1 : 0;
  }
  return rows;
}

function accuracy(model: FittedModel, rows: Rows): number {
  let right = 0;
  let judged = 0;
  for (let row = 0; row < rows.count; row++) {
    const age = rows.age[row] as number;
    if (age < 2) continue;
    judged++;
    if (computeLogit(model, rows.x, row * rows.width, age) > 0 === (rows.label[row] === 1)) right++;
  }
  return right / judged;
}

describe('fitting', () => {
  test('finds a linear border', () => {
    const rows = createRows(3_000, (x, y) => x + y > 0);
    const model = fitUncalibrated('line', [{ rows, takes: () => true, weight: 1 }]);
    expect(accuracy(model, rows)).toBeGreaterThan(0.97);
    // The regression alone, without the trees: the two deciding features weigh the same, the others nothing.
    const weights = model.ages[3]?.w ?? [];
    expect(Math.abs((weights[0] as number) / (weights[1] as number) - 1)).toBeLessThan(0.2);
    expect(Math.max(...weights.slice(2).map(Math.abs))).toBeLessThan((weights[0] as number) / 5);
    expect(model.trees.feature).toHaveLength(160 * 7);
    expect(model.trees.leaf).toHaveLength(160 * 8);
  });

  test('finds a border that is not linear: the trees work', () => {
    const rows = createRows(4_000, (x, y) => x * (y + 0.3) > 0);
    expect(accuracy(fitUncalibrated('cross', [{ rows, takes: () => true, weight: 1 }]), rows)).toBeGreaterThan(0.85);
  });

  test('gives the same model twice', () => {
    const rows = createRows(1_200, (x) => x > 0.2);
    const parts = [{ rows, takes: () => true, weight: 1 }];
    expect(fitUncalibrated('twice', parts)).toEqual(fitUncalibrated('twice', parts));
  });
});

test('Platt scaling turns scores into shares', () => {
  const random = createRandom(3);
  const logits = Array.from({ length: 20_000 }, () => random() * 8 - 4);
  const labels = logits.map((logit) => (random() < 1 / (1 + Math.exp(-(0.5 * logit - 1))) ? 1 : 0));
  const platt = fitPlatt(logits, labels);
  expect(platt.a).toBeCloseTo(0.5, 1);
  expect(platt.b).toBeCloseTo(-1, 1);
  expect(calibrated({ platt } as FittedModel, 2)).toBeCloseTo(0.5, 1);
});

test('folds keep a subject whole and distribute subjects evenly', () => {
  const names = Array.from({ length: 250 }, (_, i) => `s${i % 25}`);
  const folds = assignFolds(names, 5, 1);
  const sizes = [0, 1, 2, 3, 4].map((fold) => [...folds.values()].filter((one) => one === fold).length);
  expect(folds.size).toBe(25);
  expect(sizes).toEqual([5, 5, 5, 5, 5]);
  expect(assignFolds(names, 5, 1)).toEqual(folds);
});

test('alarms within ten seconds count as one', () => {
  const at = (...seconds: number[]) => Array.from({ length: 60 }, (_, second) => (seconds.includes(second) ? 0.9 : 0));
  expect(countAlarms(at(3, 4, 12), 0.5)).toBe(1);
  expect(countAlarms(at(3, 20), 0.5)).toBe(2);
  expect(countAlarms(at(), 0.5)).toBe(0);
});
