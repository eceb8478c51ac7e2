/**
 * The burst features by their definition, computed the slow way: slices, means and vectors instead of indexes and sums.
 * `p` is the candidate, `k` is now (exclusive); 25 samples are one second.
 */
import type { Sample } from './signals.js';
import {
  cross,
  degrees,
  deviation,
  distances,
  dot,
  known,
  largest,
  mean,
  plus,
  scale,
  size,
  sum,
  total,
  type Vector,
} from './vectors.js';

type Named = Record<string, number>;

const second = 1 / 25;
const gravity = 9.80665;

const toAccel = ([x, y, z]: Sample): Vector => [x, y, z];
const toGyro = ([, , , x, y, z]: Sample): Vector => [x, y, z];

/** What was measured from `from` to before `to`, as far as it is known at `k`. */
function createCuts(samples: readonly Sample[], k: number) {
  const cut = (from: number, to: number) => samples.slice(Math.max(0, from), Math.max(0, Math.min(to, k)));
  return {
    cut,
    /** Magnitudes of the acceleration and of the rotation. */
    a: (from: number, to: number) => cut(from, to).map((sample) => size(toAccel(sample))),
    w: (from: number, to: number) => cut(from, to).map((sample) => size(toGyro(sample))),
    turned: (from: number, to: number) => size(total(cut(from, to).map(toGyro))) * second,
    gravityIn: (from: number, to: number) => total(cut(from, to).map(toAccel)),
  };
}
type Cuts = ReturnType<typeof createCuts>;

export function defineBurstFeatures(samples: readonly Sample[], p: number, k: number): Named {
  const cuts = createCuts(samples, k);
  return {
    ...defineImpact(cuts, p),
    ...definePostures(cuts, p, k),
    ...defineRest(cuts, p, k),
    ...defineShape(cuts, samples, p, k),
    ...defineDirection(cuts, p),
    ...defineRotation(cuts, p),
    ...defineDrop(samples, p),
  };
}

function defineImpact({ a, cut }: Cuts, p: number): Named {
  const peak = a(p, p + 1)[0] as number;
  const before = a(p - 25, p + 1);
  const near = cut(p - 12, p + 13).map(toAccel);
  const axis = (index: 0 | 1 | 2) => deviation(near.map((row) => row[index]));
  return {
    peak,
    log_peak: Math.log(Math.max(peak, 0.05)),
    ff_min: Math.min(...before),
    ff_dur: before.filter((value) => value < 0.7).length * second,
    ff_deficit: sum(before.map((value) => Math.max(0, 1 - value))) * gravity * second,
    dip_drop: peak - Math.min(...before),
    std3: size([axis(0), axis(1), axis(2)]),
  };
}

function definePostures({ cut, gravityIn }: Cuts, p: number, k: number): Named {
  const pre = gravityIn(p - 75, p - 19);
  const post = gravityIn(p + 19, p + 125);
  const last = gravityIn(k - 25, k);
  const hasPre = cut(p - 75, p - 19).length > 0;
  const hasPost = cut(p + 19, p + 125).length > 0;
  const tilt = hasPre && hasPost ? degrees(pre, post) : 0;
  const tiltLast = hasPre ? degrees(pre, last) : 0;
  return {
    tilt,
    tilt_last: tiltLast,
    tilt_low: Math.min(tilt, tiltLast),
    post_tilt_move: hasPost ? degrees(gravityIn(p + 19, p + 44), last) : 0,
  };
}

function defineRest({ a, w, cut }: Cuts, p: number, k: number): Named {
  const post = cut(p + 19, p + 125);
  const isCalm = (sample: Sample) => Math.abs(size(toAccel(sample)) - 1) < 0.12 && size(toGyro(sample)) < 25;
  const preMax = p >= 30 ? largest(a(p - 100, p - 25), 1) : 1;
  const postMax = largest(a(p + 19, p + 125), 1);
  return {
    post_std: known(a(p + 19, p + 125), deviation, 0.3),
    post_dev: known(a(p + 19, p + 125), (values) => mean(distances(values, 1)), 0.3),
    post_gyro: known(w(p + 19, p + 125), mean, 60),
    last_std: deviation(a(k - 25, k)),
    last_gyro: mean(w(k - 25, k)),
    pre_std: known(a(p - 75, p - 19), deviation, 0.05),
    pre_gyro: known(w(p - 75, p - 19), mean, 5),
    impulse_ratio: (a(p, p + 1)[0] as number) / Math.max(preMax, postMax, 0.05),
    post_maxA: postMax,
    pre_maxA: preMax,
    calm_share: post.length > 0 ? post.filter(isCalm).length / post.length : 0.3,
  };
}

