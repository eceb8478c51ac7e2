import type { Trees } from '../src/model/model.js';
import type { TrainingSet } from './training.js';

export type BoostingOptions = { readonly trees: number; readonly rate: number; readonly minRows: number; readonly l2: number };
export const boostingDefaults: BoostingOptions = { trees: 80, rate: 0.1, minRows: 20, l2: 1 };

const bins = 64;
const depth = 3;

/** Gradient boosting for the logistic loss with depth-3 trees, splits found on histograms of 64 quantile bins. */
export function fitTrees(set: TrainingSet, options: BoostingOptions = boostingDefaults): Trees {
  const rows: number[] = [];
  for (let row = 0; row < set.count; row++) if ((set.age[row] as number) >= 2) rows.push(row);
  const width = set.width + 1;
  const columns = columnsOf(set, rows);
  const edges = columns.map(edgesOf);
  const binned = columns.map((column, i) => binsOf(column, edges[i] as Float32Array));
  const label = Uint8Array.from(rows, (row) => set.label[row] as number);
  const weight = Float32Array.from(rows, (row) => set.weight[row] as number);
  const baseline = priorLogit(label, weight);
  const logit = new Float64Array(rows.length).fill(baseline);
  const grown = { feature: [] as number[], threshold: [] as number[], leaf: [] as number[] };
  const grower = new TreeGrower(binned, edges, width, options);
  for (let tree = 0; tree < options.trees; tree++) grower.grow(label, weight, logit, grown);
  return { baseline, ...grown };
}

function columnsOf(set: TrainingSet, rows: readonly number[]): Float32Array[] {
  const features = Array.from({ length: set.width }, (_, i) =>
    Float32Array.from(rows, (row) => set.x[row * set.width + i] as number),
  );
  return [...features, Float32Array.from(rows, (row) => set.age[row] as number)];
}

/** Upper edges of the bins, between distinct quantiles: fewer than 64 when values repeat. */
function edgesOf(column: Float32Array): Float32Array {
  const sorted = Float32Array.from(column).sort();
  const edges: number[] = [];
  for (let bin = 1; bin < bins; bin++) {
    const at = Math.floor((bin * sorted.length) / bins);
    const middle = Math.fround(((sorted[Math.max(0, at - 1)] as number) + (sorted[at] as number)) / 2);
    if (edges.length === 0 || middle > (edges.at(-1) as number)) edges.push(middle);
  }
  return Float32Array.from(edges);
}

