import type { Burst, Reading } from '@fallwatch/detection';
import type { Vector } from './motion/rotation.js';
import { type Sample, samplesPerSecond } from './motion/track.js';

/** How much of each second a device sends: one instant, its largest sample, or all of it. */
export const qualities = ['instant', 'peak', 'burst'] as const;
export type Quality = (typeof qualities)[number];

/** What docs/devices.md asks for: 25 Hz are enough. */
const burstHz = 25;
const samplesPerBin = samplesPerSecond / burstHz;

/** The motion part of a reading, as `accel`, `gyro`, `sampling` and `samples`. */
export type Sensed = Pick<Reading, 'accel' | 'gyro' | 'sampling' | 'samples'>;

/** Whole seconds of a recording; what is left at its end is not sent. */
export function* secondsOf(samples: readonly Sample[], offset = 0): Generator<readonly Sample[]> {
  for (let at = offset; at + samplesPerSecond <= samples.length; at += samplesPerSecond)
    yield samples.slice(at, at + samplesPerSecond);
}

export function sensed(second: readonly Sample[], quality: Quality): Sensed {
  const sample = quality === 'instant' ? (second.at(-1) as Sample) : largestOf(second);
  return {
    accel: rounded(sample.accel, 100),
    gyro: rounded(sample.gyro, 1),
    sampling: quality === 'instant' ? 'instant' : 'peak',
    ...(quality === 'burst' ? { samples: burstOf(second) } : {}),
  };
}

function largestOf(second: readonly Sample[]): Sample {
  return second.reduce((best, sample) => (Math.hypot(...sample.accel) > Math.hypot(...best.accel) ? sample : best));
}

function burstOf(second: readonly Sample[]): Burst {
  const bins = Array.from({ length: burstHz }, (_, bin) =>
    second.slice(bin * samplesPerBin, (bin + 1) * samplesPerBin),
  );
  return {
    rateHz: burstHz,
    accel: bins.map((bin) => rounded(meanOf(bin.map(({ accel }) => accel)), 100)),
    gyro: bins.map((bin) => rounded(meanOf(bin.map(({ gyro }) => gyro)), 1)),
  };
}

function meanOf(vectors: readonly Vector[]): Vector {
  const mean = (axis: 0 | 1 | 2) => vectors.reduce((sum, vector) => sum + vector[axis], 0) / vectors.length;
  return [mean(0), mean(1), mean(2)];
}

function rounded([x, y, z]: Vector, perUnit: number): Vector {
  const round = (value: number) => Math.round(value * perUnit) / perUnit;
  return [round(x), round(y), round(z)];
}
