import type { FittedModel } from '../src/model/model.js';
import { countAlarms } from './metrics.js';
import type { ModelSite } from './mixes.js';
import type { Rows, TrialInfo } from './rows.js';
import { isAtOnce, judgeRow } from './scores.js';

/** What the two rules beyond the model cost and bring, on held-out subjects. */
export type RuleCosts = {
  /** An extreme instant: false alarms per hour of scripted daily acts, share of falls that it detects at once. */
  readonly atOncePerHour: number;
  readonly atOnceFalls: number;
  /** Share of daily seconds in which a device going silent would raise an alarm that nothing warrants. */
  readonly silenceExposure: number;
  /** Share of falls caught when the device dies with the impact's second, or one second later. */
  readonly silenceFalls: readonly [number, number];
};

type Lane = {
  readonly trial: TrialInfo;
  readonly phase: number;
  readonly confidence: Float32Array;
  readonly extreme: Uint8Array;
};

export function ruleCosts(
  rows: Rows,
  site: ModelSite,
  takes: (trial: TrialInfo) => boolean,
  selectModel: (trial: TrialInfo) => FittedModel,
): RuleCosts {
  const lanes = toLanes(rows, site, takes, selectModel);
  const daily = lanes.filter(({ trial }) => !trial.fall);
  const falls = lanes.filter(({ trial }) => trial.fall);
  const seconds = daily.reduce((sum, { confidence }) => sum + confidence.length, 0);
  const atOnce = daily.reduce((sum, { extreme }) => sum + countAlarms(extreme, 0), 0);
  const exposed = daily.reduce((sum, { confidence }) => sum + confidence.filter(isSuspicious).length, 0);
  return {
    atOncePerHour: (atOnce / seconds) * 3600,
    atOnceFalls: computeShare(falls, ({ extreme }) => extreme.some((value) => value === 1)),
    silenceExposure: exposed / seconds,
    silenceFalls: [computeShare(falls, (lane) => isCaught(lane, 0)), computeShare(falls, (lane) => isCaught(lane, 1))],
  };
}

function toLanes(
  rows: Rows,
  site: ModelSite,
  takes: (trial: TrialInfo) => boolean,
  selectModel: (trial: TrialInfo) => FittedModel,
): Lane[] {
  const lanes = rows.trials.map((trial) =>
    takes(trial)
      ? trial.phaseS.map((startS, phase) => {
          const count = Math.max(0, Math.floor(trial.durationS - startS));
          return { trial, phase, confidence: new Float32Array(count), extreme: new Uint8Array(count) };
        })
      : [],
  );
  for (let row = 0; row < rows.count; row++) {
    const lane = lanes[rows.trial[row] as number]?.[rows.phase[row] as number];
    if (lane === undefined) continue;
    const request = rows.request[row] as number;
    const value = judgeRow(rows, row, site, selectModel(lane.trial));
    lane.confidence[request] = Math.max(lane.confidence[request] as number, value);
    if (isAtOnce(rows, row)) lane.extreme[request] = 1;
  }
  return lanes.flat();
}

function isSuspicious(confidence: number): boolean {
  return confidence > 0.3 && confidence <= 0.5;
}

/** Whether the last reading before the silence leaves a standing candidate, or has alarmed already. */
function isCaught({ trial, phase, confidence }: Lane, laterS: number): boolean {
  const first = Math.ceil((trial.impactS ?? 0) - (trial.phaseS[phase] as number)) - 1;
  return (confidence[first + laterS] ?? 0) > 0.3;
}

function computeShare<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length / Math.max(1, all.length);
}
