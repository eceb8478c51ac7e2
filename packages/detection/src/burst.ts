import { toInteger } from './quantise.js';
import type { Burst } from './reading.js';
import { accelPerUnit, burstHz, turnPerUnit } from './state.js';

/** 1.2 s, which keeps ten slots under 4 kB: a longer burst is cut to its latest part. */
export const maxSamples = 30;

/**
 * Resamples the burst to 25 Hz, six integers per sample; undefined if it has no usable sample. Faster bursts are
 * averaged into bins; for slower ones an empty bin takes the nearest sample. Without a gyroscope its axes are 0.
 */
export function resampleBurst(burst: Burst): number[] | undefined {
  const { rateHz, accel, gyro } = burst;
  if (!(rateHz > 0) || !Number.isFinite(rateHz)) return undefined;
  const bins = Math.round((accel.length * burstHz) / rateHz);
  if (bins < 1) return undefined;
  const count = Math.min(bins, maxSamples);
  const perBin = accel.length / bins;
  const out: number[] = new Array(count * 6);
  for (let bin = 0; bin < count; bin++) {
    const from = (bins - count + bin) * perBin;
    const first = Math.min(Math.round(from), accel.length - 1);
    const end = Math.max(first + 1, Math.min(Math.round(from + perBin), accel.length));
    writeMean(out, bin * 6, accel, first, end, accelPerUnit);
    writeMean(out, bin * 6 + 3, gyro ?? [], first, end, turnPerUnit);
  }
  return out;
}

function writeMean(
  out: number[],
  at: number,
  rows: readonly (readonly number[])[],
  first: number,
  end: number,
  perUnit: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = first; i < end; i++) {
    const row = rows[i];
    if (row === undefined) continue;
    x += row[0] ?? 0;
    y += row[1] ?? 0;
    z += row[2] ?? 0;
  }
  const n = end - first;
  out[at] = toInteger(x / n, perUnit);
  out[at + 1] = toInteger(y / n, perUnit);
  out[at + 2] = toInteger(z / n, perUnit);
}

/** Index of the sample with the largest acceleration. */
export function largestSample(samples: readonly number[]): number {
  let best = -1;
  let index = 0;
  for (let at = 0; at < samples.length; at += 6) {
    const x = samples[at] ?? 0;
    const y = samples[at + 1] ?? 0;
    const z = samples[at + 2] ?? 0;
    const squared = x * x + y * y + z * z;
    if (squared > best) {
      best = squared;
      index = at / 6;
    }
  }
  return index;
}