function defineShape({ a }: Cuts, samples: readonly Sample[], p: number, k: number): Named {
  const peak = a(p, p + 1)[0] as number;
  const around = smoothed(samples, p - 12, Math.min(p + 12, k - 3)).map(({ vector }) => size(vector));
  const before = smoothed(samples, p - 25, Math.min(p, k - 3)).map(({ length }) => length);
  return {
    lp_peak: largest(around, peak),
    lp_min: known(before, (values) => Math.min(...values), peak),
    active_dur: distances(a(p - 50, p + 50), 1).filter((distance) => distance > 0.4).length * second,
    settle_std: known(a(p + 5, p + 25), deviation, 0.3),
    pulse_width: pulseWidth(a(0, k), p) * second,
    hits: countHits(a(0, k), p),
  };
}

function defineDirection({ cut, gravityIn }: Cuts, p: number): Named {
  const post = gravityIn(p + 19, p + 125);
  const push = gravityIn(p - 2, p + 3);
  const pushAlong = (direction: Vector) => Math.cos((degrees(direction, push) * Math.PI) / 180);
  const along = cut(p - 4, p + 8).map((sample) => dot(toAccel(sample), post) / size(post) - 1);
  return {
    up_pre: cut(p - 75, p - 19).length > 0 ? pushAlong(gravityIn(p - 75, p - 19)) : 0.7,
    up_post: cut(p + 19, p + 125).length > 0 ? pushAlong(post) : 0.7,
    up_impulse: size(post) === 0 ? 0 : sum(along) * second * gravity,
  };
}

function defineRotation({ w, turned }: Cuts, p: number): Named {
  return {
    gyro_peak: Math.max(...w(p - 25, p + 13)),
    gyro_rot: sum(w(p - 25, p + 25)) * second,
    net_rot: turned(p - 25, p + 13),
    net_frac: turned(p - 25, p + 13) / Math.max(sum(w(p - 25, p + 13)) * second, 1),
    gyro_imp: mean(w(p - 2, p + 3)),
    turn_before: turned(p - 25, p - 2),
    turn_after: turned(p + 3, p + 25),
  };
}

/** Means over the five samples around each one, of the vector and of its length; only where all five are known. */
function smoothed(samples: readonly Sample[], first: number, last: number) {
  const middles = Array.from({ length: Math.max(0, last + 1) }, (_, at) => at).slice(Math.max(2, first));
  return middles.map((at) => {
    const rows = samples.slice(at - 2, at + 3).map(toAccel);
    return { vector: scale(total(rows), 1 / 5), length: mean(rows.map(size)) };
  });
}

/** Samples in a row around `p` above half of the peak's distance from 1 g. */
function pulseWidth(a: readonly number[], p: number): number {
  const half = 1 + ((a[p] as number) - 1) / 2;
  const rising = a.slice(0, p).reverse();
  const falling = a.slice(p + 1);
  const run = (values: readonly number[]) => {
    const end = values.findIndex((value) => value <= half);
    return end < 0 ? values.length : end;
  };
  return 1 + run(rising) + run(falling);
}

/** Local maxima of 4 s before to 3 s after `p` of at least 1.4 g and half the peak, 0.2 s from `p` and each other. */
function countHits(a: readonly number[], p: number): number {
  const least = Math.max(1.4, 1 + ((a[p] as number) - 1) / 2);
  const hits: number[] = [];
  a.forEach((value, i) => {
    const [left, right] = [a[i - 1], a[i + 1]];
    if (left === undefined || right === undefined || i < p - 100 || i >= p + 75) return;
    const isMaximum = value >= least && value >= left && value >= right;
    if (isMaximum && Math.abs(i - p) >= 5 && i - (hits.at(-1) ?? -5) >= 5) hits.push(i);
  });
  return hits.length;
}

/** Gravity of the 0.8 s that end 1.2 s before `p`, turned with the gyroscope; the rest along it is integrated. */
function defineDrop(samples: readonly Sample[], p: number): Named {
  const start = Math.max(0, p - 30);
  let up = total(samples.slice(Math.max(0, start - 20), start).map(toAccel));
  if (size(up) === 0) return { drop_speed: 0, drop: 0 };
  up = scale(up, 1 / size(up));
  const speeds = [0];
  for (const sample of samples.slice(start, Math.max(start, p - 1))) {
    const turn = scale(toGyro(sample), (Math.PI / 180) * second);
    const next = plus(up, scale(cross(turn, up), -1));
    up = scale(next, 1 / size(next));
    speeds.push((speeds.at(-1) as number) + (dot(toAccel(sample), up) - 1) * gravity * second);
  }
  return { drop_speed: Math.min(...speeds), drop: sum(speeds) * second };
}
