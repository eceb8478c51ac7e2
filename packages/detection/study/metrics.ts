import { type Score, toBlocks } from './scores.js';

export type Figures = {
  readonly falls: number;
  readonly others: number;
  readonly sensitivity: number;
  readonly specificity: number;
  readonly f1: number;
  readonly falseAlarmsPerHour: number;
  readonly hours: number;
  readonly brier: number;
  readonly ece: number;
  readonly auc: number;
  readonly delayMedianS: number;
  readonly delayP95S: number;
};

/** Everything the study reports about one set of scored trials; an alert is a confidence above the threshold. */
export function computeFigures(scores: readonly Score[], threshold = 0.5): Figures {
  const falls = scores.filter(({ trial }) => trial.fall);
  const others = scores.filter(({ trial }) => !trial.fall);
  const delays = falls.map((score) => findDelay(score, threshold)).filter((delay) => delay !== undefined);
  const alarmed = others.filter((score) => score.values.some((value) => value > threshold)).length;
  const episodes = others.reduce((sum, score) => sum + countAlarms(score.values, threshold), 0);
  const hours = others.reduce((sum, { values }) => sum + values.length / 3600, 0);
  const sorted = [...delays].sort((one, other) => one - other);
  return {
    falls: falls.length,
    others: others.length,
    sensitivity: delays.length / falls.length,
    specificity: 1 - alarmed / others.length,
    f1: (2 * delays.length) / (falls.length + delays.length + alarmed),
    falseAlarmsPerHour: episodes / hours,
    hours,
    ...computeCalibration(scores),
    auc: computeAuc(scores),
    delayMedianS: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    delayP95S: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  };
}

/** Seconds from the impact to the first alarm after it. */
export function findDelay({ trial, phase, values }: Score, threshold: number): number | undefined {
  const startS = trial.phaseS[phase] as number;
  for (let request = 0; request < values.length; request++) {
    const sentS = startS + request + 1;
    if (sentS <= (trial.impactS ?? 0)) continue;
    if ((values[request] as number) > threshold) return sentS - (trial.impactS ?? 0);
  }
  return undefined;
}

/** Alarms more than ten quiet seconds apart. */
export function countAlarms(confidences: ArrayLike<number>, threshold: number): number {
  let count = 0;
  let latest = Number.NEGATIVE_INFINITY;
  for (let request = 0; request < confidences.length; request++) {
    if ((confidences[request] as number) <= threshold) continue;
    if (request - latest > 10) count++;
    latest = request;
  }
  return count;
}

function computeCalibration(scores: readonly Score[]): { brier: number; ece: number } {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, falls: 0, sum: 0 }));
  let squares = 0;
  let count = 0;
  for (const { value: p, fall } of toBlocks(scores)) {
    const bin = bins[Math.min(9, Math.floor(p * 10))] as { count: number; falls: number; sum: number };
    bin.count++;
    bin.sum += p;
    if (fall) bin.falls++;
    squares += (p - (fall ? 1 : 0)) ** 2;
    count++;
  }
  const gap = bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.falls), 0);
  return { brier: squares / count, ece: gap / count };
}

/** Area under the ROC over blocks, by ranks. */
function computeAuc(scores: readonly Score[]): number {
  const blocks = toBlocks(scores).sort((one, other) => one.value - other.value);
  let rankSum = 0;
  for (let from = 0; from < blocks.length; ) {
    let to = from;
    while (to < blocks.length && blocks[to]?.value === blocks[from]?.value) to++;
    for (let i = from; i < to; i++) if ((blocks[i] as { fall: boolean }).fall) rankSum += (from + to + 1) / 2;
    from = to;
  }
  const falls = blocks.filter(({ fall }) => fall).length;
  return (rankSum - (falls * (falls + 1)) / 2) / (falls * (blocks.length - falls));
}
