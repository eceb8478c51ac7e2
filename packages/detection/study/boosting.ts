import type { Trees } from '../src/model/model.js';
import { binnedColumns, bins } from './binning.js';
import { createRandom } from './random.js';
import type { TrainingSet } from './training.js';

type BoostingOptions = {
  readonly trees: number;
  readonly rate: number;
  /** Share of the rows each tree sees: faster, and less bent to single rows. */
  readonly sample: number;
  /** Share of the features each tree may split on: the trees then depend less on a few strong features. */
  readonly columns: number;
  /** Least curvature in a leaf: about four times as many undecided rows. */
  readonly minHessian: number;
  readonly l2: number;
};
const boostingDefaults: BoostingOptions = {
  trees: 160,
  rate: 0.1,
  sample: 0.6,
  columns: 0.3,
  minHessian: 2,
  l2: 1,
};

/** A tree of seven splits learns nothing more from more rows, it only takes longer. */
const mostRows = 30_000;

type Grown = { feature: number[]; threshold: number[]; leaf: number[] };
type Split = { readonly feature: number; readonly bin: number };
/** Sums of gradient and curvature per drawn feature and bin, interleaved. */
type Histogram = Float64Array;

type Boosting = {
  readonly columns: readonly Uint8Array[];
  readonly edges: readonly Float32Array[];
  readonly gradient: Float32Array;
  readonly hessian: Float32Array;
  readonly options: BoostingOptions;
  /** The features that the present tree may split on. */
  drawn: readonly number[];
};

/** Gradient boosting for the logistic loss with depth-3 trees, splits found on histograms of quantile bins. */
export function fitTrees(set: TrainingSet, options: BoostingOptions = boostingDefaults): Trees {
  const rows: number[] = [];
  for (let row = 0; row < set.count; row++) if ((set.age[row] as number) >= 2) rows.push(row);
  const label = Uint8Array.from(rows, (row) => set.label[row] as number);
  const weight = Float32Array.from(rows, (row) => set.weight[row] as number);
  const baseline = priorLogit(label, weight);
  const logit = new Float64Array(rows.length).fill(baseline);
  const grown: Grown = { feature: [], threshold: [], leaf: [] };
  const boosting: Boosting = {
    ...binnedColumns(set, rows),
    gradient: new Float32Array(rows.length),
    hessian: new Float32Array(rows.length),
    options,
    drawn: [],
  };
  const random = createRandom(rows.length);
  for (let tree = 0; tree < options.trees; tree++) {
    setDerivatives(boosting, label, weight, logit);
    const share = Math.min(options.sample, mostRows / rows.length);
    boosting.drawn = drawColumns(boosting.columns.length, options.columns, random);
    growTree(boosting, drawRows(rows.length, share, random), grown);
    addTree(boosting, grown, tree, logit);
  }
  return { baseline, ...grown };
}

function drawRows(count: number, share: number, random: () => number): Int32Array {
  const drawn = new Int32Array(count);
  let size = 0;
  for (let row = 0; row < count; row++) if (random() < share) drawn[size++] = row;
  return drawn.slice(0, size);
}

/** At least one. */
function drawColumns(count: number, share: number, random: () => number): number[] {
  const drawn = Array.from({ length: count }, (_, column) => column).filter(() => random() < share);
  return drawn.length > 0 ? drawn : [Math.floor(random() * count)];
}

function priorLogit(label: Uint8Array, weight: Float32Array): number {
  let positive = 0;
  let total = 0;
  label.forEach((value, i) => {
    total += weight[i] as number;
    positive += value * (weight[i] as number);
  });
  const share = Math.min(Math.max(positive / Math.max(total, 1e-9), 1e-4), 1 - 1e-4);
  return Math.log(share / (1 - share));
}

function setDerivatives(
  { gradient, hessian }: Boosting,
  label: Uint8Array,
  weight: Float32Array,
  logit: Float64Array,
): void {
  for (let row = 0; row < label.length; row++) {
    const p = 1 / (1 + Math.exp(-(logit[row] as number)));
    gradient[row] = (p - (label[row] as number)) * (weight[row] as number);
    hessian[row] = Math.max(p * (1 - p), 1e-6) * (weight[row] as number);
  }
}

/** Level by level; of two siblings only the smaller is counted, the other is what is left of their parent. */
function growTree(boosting: Boosting, seen: Int32Array, grown: Grown): void {
  let nodes = [{ rows: seen, histogram: buildHistogram(boosting, seen) }];
  for (let level = 0; level < 3; level++) {
    const next: typeof nodes = [];
    for (const { rows, histogram } of nodes) {
      const split = bestSplit(boosting, histogram);
      // A node not worth splitting sends everything left.
      grown.feature.push(split?.feature ?? 0);
      const edges = boosting.edges[split?.feature ?? 0] as Float32Array;
      grown.threshold.push(split === undefined ? 1e9 : (edges[split.bin] as number));
      next.push(...splitNode(boosting, rows, histogram, split, level < 2));
    }
    nodes = next;
  }
  for (const { rows } of nodes) grown.leaf.push(computeLeaf(boosting, rows));
}

