import type { TrainingSet } from './training.js';

export const bins = 64;

export type Binned = { readonly columns: readonly Uint8Array[]; readonly edges: readonly Float32Array[] };

/** The features of the rows as bin numbers between quantiles, the age as the last column. */
export function binnedColumns(set: TrainingSet, rows: readonly number[]): Binned {
  const edges: Float32Array[] = [];
  const columns: Uint8Array[] = [];
  for (let i = 0; i <= set.width; i++) {
    const values = new Float32Array(rows.length);
    rows.forEach((row, index) => {
      values[index] = (i < set.width ? set.x[row * set.width + i] : set.age[row]) as number;
    });
    const found = findEdges(values);
    edges.push(found);
    columns.push(toBins(values, found));
  }
  return { columns, edges };
}

/** Upper edges, half-way between neighbours at the quantiles: fewer than 63 when values repeat. */
function findEdges(column: Float32Array): Float32Array {
  const sorted = Float32Array.from(column).sort();
  const edges: number[] = [];
  for (let bin = 1; bin < bins; bin++) {
    const at = Math.floor((bin * sorted.length) / bins);
    const middle = Math.fround(((sorted[Math.max(0, at - 1)] as number) + (sorted[at] as number)) / 2);
    if (edges.length === 0 || middle > (edges.at(-1) as number)) edges.push(middle);
  }
  return Float32Array.from(edges);
}

function toBins(column: Float32Array, edges: Float32Array): Uint8Array {
  const out = new Uint8Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const value = column[row] as number;
    let low = 0;
    let high = edges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value > (edges[middle] as number)) low = middle + 1;
      else high = middle;
    }
    out[row] = low;
  }
  return out;
}
