import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { burstFeatureCount, burstFeatures } from '../src/features/burstFeatures.js';
import { secondFeatureCount, secondFeatures } from '../src/features/secondFeatures.js';
import { toRequests } from './requests.js';
import { dataDir } from './settings.js';
import { readTrials, type Trial } from './trials.js';

/** How the features and the reference models' confidences agree with the study's worked cases. */
export type Parity = {
  readonly rows: number;
  readonly agreeing: number;
  readonly differing: readonly string[];
  /** Largest and mean difference of confidence, reference model on our features. */
  readonly worstConfidence: number;
  readonly meanConfidence: number;
};

type Row = { slot: number; d: number; x: number[]; confidence: number };
type Case = { id: string; site: string; burst: Row[]; peak: Row[] };
type Worked = { burst_features: string[]; peak_features: string[]; cases: Case[] };
type AgeModel = { mean: number[]; scale: number[]; w: number[]; b: number };
type Reference = {
  clip_lo: number[];
  clip_hi: number[];
  age_models: Record<string, AgeModel>;
  platt: { a: number; b: number };
  gb: { baseline: number; trees: number[][][] };
};

/** Undefined where the worked cases are not at hand: they lie beside the recordings. */
export function measureParity(): Parity | undefined {
  const folder = join(dataDir, '../detector');
  if (!existsSync(join(folder, 'parity.json'))) return undefined;
  const worked = JSON.parse(readFileSync(join(folder, 'parity.json'), 'utf8')) as Worked;
  const wanted = new Set(worked.cases.map(({ id }) => id));
  const trials = new Map<string, Trial>();
  for (const set of ['weda-fall', 'sisfall'])
    for (const trial of readTrials(dataDir, set)) if (wanted.has(trial.id)) trials.set(trial.id, trial);
  const worst = new Map<string, number>();
  const gaps: number[] = [];
  for (const { id, site, burst, peak } of worked.cases) {
    const requests = toRequests(trials.get(id) as Trial, 0);
    compare(burst, worked.burst_features, reference(folder, `burst-${site}`), worst, gaps, (row) => {
      const out = new Float64Array(burstFeatureCount);
      burstFeatures(requests.signal, requests.peakAt[row.slot] as number, (row.slot + row.d + 1) * 25, out, 0);
      return out;
    });
    compare(peak, worked.peak_features, reference(folder, `peak-${site}`), worst, gaps, (row) => {
      const out = new Float64Array(secondFeatureCount);
      secondFeatures(requests.peaks, row.slot, row.slot + row.d, out, 0);
      return out;
    });
  }
  const differing = [...worst].filter(([, gap]) => gap > 1e-5).map(([name]) => name);
  const meanConfidence = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return {
    rows: gaps.length,
    agreeing: worst.size - differing.length,
    differing,
    worstConfidence: Math.max(...gaps),
    meanConfidence,
  };
}

function reference(folder: string, name: string): Reference {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Reference;
}

function compare(
  rows: readonly Row[],
  names: readonly string[],
  model: Reference,
  worst: Map<string, number>,
  gaps: number[],
  extractFeatures: (row: Row) => Float64Array,
): void {
  for (const row of rows) {
    const x = extractFeatures(row);
    names.forEach((name, i) => {
      const gap = Math.abs((x[i] as number) - (row.x[i] as number)) / Math.max(1, Math.abs(row.x[i] as number));
      worst.set(name, Math.max(gap, worst.get(name) ?? 0));
    });
    gaps.push(Math.abs(computeConfidence(model, x, row.d) - row.confidence));
  }
}

function computeConfidence(model: Reference, x: Float64Array, age: number): number {
  const { mean, scale, w, b } = model.age_models[age] as AgeModel;
  const clipped = mean.map((_, i) =>
    Math.min(Math.max(x[i] as number, model.clip_lo[i] as number), model.clip_hi[i] as number),
  );
  const linear = clipped.reduce(
    (sum, value, i) => sum + ((w[i] as number) * (value - (mean[i] as number))) / (scale[i] as number),
    b,
  );
  const inputs = [...x.subarray(0, mean.length), age];
  const boosted = model.gb.trees.reduce((sum, tree) => sum + findLeaf(tree, inputs), model.gb.baseline);
  const logit = (within(linear) + within(boosted)) / 2;
  return 1 / (1 + Math.exp(-(model.platt.a * logit + model.platt.b)));
}

function findLeaf(tree: readonly number[][], x: readonly number[]): number {
  let node = tree[0] as number[];
  while ((node[0] as number) >= 0) {
    const goesLeft = (x[node[0] as number] as number) <= (node[1] as number);
    node = tree[(goesLeft ? node[2] : node[3]) as number] as number[];
  }
  return node[1] as number;
}

function within(logit: number): number {
  return Math.min(Math.max(logit, -9), 9);
}
