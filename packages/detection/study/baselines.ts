import { assignFolds } from './random.js';
import { seed } from './settings.js';
import type { Trial } from './trials.js';

const gravity = 9.80665;

/** What a threshold method says of a trial: alarm when the value exceeds the threshold. */
type Measured = {
  readonly subject: string;
  readonly fall: boolean;
  readonly elderly: boolean;
  readonly values: readonly number[];
};
export type BaselineFigures = {
  readonly name: string;
  readonly sensitivity: number;
  readonly specificity: number;
  readonly f1: number;
  readonly elderlySpecificity: number;
};

/** Device axis along the body in SisFall, along the forearm's cross direction in WEDA-FALL: the second axis of both. */
const verticalAxis = 1;

export const baselineNames = [
  'Bourke 2007: peak over 3.52 g',
  'peak, threshold refitted',
  'Kangas: 2 g, then lying',
  'SisFall C8, threshold refitted',
] as const;

export function measure(trial: Trial): Measured {
  const { subject, fall, elderly } = trial;
  return { subject, fall, elderly, values: [peakG(trial), kangas(trial), c8(trial)] };
}

export function baselineFigures(measured: readonly Measured[]): BaselineFigures[] {
  return [
    figures(
      baselineNames[0],
      measured,
      measured.map(({ values }) => (values[0] as number) > 3.52),
    ),
    figures(baselineNames[1], measured, refitted(measured, 0)),
    figures(
      baselineNames[2],
      measured,
      measured.map(({ values }) => (values[1] as number) > 0),
    ),
    figures(baselineNames[3], measured, refitted(measured, 2)),
  ];
}

export function figures(
  name: string,
  trials: readonly { fall: boolean; elderly: boolean }[],
  alarms: readonly boolean[],
): BaselineFigures {
  const share = (of: (trial: { fall: boolean; elderly: boolean }) => boolean) => {
    const chosen = trials.flatMap((trial, i) => (of(trial) ? [alarms[i] as boolean] : []));
    return chosen.filter(Boolean).length / chosen.length;
  };
  const hits = trials.filter(({ fall }, i) => fall && alarms[i]).length;
  const falls = trials.filter(({ fall }) => fall).length;
  const alarmed = alarms.filter(Boolean).length;
  return {
    name,
    sensitivity: share(({ fall }) => fall),
    specificity: 1 - share(({ fall }) => !fall),
    f1: (2 * hits) / (falls + alarmed),
    elderlySpecificity: 1 - share(({ fall, elderly }) => !fall && elderly),
  };
}

/** The threshold with the best F1 on the other nine tenths of the subjects. */
function refitted(measured: readonly Measured[], index: number): boolean[] {
  const fold = assignFolds(
    measured.map(({ subject }) => subject),
    10,
    seed,
  );
  const thresholds = Array.from({ length: 10 }, (_, held) => {
    const training = measured.filter(({ subject }) => fold.get(subject) !== held);
    return bestThreshold(training.map(({ fall, values }) => ({ fall, value: values[index] as number })));
  });
  return measured.map(
    ({ subject, values }) => (values[index] as number) > (thresholds[fold.get(subject) as number] as number),
  );
}

function bestThreshold(cases: readonly { fall: boolean; value: number }[]): number {
  const sorted = [...cases].sort((one, other) => other.value - one.value);
  const falls = cases.filter(({ fall }) => fall).length;
  let hits = 0;
  let best = { f1: 0, threshold: 0 };
  sorted.forEach(({ fall, value }, index) => {
    if (fall) hits++;
    const f1 = (2 * hits) / (falls + index + 1);
    if (f1 > best.f1) best = { f1, threshold: value - 1e-9 };
  });
  return best.threshold;
}

function peakG({ signals: [ax, ay, az] }: Trial): number {
  return ax.reduce((most, x, i) => Math.max(most, Math.hypot(x, ay[i] as number, az[i] as number)), 0) / gravity;
}

/** Kangas 2008: an impact over 2 g, and two seconds later a body axis near the horizontal for a second. */
function kangas({ signals: [ax, ay, az] }: Trial): number {
  const upright = (ay.slice(0, 50).reduce((sum, y) => sum + y, 0) < 0 ? -1 : 1) / gravity;
  for (let i = 0; i + 150 <= ax.length; i++) {
    if (Math.hypot(ax[i] as number, ay[i] as number, az[i] as number) < 2 * gravity) continue;
    const after = ay.slice(i + 100, i + 150).reduce((sum, y) => sum + y, 0) / 50;
    if (after * upright <= 0.5) return 1;
  }
  return 0;
}

/** SisFall's C8: largest standard deviation in the horizontal plane over one second. */
function c8({ signals }: Trial): number {
  const horizontal = [0, 1, 2].filter((axis) => axis !== verticalAxis).map((axis) => signals[axis] as number[]);
  let most = 0;
  for (let from = 0; from + 50 <= signals[0].length; from += 5) {
    const variances = horizontal.map((axis) => variance(axis, from, from + 50));
    most = Math.max(most, Math.sqrt(variances.reduce((sum, one) => sum + one, 0)));
  }
  return most / gravity;
}

export function variance(axis: readonly number[], from: number, to: number): number {
  let sum = 0;
  let squares = 0;
  for (let i = from; i < to; i++) {
    sum += axis[i] as number;
    squares += (axis[i] as number) ** 2;
  }
  const n = to - from;
  return Math.max(0, squares / n - (sum / n) ** 2);
}
