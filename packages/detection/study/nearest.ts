import { type BaselineFigures, figures, variance } from './baselines.js';
import { assignFolds } from './random.js';
import { seed } from './settings.js';
import type { Trial } from './trials.js';

/** Windows of nine seconds, one a second: largest, smallest, mean and variance of each axis. */
export type NearestTrial = {
  readonly subject: string;
  readonly fall: boolean;
  readonly elderly: boolean;
  readonly windows: { x: Float64Array; fall: boolean; after: boolean }[];
};

const windowSamples = 450;
const size = 12;
const neighbours = 3;

export function toWindows(trial: Trial): NearestTrial {
  const windows: NearestTrial['windows'] = [];
  const length = trial.signals[0].length;
  const impact = trial.impactS === null ? Number.NaN : trial.impactS * 50;
  for (let to = Math.min(windowSamples, length); to <= length; to += 50) {
    const from = Math.max(0, to - windowSamples);
    windows.push({
      x: describe(trial, from, to),
      fall: trial.fall && impact >= from && impact < to,
      after: to > impact,
    });
  }
  return { subject: trial.subject, fall: trial.fall, elderly: trial.elderly, windows };
}

function describe({ signals }: Trial, from: number, to: number): Float64Array {
  const x = new Float64Array(size);
  for (let axis = 0; axis < 3; axis++) {
    const values = signals[axis] as number[];
    let most = Number.NEGATIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    let sum = 0;
    for (let i = from; i < to; i++) {
      most = Math.max(most, values[i] as number);
      least = Math.min(least, values[i] as number);
      sum += values[i] as number;
    }
    x.set([most, least, sum / (to - from), variance(values, from, to)], axis * 4);
  }
  return x;
}

/** The three nearest windows of other subjects vote; any window with a majority of falls is an alarm. */
export function nearestFigures(trials: readonly NearestTrial[], folds: number): BaselineFigures {
  const fold = assignFolds(
    trials.map(({ subject }) => subject),
    folds,
    seed,
  );
  const alarms = new Array<boolean>(trials.length).fill(false);
  for (let held = 0; held < folds; held++) {
    const training = trials.filter(({ subject }) => fold.get(subject) !== held).flatMap(({ windows }) => windows);
    const scale = computeScales(training.map(({ x }) => x));
    const known = training.map(({ x, fall }) => ({ x: x.map((value, i) => value / (scale[i] as number)), fall }));
    trials.forEach((trial, index) => {
      if (fold.get(trial.subject) !== held) return;
      const judged = trial.windows.filter(({ after }) => !trial.fall || after);
      alarms[index] = judged.some(
        ({ x }) =>
          votes(
            known,
            x.map((value, i) => value / (scale[i] as number)),
          ) *
            2 >
          neighbours,
      );
    });
  }
  return figures('3 nearest neighbours (WEDA-FALL FS-1, 9 s)', trials, alarms);
}

function computeScales(rows: readonly Float64Array[]): number[] {
  return Array.from(
    { length: size },
    (_, i) =>
      Math.sqrt(
        variance(
          rows.map((x) => x[i] as number),
          0,
          rows.length,
        ),
      ) || 1,
  );
}

function votes(known: readonly { x: Float64Array; fall: boolean }[], x: Float64Array): number {
  const nearest = Array.from({ length: neighbours }, () => ({ distance: Number.POSITIVE_INFINITY, fall: false }));
  for (const { x: other, fall } of known) {
    let distance = 0;
    const limit = (nearest[neighbours - 1] as { distance: number }).distance;
    for (let i = 0; i < size && distance < limit; i++) distance += ((x[i] as number) - (other[i] as number)) ** 2;
    if (distance >= limit) continue;
    nearest[neighbours - 1] = { distance, fall };
    nearest.sort((one, next) => one.distance - next.distance);
  }
  return nearest.filter(({ fall }) => fall).length;
}
