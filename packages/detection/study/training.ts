import type { Rows, TrialInfo } from './rows.js';

/** A part of a row set: which of its trials, and how much each row counts. */
export type Part = {
  readonly rows: Rows;
  readonly takes: (trial: TrialInfo) => boolean;
  readonly weight: number;
  /** Only the first request phase, for large sets whose second one would add time and little else. */
  readonly onePhase?: boolean;
  /** Seen by the trees alone: made-up violence would teach the regression that hard impacts are harmless. */
  readonly treesOnly?: boolean;
};

/** What a model is fitted on: rows copied together. */
export type TrainingSet = {
  readonly count: number;
  readonly width: number;
  readonly x: Float32Array;
  readonly age: Uint8Array;
  readonly label: Uint8Array;
  readonly weight: Float32Array;
  readonly treesOnly: Uint8Array;
};

export function trainingSet(parts: readonly Part[]): TrainingSet {
  const width = (parts[0] as Part).rows.width;
  const chosen = parts.map(({ rows, takes, onePhase }) => {
    const taken = rows.trials.map(takes);
    const list: number[] = [];
    for (let row = 0; row < rows.count; row++) {
      if ((rows.label[row] as number) < 0 || !taken[rows.trial[row] as number]) continue;
      if (onePhase !== true || rows.phase[row] === 0) list.push(row);
    }
    return list;
  });
  const count = chosen.reduce((sum, list) => sum + list.length, 0);
  const set = {
    count,
    width,
    x: new Float32Array(count * width),
    age: new Uint8Array(count),
    label: new Uint8Array(count),
    weight: new Float32Array(count),
    treesOnly: new Uint8Array(count),
  };
  let to = 0;
  parts.forEach(({ rows, weight, treesOnly }, index) => {
    for (const row of chosen[index] as number[]) {
      set.x.set(rows.x.subarray(row * width, (row + 1) * width), to * width);
      set.age[to] = rows.age[row] as number;
      set.label[to] = rows.label[row] as number;
      set.weight[to] = weight;
      set.treesOnly[to] = treesOnly === true ? 1 : 0;
      to++;
    }
  });
  return set;
}
