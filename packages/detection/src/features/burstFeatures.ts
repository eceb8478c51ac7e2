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
/** Those that need a gyroscope: unknown (NaN) without one. */
export const burstGyroFeatures: readonly number[] = [6, 7, 13, 15, 17, 23, 24, 27, 35, 36, 37, 38, 39];

const hz = 25;
const dt = 1 / hz;
const gravity = 9.80665;

/** Writes the features of the candidate at sample `p`, seen at sample `k` (exclusive), into `out` from `at` on. */
export function burstFeatures(signal: Signal, p: number, k: number, out: Float64Array | Float32Array, at: number): void {
  const span = spansOf(p, k);
  writeImpact(signal, p, k, out, at);
  writePostures(signal, span, out, at);
  writeRest(signal, span, p, k, out, at);
  writeShape(signal, span, p, k, out, at);
  writeMotion(signal, span, p, k, out, at);
}

type Spans = { preFrom: number; preTo: number; postFrom: number; postTo: number; lastFrom: number; k: number };

function spansOf(p: number, k: number): Spans {
  const postFrom = Math.min(k, p + 19);
  return {
    preFrom: Math.max(0, p - 75),
    preTo: Math.max(0, p - 19),
    postFrom,
    postTo: Math.min(k, p + 125),
    lastFrom: Math.max(0, k - hz),
    k,
  };
}

type Out = Float64Array | Float32Array;

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
    stdBetween(s.ax, near, nearTo, 0) ** 2 + stdBetween(s.ay, near, nearTo, 0) ** 2 + stdBetween(s.az, near, nearTo, 0) ** 2,
  );
}

function writePostures(s: Signal, span: Spans, out: Out, at: number): void {
  const { preFrom, preTo, postFrom, postTo, lastFrom, k } = span;
  const hasPre = preTo > preFrom;
  const tilt = hasPre && postTo > postFrom ? angleOfMeans(s, preFrom, preTo, postFrom, postTo) : 0;
  const tiltLast = hasPre ? angleOfMeans(s, preFrom, preTo, lastFrom, k) : 0;
  out[at + 9] = tilt;
  out[at + 10] = tiltLast;
  out[at + 28] = postTo > postFrom ? angleOfMeans(s, postFrom, Math.min(postTo, postFrom + hz), lastFrom, k) : 0;
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
  // Under 1.2 s of history says nothing of earlier impacts.
  const preMax = p >= 30 ? largestBetween(s.a, Math.max(0, p - 100), Math.max(0, p - 25), 1) : 1;
  const postMax = largestBetween(s.a, postFrom, postTo, 1);
  out[at + 18] = (s.a[p] as number) / Math.max(preMax, postMax, 0.05);
  out[at + 19] = postMax;
  out[at + 20] = preMax;
  let calm = 0;
  for (let i = postFrom; i < postTo; i++) if (Math.abs((s.a[i] as number) - 1) < 0.12 && (s.w[i] as number) < 25) calm++;
  out[at + 35] = postTo > postFrom ? calm / (postTo - postFrom) : 0.3;
}

function writeShape(s: Signal, span: Spans, p: number, k: number, out: Out, at: number): void {
  let lpPeak = 0;
  for (let c = Math.max(2, p - 12); c < Math.min(k - 2, p + 13); c++) {
    const x = sumBetween(s.ax, c - 2, c + 3);
    const y = sumBetween(s.ay, c - 2, c + 3);
    const z = sumBetween(s.az, c - 2, c + 3);
    lpPeak = Math.max(lpPeak, Math.sqrt(x * x + y * y + z * z) / 5);
  }
  let lpMin = Number.POSITIVE_INFINITY;
  for (let c = Math.max(2, p - 25); c <= Math.min(k - 3, p); c++) lpMin = Math.min(lpMin, sumBetween(s.a, c - 2, c + 3) / 5);
  out[at + 21] = lpPeak === 0 ? (s.a[p] as number) : lpPeak;
  out[at + 22] = Number.isFinite(lpMin) ? lpMin : (s.a[p] as number);
  let active = 0;
  for (let i = Math.max(0, p - 50); i < Math.min(k, p + 50); i++) if (Math.abs((s.a[i] as number) - 1) > 0.4) active++;
  out[at + 25] = active * dt;
  out[at + 26] = stdBetween(s.a, Math.min(k, p + 5), Math.min(k, p + 25), 0.3);
  const half = 1 + 0.5 * ((s.a[p] as number) - 1);
  let left = p;
  let right = p;
  while (left > 0 && (s.a[left - 1] as number) > half) left--;
  while (right + 1 < k && (s.a[right + 1] as number) > half) right++;
  out[at + 32] = (right - left + 1) * dt;
  out[at + 33] = otherHits(s, p, k);
  writeDirection(s, span, p, k, out, at);
}

