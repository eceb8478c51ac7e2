import { calibrated, computeLogit, type FittedModel } from '../src/model/model.js';
import type { Rows, TrialInfo } from './rows.js';

/** One trial seen from one request phase: the largest logit at each request, -9 where no candidate stands. */
export type Score = {
  readonly trial: TrialInfo;
  readonly phase: number;
  readonly logits: Float32Array;
  model: FittedModel;
};

const nothing = -9;

/** Scores the chosen trials, each with the model given for it. Alarms come from age 2 on. */
export function computeScores(
  rows: Rows,
  takes: (trial: TrialInfo) => boolean,
  selectModel: (trial: TrialInfo) => FittedModel,
  adjust: (logit: number, row: number) => number = (logit) => logit,
): Score[] {
  const byTrial = rows.trials.map((trial) => {
    if (!takes(trial)) return [];
    const model = selectModel(trial);
    return trial.phaseS.map((startS, phase) => {
      const requests = Math.max(0, Math.floor(trial.durationS - startS));
      return { trial, phase, logits: new Float32Array(requests).fill(nothing), model };
    });
  });
  for (let row = 0; row < rows.count; row++) {
    const score = byTrial[rows.trial[row] as number]?.[rows.phase[row] as number];
    const age = rows.age[row] as number;
    if (score === undefined || age < 2) continue;
    const logit = adjust(computeLogit(score.model, rows.x, row * rows.width, age), row);
    const request = rows.request[row] as number;
    if (logit > (score.logits[request] as number)) score.logits[request] = logit;
  }
  return byTrial.flat();
}

export type Block = { readonly value: number; readonly fall: boolean; readonly score: Score };

const blockS = 15;

/** A fall (from its impact to 7 s after it) is a block, and so is each quarter minute without one. */
export function toBlocks(scores: readonly Score[]): Block[] {
  return scores.flatMap((score) => {
    const { trial, phase, logits } = score;
    const startS = trial.phaseS[phase] as number;
    const blocks: { value: number; fall: boolean; score: Score }[] = [];
    const at = new Map<number, number>();
    logits.forEach((logit, request) => {
      const sentS = startS + request + 1;
      const block = findBlock(trial, sentS);
      if (block === undefined) return;
      const index = at.get(block) ?? blocks.push({ value: nothing, fall: block < 0, score }) - 1;
      at.set(block, index);
      const found = blocks[index] as { value: number };
      found.value = Math.max(found.value, logit);
    });
    return blocks;
  });
}

function findBlock(trial: TrialInfo, sentS: number): number | undefined {
  if (!trial.fall || trial.impactS === null || sentS <= trial.impactS) return Math.floor(sentS / blockS);
  return sentS <= trial.impactS + 7 ? -1 : undefined;
}

export function computeConfidences(score: Score): number[] {
  return Array.from(score.logits, (logit) => (logit <= nothing ? 0 : calibrated(score.model, logit)));
}
