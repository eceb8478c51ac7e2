import { angleBetween } from './signal.js';

/** One reading per second, as input of the 1 Hz features. */
export type SecondSample = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Magnitudes: g and °/s. */
  readonly a: number;
  readonly w: number;
};

/** Candidate reading i, latest j, prev = up to four before i, post = i+1..j. */
export const secondFeatureNames = [
  'A',
  'logA',
  'W',
  'minA',
  'jump',
  'prev_dev',
  'prev_W',
  'prev_max',
  'next_dev',
  'next_W',
  'post_max',
  'post_min_dev',
  'last_dev',
  'last_W',
  'tilt',
  'tilt_last',
  'ratio',
] as const;

export const secondFeatureCount = secondFeatureNames.length;
export const secondGyroFeatures: readonly number[] = [2, 6, 9, 13];

type Out = Float64Array | Float32Array;

/** Writes the features of candidate `i` seen at reading `j` into `out` from `at` on. */
export function secondFeatures(s: readonly SecondSample[], i: number, j: number, out: Out, at: number): void {
  const own = s[i] as SecondSample;
  const last = s[j] as SecondSample;
  const before = writeBefore(s, i, out, at);
  const after = writeAfter(s, i, j, out, at);
  const previous = i > 0 ? (s[i - 1] as SecondSample).a : own.a;
  let minA = Math.min(previous, own.a);
  if (i + 1 <= j) minA = Math.min(minA, (s[i + 1] as SecondSample).a);
  out[at] = own.a;
  out[at + 1] = Math.log(Math.max(own.a, 0.05));
  out[at + 2] = own.w;
  out[at + 3] = minA;
  out[at + 4] = own.a - previous;
  out[at + 12] = Math.abs(last.a - 1);
  out[at + 13] = last.w;
  // 0 without later readings: their sum has no length.
  out[at + 14] = angleBetween(before.x, before.y, before.z, after.x, after.y, after.z);
  out[at + 15] = angleBetween(before.x, before.y, before.z, last.x, last.y, last.z);
  out[at + 16] = own.a / Math.max(out[at + 7] as number, out[at + 10] as number, 0.05);
}

type Sum = { x: number; y: number; z: number };

function writeBefore(s: readonly SecondSample[], i: number, out: Out, at: number): Sum {
  const from = Math.max(0, i - 4);
  if (from === i) {
    // No history: assume a person at rest, in the posture of this reading.
    out[at + 5] = 0.05;
    out[at + 6] = 5;
    out[at + 7] = 1;
    return s[i] as SecondSample;
  }
  const sum = { x: 0, y: 0, z: 0 };
  let dev = 0;
  let w = 0;
  let max = 0;
  for (let n = from; n < i; n++) {
    const one = s[n] as SecondSample;
    sum.x += one.x;
    sum.y += one.y;
    sum.z += one.z;
    dev += Math.abs(one.a - 1);
    w += one.w;
    max = Math.max(max, one.a);
  }
  out[at + 5] = dev / (i - from);
  out[at + 6] = w / (i - from);
  out[at + 7] = max;
  return sum;
}

function writeAfter(s: readonly SecondSample[], i: number, j: number, out: Out, at: number): Sum {
  const sum = { x: 0, y: 0, z: 0 };
  if (j === i) {
    out[at + 8] = 0.3;
    out[at + 9] = 60;
    out[at + 10] = 1.5;
    out[at + 11] = 0.3;
    return sum;
  }
  let dev = 0;
  let w = 0;
  let max = 0;
  let minDev = Number.POSITIVE_INFINITY;
  for (let n = i + 1; n <= j; n++) {
    const one = s[n] as SecondSample;
    sum.x += one.x;
    sum.y += one.y;
    sum.z += one.z;
    const distance = Math.abs(one.a - 1);
    dev += distance;
    w += one.w;
    max = Math.max(max, one.a);
    minDev = Math.min(minDev, distance);
  }
  out[at + 8] = dev / (j - i);
  out[at + 9] = w / (j - i);
  out[at + 10] = max;
  out[at + 11] = minDev;
  return sum;
}
