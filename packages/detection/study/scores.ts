import { isExtreme, quietG, ruledConfidence } from '../src/atOnce.js';
import { decisionAge } from '../src/candidates.js';
import { findLimit } from '../src/limits.js';
import { calibrated, computeLogit, type FittedModel } from '../src/model/model.js';
import type { ModelSite } from './mixes.js';
import type { Rows, TrialInfo } from './rows.js';

/** One trial seen from one request phase: the largest value of the candidates at each request. */
export type Score = { readonly trial: TrialInfo; readonly phase: number; readonly values: Float64Array };

type Takes = (trial: TrialInfo) => boolean;
type SelectModel = (trial: TrialInfo) => FittedModel;

/** The logit of a request without a candidate. */
const noCandidate = -9;

/** Confidences of the chosen trials, each by the model given for it, with all limits and the rule for one instant. */
export function computeScores(rows: Rows, site: ModelSite, takes: Takes, selectModel: SelectModel): Score[] {
  return collect(rows, takes, 0, (trial, row) => {
    if (isAtOnce(rows, row)) return ruledConfidence;
    // Before the age of decision nothing exceeds SUSPICIOUS, and these scores are about alerts.
    return (rows.age[row] as number) < decisionAge ? 0 : judgeRow(rows, row, site, selectModel(trial));
  });
}

/** The confidence of one candidate, as the detector computes it. */
export function judgeRow(rows: Rows, row: number, site: ModelSite, model: FittedModel): number {
  const age = rows.age[row] as number;
  const x = rows.x.subarray(row * rows.width, (row + 1) * rows.width);
  const logit = computeLogit(model, x, 0, age);
  const unlimited = age < decisionAge ? 1 / (1 + Math.exp(-logit)) : calibrated(model, logit);
  return findLimit(unlimited, rows.input, site, age, x)?.most ?? unlimited;
}

/** Whether the row is a single instant that raises an alert at once. Those that follow it belong to the same alert. */
export function isAtOnce({ input, age, x, width }: Rows, row: number): boolean {
  if (input !== 'instant' || age[row] !== 0) return false;
  const [impact, turn, before] = [x[row * width], x[row * width + 2], x[row * width + 7]] as [number, number, number];
  return isExtreme(impact, turn) && before < quietG;
}

/** Logits before calibration and without limits. */
export function computeLogits(rows: Rows, takes: Takes, selectModel: SelectModel): Score[] {
  return collect(rows, takes, noCandidate, (trial, row) => {
    const age = rows.age[row] as number;
    return age < decisionAge ? noCandidate : computeLogit(selectModel(trial), rows.x, row * rows.width, age);
  });
}

function collect(rows: Rows, takes: Takes, empty: number, toValue: (trial: TrialInfo, row: number) => number): Score[] {
  const byTrial = rows.trials.map((trial) => {
    if (!takes(trial)) return [];
    return trial.phaseS.map((startS, phase) => {
      const requests = Math.max(0, Math.floor(trial.durationS - startS));
      return { trial, phase, values: new Float64Array(requests).fill(empty) };
    });
  });
  for (let row = 0; row < rows.count; row++) {
    const score = byTrial[rows.trial[row] as number]?.[rows.phase[row] as number];
    if (score === undefined) continue;
    const value = toValue(score.trial, row);
    const request = rows.request[row] as number;
    if (value > (score.values[request] as number)) score.values[request] = value;
  }
  return byTrial.flat();
}

export type Block = { readonly value: number; readonly fall: boolean };

const blockS = 15;

/** A fall (from its impact to 7 s after it) is a block, and so is each quarter minute without one. */
export function toBlocks(scores: readonly Score[]): Block[] {
  return scores.flatMap(({ trial, phase, values }) => {
    const startS = trial.phaseS[phase] as number;
    const blocks: { value: number; fall: boolean }[] = [];
    const at = new Map<number, number>();
    values.forEach((value, request) => {
      const block = findBlock(trial, startS + request + 1);
      if (block === undefined) return;
      const index = at.get(block) ?? blocks.push({ value: Number.NEGATIVE_INFINITY, fall: block < 0 }) - 1;
      at.set(block, index);
      const found = blocks[index] as { value: number };
      found.value = Math.max(found.value, value);
    });
    return blocks;
  });
}

function findBlock(trial: TrialInfo, sentS: number): number | undefined {
  if (!trial.fall || trial.impactS === null || sentS <= trial.impactS) return Math.floor(sentS / blockS);
  return sentS <= trial.impactS + 7 ? -1 : undefined;
}