/** Separate impacts of comparable size around the candidate: applause, knocking, hammering, running. */
function otherHits(s: Signal, p: number, k: number): number {
  const least = Math.max(1.4, 1 + 0.5 * ((s.a[p] as number) - 1));
  let count = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (let i = Math.max(1, p - 100); i < Math.min(k - 1, p + 75); i++) {
    const a = s.a[i] as number;
    if (a < least || a < (s.a[i - 1] as number) || a < (s.a[i + 1] as number)) continue;
    if (Math.abs(i - p) < 5 || i - previous < 5) continue;
    previous = i;
    count++;
  }
  return count;
}

/** Whether the impact pushed upwards (a body landing) or sideways (hands meeting), judged by gravity before and after. */
function writeDirection(s: Signal, span: Spans, p: number, k: number, out: Out, at: number): void {
  const from = Math.max(0, p - 2);
  const to = Math.min(k, p + 3);
  const ix = sumBetween(s.ax, from, to);
  const iy = sumBetween(s.ay, from, to);
  const iz = sumBetween(s.az, from, to);
  const hasPre = span.preTo > span.preFrom;
  out[at + 29] = hasPre ? cosineWithMean(s, span.preFrom, span.preTo, ix, iy, iz) : 0.7;
  const hasPost = span.postTo > span.postFrom;
  out[at + 30] = hasPost ? cosineWithMean(s, span.postFrom, span.postTo, ix, iy, iz) : 0.7;
  const postX = sumBetween(s.ax, span.postFrom, span.postTo);
  const postY = sumBetween(s.ay, span.postFrom, span.postTo);
  const postZ = sumBetween(s.az, span.postFrom, span.postTo);
  const length = Math.sqrt(postX * postX + postY * postY + postZ * postZ);
  let impulse = 0;
  if (length > 1e-9) {
    for (let i = Math.max(0, p - 4); i < Math.min(k, p + 8); i++) {
      impulse += ((s.ax[i] as number) * postX + (s.ay[i] as number) * postY + (s.az[i] as number) * postZ) / length - 1;
    }
  }
  out[at + 31] = impulse * dt * gravity;
}

function writeMotion(s: Signal, span: Spans, p: number, k: number, out: Out, at: number): void {
  const from = Math.max(0, p - 25);
  const to = Math.min(k, p + 13);
  const net = netTurn(s, from, to);
  out[at + 23] = net;
  out[at + 24] = net / Math.max(sumBetween(s.w, from, to) * dt, 1);
  out[at + 27] = meanBetween(s.w, Math.max(0, p - 2), Math.min(k, p + 3), 0);
  out[at + 36] = netTurn(s, Math.max(0, p - 25), Math.max(0, p - 2));
  out[at + 37] = netTurn(s, Math.min(k, p + 3), Math.min(k, p + 25));
  writeDrop(s, span, p, out, at);
}

/** Length of the vector integral of the angular rate, degrees. */
function netTurn(s: Signal, from: number, to: number): number {
  const x = sumBetween(s.gx, from, to);
  const y = sumBetween(s.gy, from, to);
  const z = sumBetween(s.gz, from, to);
  return Math.sqrt(x * x + y * y + z * z) * dt;
}

/**
 * How fast and how far the device went down in the second before the impact: gravity is carried along by the
 * gyroscope from a quiet estimate, what is left of the acceleration along it is integrated. A fall lasts 0.4 to 1 s
 * and half a metre or more, a blow 0.1 to 0.2 s.
 */
function writeDrop(s: Signal, span: Spans, p: number, out: Out, at: number): void {
  const start = Math.max(0, p - 30);
  const from = Math.max(0, start - 20);
  let ux = sumBetween(s.ax, from, start);
  let uy = sumBetween(s.ay, from, start);
  let uz = sumBetween(s.az, from, start);
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  out[at + 38] = 0;
  out[at + 39] = 0;
  if (!(length > 1e-9)) return;
  ux /= length;
  uy /= length;
  uz /= length;
  let speed = 0;
  let height = 0;
  let fastest = 0;
  const turn = (Math.PI / 180) * dt;
  for (let i = start; i < p - 1; i++) {
    // A vector fixed in the world turns against the device: du/dt = -ω × u.
    const wx = (s.gx[i] as number) * turn;
    const wy = (s.gy[i] as number) * turn;
    const wz = (s.gz[i] as number) * turn;
    const nx = ux - (wy * uz - wz * uy);
    const ny = uy - (wz * ux - wx * uz);
    const nz = uz - (wx * uy - wy * ux);
    const n = Math.sqrt(nx * nx + ny * ny + nz * nz);
    ux = nx / n;
    uy = ny / n;
    uz = nz / n;
    speed += ((s.ax[i] as number) * ux + (s.ay[i] as number) * uy + (s.az[i] as number) * uz - 1) * gravity * dt;
    height += speed * dt;
    if (speed < fastest) fastest = speed;
  }
  out[at + 38] = fastest;
  out[at + 39] = height;
}

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

function cosineWithMean(s: Signal, from: number, to: number, x: number, y: number, z: number): number {
  const angle = angleBetween(sumBetween(s.ax, from, to), sumBetween(s.ay, from, to), sumBetween(s.az, from, to), x, y, z);
  return Math.cos((angle * Math.PI) / 180);
}
