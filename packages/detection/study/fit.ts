import type { FittedModel } from '../src/model/model.js';
import { fitTrees } from './boosting.js';
import { fitLogistic } from './logistic.js';
import { fitPlatt } from './platt.js';
import { assignFolds } from './random.js';
import { computeLogits, toBlocks } from './scores.js';
import { type Part, trainingSet } from './training.js';

const innerFolds = 3;
/**
 * Falls are rarer in daily life than in the recordings, and confidences are too high on sets that were not in the
 * training data: the calibration assumes this many times as many daily acts for each fall.
 */
const rarer = 1.3;

/** Fits regression, trees and, on inner folds of the training subjects, the calibration. */
export function fitModel(name: string, parts: readonly Part[], seed: number): FittedModel {
  const fitted = fitUncalibrated(name, parts);
  return { ...fitted, platt: calibrate(name, parts, seed) };
}

export function fitUncalibrated(name: string, parts: readonly Part[], early = true): FittedModel {
  const set = trainingSet(parts);
  const { low, high } = findClipLimits(set.x, set.width, set.count);
  const ages = Array.from({ length: 6 }, (_, age) => {
    if (age < 2 && !early) return { mean: [], scale: [], w: [], b: 0 };
    return fitLogistic(set, age, low, high);
  });
  return { name, low, high, ages, trees: fitTrees(set), platt: { a: 1, b: 0 } };
}

/**
 * Platt on what people see: the largest logit of each fall and of each quarter minute without one, from models
 * that never trained on that subject. Sets that only bring daily life (weight below 1) would shift the base rate
 * and are left out.
 */
function calibrate(name: string, parts: readonly Part[], seed: number): { a: number; b: number } {
  const own = parts.filter(({ weight }) => weight >= 1);
  const subjects = own.flatMap(({ rows, takes }) => rows.trials.filter(takes).map(({ subject }) => subject));
  const fold = assignFolds(subjects, innerFolds, seed);
  const logits: number[] = [];
  const labels: number[] = [];
  for (let held = 0; held < innerFolds; held++) {
    const inner = parts.map((part) => ({
      ...part,
      takes: (trial: Parameters<Part['takes']>[0]) => part.takes(trial) && fold.get(trial.subject) !== held,
    }));
    const model = fitUncalibrated(name, inner, false);
    for (const { rows, takes } of own) {
      const scores = computeLogits(
        rows,
        (trial) => takes(trial) && fold.get(trial.subject) === held,
        () => model,
      );
      for (const { value, fall } of toBlocks(scores)) {
        logits.push(value);
        labels.push(fall ? 1 : 0);
      }
    }
  }
  const { a, b } = fitPlatt(logits, labels);
  return { a, b: b - Math.log(rarer) };
}

/** The 0.5 and 99.5 percent quantiles of every feature. */
function findClipLimits(x: Float32Array, width: number, count: number): { low: number[]; high: number[] } {
  const low: number[] = [];
  const high: number[] = [];
  const column = new Float32Array(count);
  for (let i = 0; i < width; i++) {
    for (let row = 0; row < count; row++) column[row] = x[row * width + i] as number;
    column.sort();
    low.push(column[Math.floor(count * 0.005)] as number);
    high.push(column[Math.min(count - 1, Math.floor(count * 0.995))] as number);
  }
  return { low, high };
}
