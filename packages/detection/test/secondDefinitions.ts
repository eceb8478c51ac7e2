import type { SecondSample } from '../src/features/secondFeatures.js';
import { degrees, distances, known, largest, mean, total, type Vector } from './vectors.js';

/** The 1 Hz features of candidate `i` seen at reading `j`, by their definition. */
export function defineSecondFeatures(readings: readonly SecondSample[], i: number, j: number): Record<string, number> {
  const own = readings[i] as SecondSample;
  const last = readings[j] as SecondSample;
  const prev = readings.slice(Math.max(0, i - 4), i);
  const post = readings.slice(i + 1, j + 1);
  const toVector = ({ x, y, z }: SecondSample): Vector => [x, y, z];
  const a = (all: readonly SecondSample[]) => all.map((one) => one.a);
  const unrest = (all: readonly SecondSample[]) => distances(a(all), 1);
  const w = (all: readonly SecondSample[]) => all.map((one) => one.w);
  const posture = prev.length === 0 ? toVector(own) : total(prev.map(toVector));
  const prevMax = largest(a(prev), 1);
  const postMax = largest(a(post), 1.5);
  return {
    A: own.a,
    logA: Math.log(Math.max(own.a, 0.05)),
    W: own.w,
    minA: Math.min(...a([...prev.slice(-1), own, ...post.slice(0, 1)])),
    jump: own.a - (prev.at(-1)?.a ?? own.a),
    prev_dev: known(unrest(prev), mean, 0.05),
    prev_W: known(w(prev), mean, 5),
    prev_max: prevMax,
    next_dev: known(unrest(post), mean, 0.3),
    next_W: known(w(post), mean, 60),
    post_max: postMax,
    post_min_dev: known(unrest(post), (values) => Math.min(...values), 0.3),
    last_dev: Math.abs(last.a - 1),
    last_W: last.w,
    tilt: post.length === 0 ? 0 : degrees(posture, total(post.map(toVector))),
    tilt_last: degrees(posture, toVector(last)),
    ratio: own.a / Math.max(prevMax, postMax, 0.05),
  };
}