function splitNode(
  boosting: Boosting,
  rows: Int32Array,
  histogram: Histogram,
  split: Split | undefined,
  count: boolean,
) {
  if (split === undefined)
    return [
      { rows, histogram },
      { rows: new Int32Array(0), histogram: new Float64Array(histogram.length) },
    ];
  const column = boosting.columns[split.feature] as Uint8Array;
  const [left, right] = partition(rows, column, split.bin);
  if (!count) return [left, right].map((part) => ({ rows: part, histogram }));
  const [smaller, larger] = left.length < right.length ? [left, right] : [right, left];
  const counted = buildHistogram(boosting, smaller);
  const rest = new Float64Array(histogram.length);
  for (let at = 0; at < rest.length; at++) rest[at] = (histogram[at] as number) - (counted[at] as number);
  const small = { rows: smaller, histogram: counted };
  const large = { rows: larger, histogram: rest };
  return left === smaller ? [small, large] : [large, small];
}

function partition(rows: Int32Array, column: Uint8Array, bin: number): [Int32Array, Int32Array] {
  const sorted = new Int32Array(rows.length);
  let left = 0;
  let right = rows.length;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if ((column[row] as number) <= bin) sorted[left++] = row;
    else sorted[--right] = row;
  }
  return [sorted.slice(0, left), sorted.slice(left).reverse()];
}

function buildHistogram({ columns, drawn, gradient, hessian }: Boosting, rows: Int32Array): Histogram {
  const out = new Float64Array(drawn.length * bins * 2);
  const g = new Float64Array(rows.length);
  const h = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    g[i] = gradient[rows[i] as number] as number;
    h[i] = hessian[rows[i] as number] as number;
  }
  for (let place = 0; place < drawn.length; place++) {
    const column = columns[drawn[place] as number] as Uint8Array;
    const from = place * bins * 2;
    for (let i = 0; i < rows.length; i++) {
      const at = from + (column[rows[i] as number] as number) * 2;
      out[at] = (out[at] as number) + (g[i] as number);
      out[at + 1] = (out[at + 1] as number) + (h[i] as number);
    }
  }
  return out;
}

function bestSplit({ drawn, edges, options }: Boosting, histogram: Histogram): Split | undefined {
  const { l2, minHessian } = options;
  let best: Split | undefined;
  let bestGain = 1e-9;
  let allG = 0;
  let allH = 0;
  for (let bin = 0; bin < bins; bin++) {
    allG += histogram[bin * 2] as number;
    allH += histogram[bin * 2 + 1] as number;
  }
  for (let place = 0; place < drawn.length; place++) {
    const feature = drawn[place] as number;
    let leftG = 0;
    let leftH = 0;
    const from = place * bins * 2;
    for (let bin = 0; bin < (edges[feature] as Float32Array).length; bin++) {
      leftG += histogram[from + bin * 2] as number;
      leftH += histogram[from + bin * 2 + 1] as number;
      if (leftH < minHessian) continue;
      if (allH - leftH < minHessian) break;
      const gain = leftG ** 2 / (leftH + l2) + (allG - leftG) ** 2 / (allH - leftH + l2) - allG ** 2 / (allH + l2);
      if (gain > bestGain) {
        bestGain = gain;
        best = { feature, bin };
      }
    }
  }
  return best;
}

function computeLeaf({ gradient, hessian, options }: Boosting, rows: Int32Array): number {
  let g = 0;
  let h = 0;
  for (const row of rows) {
    g += gradient[row] as number;
    h += hessian[row] as number;
  }
  return (-options.rate * g) / (h + options.l2);
}

/** Moves the logits of all rows, also those the tree did not see. */
function addTree({ columns, edges }: Boosting, grown: Grown, tree: number, logit: Float64Array): void {
  const split = tree * 7;
  const tests = Array.from({ length: 7 }, (_, node) => {
    const feature = grown.feature[split + node] as number;
    const bin = (edges[feature] as Float32Array).indexOf(grown.threshold[split + node] as number);
    return { column: columns[feature] as Uint8Array, bin: bin < 0 ? bins : bin };
  });
  for (let row = 0; row < logit.length; row++) {
    let node = 0;
    for (let level = 0; level < 3; level++) {
      const { column, bin } = tests[node] as { column: Uint8Array; bin: number };
      node = 2 * node + ((column[row] as number) > bin ? 2 : 1);
    }
    logit[row] = (logit[row] as number) + (grown.leaf[tree * 8 + node - 7] as number);
  }
}
