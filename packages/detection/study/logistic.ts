import type { AgeModel } from '../src/model/model.js';
import type { TrainingSet } from './training.js';

/** Penalty on the squared weights of standardised features: sklearn's default strength. */
const ridge = 1;
const maxSteps = 25;

/** Logistic regression by Newton steps on the rows of one age, features clipped and standardised. */
export function fitLogistic(set: TrainingSet, age: number, low: readonly number[], high: readonly number[]): AgeModel {
  const rows: number[] = [];
  for (let row = 0; row < set.count; row++) if (set.age[row] === age && set.treesOnly[row] === 0) rows.push(row);
  const z = clippedMatrix(set, rows, low, high);
  const { mean, scale } = standardise(z, set.width);
  const label = Float64Array.from(rows, (row) => set.label[row] as number);
  const weight = Float64Array.from(rows, (row) => set.weight[row] as number);
  const theta = newton(z, set.width, label, weight);
  return { mean, scale, w: [...theta.subarray(0, set.width)], b: theta[set.width] as number };
}

function clippedMatrix(
  set: TrainingSet,
  rows: readonly number[],
  low: readonly number[],
  high: readonly number[],
): Float64Array {
  const { width } = set;
  const z = new Float64Array(rows.length * width);
  rows.forEach((row, index) => {
    for (let i = 0; i < width; i++) {
      const value = set.x[row * width + i] as number;
      z[index * width + i] = Math.min(Math.max(value, low[i] as number), high[i] as number);
    }
  });
  return z;
}

function standardise(z: Float64Array, width: number): { mean: number[]; scale: number[] } {
  const n = z.length / width;
  const mean = new Array<number>(width).fill(0);
  const scale = new Array<number>(width).fill(0);
  for (let at = 0; at < z.length; at++) mean[at % width] = (mean[at % width] as number) + (z[at] as number) / n;
  for (let at = 0; at < z.length; at++) {
    const i = at % width;
    scale[i] = (scale[i] as number) + ((z[at] as number) - (mean[i] as number)) ** 2 / n;
  }
  for (let i = 0; i < width; i++) scale[i] = (scale[i] as number) > 1e-12 ? Math.sqrt(scale[i] as number) : 1;
  for (let at = 0; at < z.length; at++)
    z[at] = ((z[at] as number) - (mean[at % width] as number)) / (scale[at % width] as number);
  return { mean, scale };
}

function newton(z: Float64Array, width: number, label: Float64Array, weight: Float64Array): Float64Array {
  const size = width + 1;
  const theta = new Float64Array(size);
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, hessian } = derivatives(z, width, label, weight, theta);
    const move = solve(hessian, gradient, size);
    let largest = 0;
    for (let i = 0; i < size; i++) {
      theta[i] = (theta[i] as number) - (move[i] as number);
      largest = Math.max(largest, Math.abs(move[i] as number));
    }
    if (largest < 1e-3) break;
  }
  return theta;
}

function derivatives(z: Float64Array, width: number, label: Float64Array, weight: Float64Array, theta: Float64Array) {
  const size = width + 1;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  for (let row = 0; row < label.length; row++) {
    const at = row * width;
    let logit = theta[width] as number;
    for (let i = 0; i < width; i++) logit += (theta[i] as number) * (z[at + i] as number);
    const p = 1 / (1 + Math.exp(-logit));
    const count = weight[row] as number;
    const error = (p - (label[row] as number)) * count;
    const curve = p * (1 - p) * count;
    for (let i = 0; i < width; i++) gradient[i] = (gradient[i] as number) + error * (z[at + i] as number);
    gradient[width] = (gradient[width] as number) + error;
    // Rows already decided bend nothing: leaving them out of the curvature saves most of the time.
    if (curve < 1e-4) continue;
    for (let i = 0; i < width; i++) {
      const value = z[at + i] as number;
      const scaled = curve * value;
      const line = i * size;
      for (let j = 0; j <= i; j++) hessian[line + j] = (hessian[line + j] as number) + scaled * (z[at + j] as number);
      hessian[width * size + i] = (hessian[width * size + i] as number) + scaled;
    }
    hessian[size * size - 1] = (hessian[size * size - 1] as number) + curve;
  }
  for (let i = 0; i < width; i++) {
    gradient[i] = (gradient[i] as number) + ridge * (theta[i] as number);
    hessian[i * size + i] = (hessian[i * size + i] as number) + ridge;
  }
  return { gradient, hessian };
}

/** Cholesky on the lower triangle; the ridge keeps it positive definite. */
function solve(hessian: Float64Array, gradient: Float64Array, size: number): Float64Array {
  const l = hessian;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = l[i * size + j] as number;
      for (let k = 0; k < j; k++) sum -= (l[i * size + k] as number) * (l[j * size + k] as number);
      l[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (l[j * size + j] as number);
    }
  }
  const x = Float64Array.from(gradient);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] as number) - (l[i * size + k] as number) * (x[k] as number);
    x[i] = (x[i] as number) / (l[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = (x[i] as number) - (l[k * size + i] as number) * (x[k] as number);
    x[i] = (x[i] as number) / (l[i * size + i] as number);
  }
  return x;
}