function binsOf(column: Float32Array, edges: Float32Array): Uint8Array {
  return Uint8Array.from(column, (value) => {
    let low = 0;
    let high = edges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value > (edges[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  });
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

type Grown = { feature: number[]; threshold: number[]; leaf: number[] };
type Split = { feature: number; bin: number; gain: number };

class TreeGrower {
  private readonly binned: readonly Uint8Array[];
  private readonly edges: readonly Float32Array[];
  private readonly width: number;
  private readonly options: BoostingOptions;
  private readonly node: Uint8Array;
  private readonly gradient: Float32Array;
  private readonly hessian: Float32Array;

  constructor(binned: readonly Uint8Array[], edges: readonly Float32Array[], width: number, options: BoostingOptions) {
    this.binned = binned;
    this.edges = edges;
    this.width = width;
    this.options = options;
    const count = (binned[0] as Uint8Array).length;
    this.node = new Uint8Array(count);
    this.gradient = new Float32Array(count);
    this.hessian = new Float32Array(count);
  }

  /** Grows one tree on the current logits, appends it and moves the logits. */
  grow(label: Uint8Array, weight: Float32Array, logit: Float64Array, grown: Grown): void {
    const count = label.length;
    for (let row = 0; row < count; row++) {
      const p = 1 / (1 + Math.exp(-(logit[row] as number)));
      this.gradient[row] = (p - (label[row] as number)) * (weight[row] as number);
      this.hessian[row] = Math.max(p * (1 - p), 1e-6) * (weight[row] as number);
      this.node[row] = 0;
    }
    const from = grown.feature.length;
    for (let level = 0; level < depth; level++) {
      const first = 2 ** level - 1;
      const splits = this.bestSplits(first, 2 ** level);
      for (const { feature, bin, gain } of splits) {
        // A node not worth splitting sends everything left.
        grown.feature.push(gain > 0 ? feature : 0);
        grown.threshold.push(gain > 0 ? ((this.edges[feature] as Float32Array)[bin] as number) : 1e9);
      }
      this.descend(first, splits);
    }
    if (grown.feature.length - from !== 7) throw new Error('a tree has seven splits');
    this.finish(logit, grown);
  }

  private bestSplits(first: number, nodes: number): Split[] {
    const best = Array.from({ length: nodes }, () => ({ feature: 0, bin: 0, gain: 0 }));
    const g = new Float64Array(nodes * bins);
    const h = new Float64Array(nodes * bins);
    const n = new Uint32Array(nodes * bins);
    for (let feature = 0; feature < this.width; feature++) {
      g.fill(0);
      h.fill(0);
      n.fill(0);
      const column = this.binned[feature] as Uint8Array;
      for (let row = 0; row < column.length; row++) {
        const at = ((this.node[row] as number) - first) * bins + (column[row] as number);
        g[at] = (g[at] as number) + (this.gradient[row] as number);
        h[at] = (h[at] as number) + (this.hessian[row] as number);
        n[at] = (n[at] as number) + 1;
      }
      for (let node = 0; node < nodes; node++) this.scan(feature, node * bins, g, h, n, best[node] as Split);
    }
    return best;
  }

  private scan(feature: number, at: number, g: Float64Array, h: Float64Array, n: Uint32Array, best: Split): void {
    const { l2, minRows } = this.options;
    let allG = 0;
    let allH = 0;
    let allN = 0;
    for (let bin = 0; bin < bins; bin++) {
      allG += g[at + bin] as number;
      allH += h[at + bin] as number;
      allN += n[at + bin] as number;
    }
    let leftG = 0;
    let leftH = 0;
    let leftN = 0;
    const edges = (this.edges[feature] as Float32Array).length;
    for (let bin = 0; bin < edges; bin++) {
      leftG += g[at + bin] as number;
      leftH += h[at + bin] as number;
      leftN += n[at + bin] as number;
      if (leftN < minRows || allN - leftN < minRows) continue;
      const rightG = allG - leftG;
      const gain = leftG ** 2 / (leftH + l2) + rightG ** 2 / (allH - leftH + l2) - allG ** 2 / (allH + l2);
      if (gain > best.gain) {
        best.gain = gain;
        best.feature = feature;
        best.bin = bin;
      }
    }
  }

  private descend(first: number, splits: readonly Split[]): void {
    for (let row = 0; row < this.node.length; row++) {
      const node = this.node[row] as number;
      const { feature, bin, gain } = splits[node - first] as Split;
      const right = gain > 0 && ((this.binned[feature] as Uint8Array)[row] as number) > bin;
      this.node[row] = 2 * node + (right ? 2 : 1);
    }
  }

  private finish(logit: Float64Array, grown: Grown): void {
    const g = new Float64Array(8);
    const h = new Float64Array(8);
    for (let row = 0; row < this.node.length; row++) {
      const leaf = (this.node[row] as number) - 7;
      g[leaf] = (g[leaf] as number) + (this.gradient[row] as number);
      h[leaf] = (h[leaf] as number) + (this.hessian[row] as number);
    }
    const values = Array.from(g, (sum, leaf) => (-this.options.rate * sum) / ((h[leaf] as number) + this.options.l2));
    grown.leaf.push(...values);
    for (let row = 0; row < this.node.length; row++) {
      logit[row] = (logit[row] as number) + (values[(this.node[row] as number) - 7] as number);
    }
  }
}
