import { writeMotion } from './burstMotion.js';
import { writeShape } from './burstShape.js';
import {
  angleBetween,
  largestBetween,
  meanBetween,
  type Signal,
  smallestBetween,
  stdBetween,
  sumBetween,
  unrestBetween,
} from './signal.js';
import { createSpans, dt, gravity, hz, type Out, type Spans } from './spans.js';

/** In the order of the vector. Seconds are relative to the candidate's peak p; k is now. */
export const burstFeatureNames = [
  'peak',
  'log_peak',
  'ff_min',
  'ff_dur',
  'ff_deficit',
  'dip_drop',
  'gyro_peak',
  'gyro_rot',
  'std3',
  'tilt',
  'tilt_last',
  'post_std',
  'post_dev',
  'post_gyro',
  'last_std',
  'last_gyro',
  'pre_std',
  'pre_gyro',
  'impulse_ratio',
  'post_maxA',
  'pre_maxA',
  'lp_peak',
  'lp_min',
  'net_rot',
  'net_frac',
  'active_dur',
  'settle_std',
  'gyro_imp',
  'post_tilt_move',
  'up_pre',
  'up_post',
  'up_impulse',
  'pulse_width',
  'hits',
  'tilt_low',
  'calm_share',
  'turn_before',
  'turn_after',
  'drop_speed',
  'drop',
] as const;

export const burstFeatureCount = burstFeatureNames.length;
/** Features that need a gyroscope: unknown (NaN) without one. */
export const burstGyroFeatures: readonly number[] = [6, 7, 13, 15, 17, 23, 24, 27, 35, 36, 37, 38, 39];

/** Writes the features of the candidate at sample `p`, seen at sample `k` (exclusive), into `out` from `at` on. */
export function burstFeatures(signal: Signal, p: number, k: number, out: Out, at: number): void {
  const span = createSpans(p, k);
  writeImpact(signal, p, k, out, at);
  writePostures(signal, span, out, at);
  writeRest(signal, span, p, k, out, at);
  writeShape(signal, span, p, k, out, at);
  writeMotion(signal, p, k, out, at);
}

function writeImpact(s: Signal, p: number, k: number, out: Out, at: number): void {
  const peak = s.a[p] as number;
  const from = Math.max(0, p - 25);
  let below = 0;
  let deficit = 0;
  for (let i = from; i <= p; i++) {
    const a = s.a[i] as number;
    if (a < 0.7) below++;
    if (a < 1) deficit += 1 - a;
  }
  const dip = smallestBetween(s.a, from, p + 1, 1);
  out[at] = peak;
  out[at + 1] = Math.log(Math.max(peak, 0.05));
  out[at + 2] = dip;
  out[at + 3] = below * dt;
  out[at + 4] = gravity * deficit * dt;
  out[at + 5] = peak - dip;
  out[at + 6] = largestBetween(s.w, from, Math.min(k, p + 13), 0);
  out[at + 7] = sumBetween(s.w, from, Math.min(k, p + 25)) * dt;
  const near = Math.max(0, p - 12);
  const nearTo = Math.min(k, p + 13);
  out[at + 8] = Math.sqrt(
    stdBetween(s.ax, near, nearTo, 0) ** 2 +
      stdBetween(s.ay, near, nearTo, 0) ** 2 +
      stdBetween(s.az, near, nearTo, 0) ** 2,
  );
}

function writePostures(s: Signal, span: Spans, out: Out, at: number): void {
  const { preFrom, preTo, postFrom, postTo, lastFrom, k } = span;
  const tilt = angleOfMeans(s, preFrom, preTo, postFrom, postTo);
  const tiltLast = angleOfMeans(s, preFrom, preTo, lastFrom, k);
  out[at + 9] = tilt;
  out[at + 10] = tiltLast;
  out[at + 28] = angleOfMeans(s, postFrom, Math.min(postTo, postFrom + hz), lastFrom, k);
  out[at + 34] = Math.min(tilt, tiltLast);
}

function writeRest(s: Signal, span: Spans, p: number, k: number, out: Out, at: number): void {
  const { preFrom, preTo, postFrom, postTo, lastFrom } = span;
  out[at + 11] = stdBetween(s.a, postFrom, postTo, 0.3);
  out[at + 12] = unrestBetween(s.a, postFrom, postTo, 0.3);
  out[at + 13] = meanBetween(s.w, postFrom, postTo, 60);
  out[at + 14] = stdBetween(s.a, lastFrom, k, 0.3);
  out[at + 15] = meanBetween(s.w, lastFrom, k, 60);
  out[at + 16] = stdBetween(s.a, preFrom, preTo, 0.05);
  out[at + 17] = meanBetween(s.w, preFrom, preTo, 5);
  // Less than 1.2 s of history is too short to show earlier impacts.
  const preMax = p >= 30 ? largestBetween(s.a, Math.max(0, p - 100), Math.max(0, p - 25), 1) : 1;
  const postMax = largestBetween(s.a, postFrom, postTo, 1);
  out[at + 18] = (s.a[p] as number) / Math.max(preMax, postMax, 0.05);
  out[at + 19] = postMax;
  out[at + 20] = preMax;
  let calm = 0;
  for (let i = postFrom; i < postTo; i++)
    if (Math.abs((s.a[i] as number) - 1) < 0.12 && (s.w[i] as number) < 25) calm++;
  out[at + 35] = postTo > postFrom ? calm / (postTo - postFrom) : 0.3;
}

/** 0 if one of the spans is empty. */
function angleOfMeans(s: Signal, from: number, to: number, otherFrom: number, otherTo: number): number {
  return angleBetween(
    sumBetween(s.ax, from, to),
    sumBetween(s.ay, from, to),
    sumBetween(s.az, from, to),
    sumBetween(s.ax, otherFrom, otherTo),
    sumBetween(s.ay, otherFrom, otherTo),
    sumBetween(s.az, otherFrom, otherTo),
  );
}
