import { calibrated, computeLogit, type FittedModel } from '../src/model/model.js';
import { countAlarms } from './metrics.js';
import type { Rows, TrialInfo } from './rows.js';

/** What the two rules beyond the model cost and bring, on held-out subjects. */
export type RuleCosts = {
  /** One instant of 4 g and 300 °/s: false alarms an hour of scripted daily acts, share of falls it sees at once. */
  readonly atOncePerHour: number;
  readonly atOnceFalls: number;
  /** Share of daily seconds in which a device going silent would raise an alarm that nothing warrants. */
  readonly silenceExposure: number;
  /** Share of falls caught when the device dies with the impact's second, or one second later. */
  readonly silenceFalls: readonly [number, number];
};

const extremeG = 4;
const extremeTurn = 300;

type Lane = {
  readonly trial: TrialInfo;
  readonly phase: number;
  readonly confidence: Float32Array;
  readonly extreme: Uint8Array;
};

export function ruleCosts(
  rows: Rows,
  takes: (trial: TrialInfo) => boolean,
  selectModel: (trial: TrialInfo) => FittedModel,
): RuleCosts {
  const lanes = toLanes(rows, takes, selectModel);
  const daily = lanes.filter(({ trial }) => !trial.fall);
  const falls = lanes.filter(({ trial }) => trial.fall);
  const seconds = daily.reduce((sum, { confidence }) => sum + confidence.length, 0);
  const atOnce =
    rows.input === 'instant' ? daily.reduce((sum, { extreme }) => sum + countAlarms([...extreme], 1), 0) : 0;
  const exposed = daily.reduce((sum, { confidence }) => sum + confidence.filter(isSuspicious).length, 0);
  return {
    atOncePerHour: (atOnce / seconds) * 3600,
    atOnceFalls: computeShare(falls, (lane) => rows.input === 'instant' && lane.extreme.some((value) => value === 1)),
    silenceExposure: exposed / seconds,
    silenceFalls: [computeShare(falls, (lane) => isCaught(lane, 0)), computeShare(falls, (lane) => isCaught(lane, 1))],
  };
}

function toLanes(
  rows: Rows,
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
    const at = row * rows.width;
    const age = rows.age[row] as number;
    const model = selectModel(lane.trial);
    const logit = computeLogit(model, rows.x, at, age);
    const value = age < 2 ? Math.min(0.5, 1 / (1 + Math.exp(-logit))) : calibrated(model, logit);
    const request = rows.request[row] as number;
    lane.confidence[request] = Math.max(lane.confidence[request] as number, value);
    if (age === 0 && (rows.x[at] as number) >= extremeG && (rows.x[at + 2] as number) >= extremeTurn)
      lane.extreme[request] = 1;
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
