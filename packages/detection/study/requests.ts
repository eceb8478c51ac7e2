import type { SecondSample } from '../src/features/secondFeatures.js';
import { newSignal, pushSample, type Signal } from '../src/features/signal.js';
import type { Trial } from './trials.js';

const gravity = 9.80665;

/** A trial as a device would send it, one request a second from sample `offset` (50 Hz, even) on. */
export type Requests = {
  readonly count: number;
  /** 25 Hz, 25 samples a request. */
  readonly signal: Signal;
  /** Index of the largest 25 Hz sample of each request. */
  readonly peakAt: readonly number[];
  readonly peaks: readonly SecondSample[];
  /** Seconds into the trial of each largest sample. */
  readonly peakS: readonly number[];
  readonly instants: readonly SecondSample[];
  /** Seconds into the trial at which request i is sent. */
  readonly sentS: readonly number[];
};

export function toRequests(trial: Trial, offset: number): Requests {
  const [ax] = trial.signals;
  const count = Math.max(0, Math.floor((ax.length - offset) / 50));
  const signal = newSignal(count * 25);
  const pair = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count * 25; i++) {
    const at = offset + 2 * i;
    for (let axis = 0; axis < 6; axis++) {
      const column = trial.signals[axis] as number[];
      pair[axis] = ((column[at] as number) + (column[at + 1] as number)) / 2;
    }
    pushSample(signal, pair, 0, 1 / gravity, 1);
  }
  const seconds = Array.from({ length: count }, (_, index) => index);
  const peakRows = seconds.map((second) => findLargest(trial, offset + second * 50));
  return {
    count,
    signal,
    peakAt: seconds.map((second) => largestIn(signal.a, second * 25)),
    peaks: peakRows.map((row) => sampleAt(trial, row)),
    peakS: peakRows.map((row) => row / 50),
    instants: seconds.map((second) => sampleAt(trial, offset + second * 50 + 49)),
    sentS: seconds.map((second) => (offset + (second + 1) * 50) / 50),
  };
}

function largestIn(a: Float64Array, from: number): number {
  let best = from;
  for (let i = from; i < from + 25; i++) if ((a[i] as number) > (a[best] as number)) best = i;
  return best;
}

function findLargest(trial: Trial, from: number): number {
  let best = from;
  let bestA = -1;
  for (let i = from; i < from + 50; i++) {
    const { a } = sampleAt(trial, i);
    if (a > bestA) {
      best = i;
      bestA = a;
    }
  }
  return best;
}

function sampleAt(trial: Trial, i: number): SecondSample {
  const [ax, ay, az, gx, gy, gz] = trial.signals;
  const x = (ax[i] as number) / gravity;
  const y = (ay[i] as number) / gravity;
  const z = (az[i] as number) / gravity;
  const w = Math.hypot(gx[i] as number, gy[i] as number, gz[i] as number);
  return { x, y, z, a: Math.sqrt(x * x + y * y + z * z), w };
}
