import { isImpact, isMovement, oldestAge } from '../src/candidates.js';
import { burstFeatureCount, burstFeatures } from '../src/features/burstFeatures.js';
import { secondFeatureCount, secondFeatures } from '../src/features/secondFeatures.js';
import type { InputKind } from '../src/state.js';
import { createRandom, hashText } from './random.js';
import { type Requests, toRequests } from './requests.js';
import type { Trial } from './trials.js';

export type TrialInfo = Omit<Trial, 'signals'> & {
  readonly durationS: number;
  /** Start of the first request of each phase, seconds. */
  readonly phaseS: readonly number[];
};

/** Every candidate of every trial at every age: one row each. */
export type Rows = {
  readonly input: InputKind;
  readonly width: number;
  readonly trials: readonly TrialInfo[];
  count: number;
  x: Float32Array;
  trial: Int32Array;
  phase: Uint8Array;
  age: Uint8Array;
  /** Request at which the row is seen; sent at phaseS + request + 1. */
  request: Int32Array;
  /** 1 fall, 0 not, -1 neither trained nor judged (the moments after a fall). */
  label: Int8Array;
};

export const phases = 2;
export const widths: Record<InputKind, number> = {
  burst: burstFeatureCount,
  peak: secondFeatureCount,
  instant: secondFeatureCount,
};

export function newRows(input: InputKind): Rows {
  const capacity = 4096;
  return {
    input,
    width: widths[input],
    trials: [],
    count: 0,
    x: new Float32Array(capacity * widths[input]),
    trial: new Int32Array(capacity),
    phase: new Uint8Array(capacity),
    age: new Uint8Array(capacity),
    request: new Int32Array(capacity),
    label: new Int8Array(capacity),
  };
}

/** Adds the rows of a trial, seen from two request phases drawn from the seed and the trial's name. */
export function addTrial(rows: readonly Rows[], trial: Trial, seed: number): void {
  const random = createRandom(seed ^ hashText(trial.id));
  const offsets = Array.from({ length: phases }, () => 2 * Math.floor(random() * 25));
  for (const set of rows) (set.trials as TrialInfo[]).push(toInfo(trial, offsets));
  offsets.forEach((offset, phase) => {
    const requests = toRequests(trial, offset);
    for (const set of rows) addPhase(set, trial, requests, phase);
  });
}

function toInfo(trial: Trial, offsets: readonly number[]): TrialInfo {
  const { signals, ...info } = trial;
  return { ...info, durationS: signals[0].length / 50, phaseS: offsets.map((offset) => offset / 50) };
}

function addPhase(rows: Rows, trial: Trial, requests: Requests, phase: number): void {
  const samples = rows.input === 'peak' ? requests.peaks : requests.instants;
  const a =
    rows.input === 'burst' ? requests.peakAt.map((at) => requests.signal.a[at] as number) : samples.map((s) => s.a);
  const w = samples.map((s) => s.w);
  for (let i = 0; i < requests.count; i++) {
    const label = toLabel(trial, candidateS(rows.input, requests, i));
    for (let j = i; j <= Math.min(i + oldestAge, requests.count - 1); j++) {
      const isCandidate = rows.input === 'instant' ? isMovement(a, w, i) : isImpact(a, i, j);
      if (!isCandidate) break;
      const row = nextRow(rows);
      if (rows.input === 'burst')
        burstFeatures(requests.signal, requests.peakAt[i] as number, (j + 1) * 25, rows.x, row * rows.width);
      else secondFeatures(samples, i, j, rows.x, row * rows.width);
      rows.trial[row] = rows.trials.length - 1;
      rows.phase[row] = phase;
      rows.age[row] = j - i;
      rows.request[row] = j;
      rows.label[row] = label;
    }
  }
}

function candidateS(input: InputKind, requests: Requests, i: number): number {
  const sentS = requests.sentS[i] as number;
  if (input === 'instant') return sentS;
  if (input === 'peak') return requests.peakS[i] as number;
  return sentS - 1 + ((requests.peakAt[i] as number) - i * 25) / 25;
}

/** A fall's candidates are those within a second of its impact; what follows it is neither one nor the other. */
function toLabel(trial: Trial, atS: number): number {
  if (!trial.fall || trial.impactS === null) return 0;
  if (Math.abs(atS - trial.impactS) <= 1.02) return 1;
  return atS < trial.impactS ? 0 : -1;
}

function nextRow(rows: Rows): number {
  if (rows.count === rows.label.length) grow(rows);
  return rows.count++;
}

function grow(rows: Rows): void {
  const capacity = rows.label.length * 2;
  const grown = <T extends Float32Array | Int32Array | Uint8Array | Int8Array>(bigger: T, old: T): T => {
    bigger.set(old as never);
    return bigger;
  };
  rows.x = grown(new Float32Array(capacity * rows.width), rows.x);
  rows.trial = grown(new Int32Array(capacity), rows.trial);
  rows.phase = grown(new Uint8Array(capacity), rows.phase);
  rows.age = grown(new Uint8Array(capacity), rows.age);
  rows.request = grown(new Int32Array(capacity), rows.request);
  rows.label = grown(new Int8Array(capacity), rows.label);
}
