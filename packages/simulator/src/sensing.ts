import type { Burst, Reading } from '@fallwatch/detection';
import type { Vector } from './motion/rotation.js';
import { type Sample, samplesPerSecond } from './motion/track.js';

/** How much of each second a device sends: one instant, its largest sample, or all samples. */
export const qualities = ['instant', 'peak', 'burst'] as const;
export type Quality = (typeof qualities)[number];

/** The rate that docs/devices.md asks for: 25 Hz is enough. */
const burstHz = 25;
const samplesPerBin = samplesPerSecond / burstHz;

/** The motion part of a reading, as `accel`, `gyro`, `sampling` and `samples`. */
export type Sensed = Pick<Reading, 'accel' | 'gyro' | 'sampling' | 'samples'>;

/** Splits a recording into whole seconds; the remainder is not sent. */
export function* splitIntoSeconds(samples: readonly Sample[], offset = 0): Generator<readonly Sample[]> {
  for (let at = offset; at + samplesPerSecond <= samples.length; at += samplesPerSecond)
    yield samples.slice(at, at + samplesPerSecond);
}

export function sensed(second: readonly Sample[], quality: Quality): Sensed {
  const sample = quality === 'instant' ? (second.at(-1) as Sample) : findLargest(second);
  return {
    accel: rounded(sample.accel, 100),
    gyro: rounded(sample.gyro, 1),
    sampling: quality === 'instant' ? 'instant' : 'peak',
    ...(quality === 'burst' ? { samples: toBurst(second) } : {}),
  };
}

/** The motion fields of a reading, as devices send them. */
export function toMotionFields(second: readonly Sample[], quality: Quality) {
  const { accel, gyro = [0, 0, 0], sampling, samples } = sensed(second, quality);
  return {
    accel_x: accel[0],
    accel_y: accel[1],
    accel_z: accel[2],
    gyro_x: gyro[0],
    gyro_y: gyro[1],
    gyro_z: gyro[2],
    ...(sampling === undefined ? {} : { sampling }),
    ...(samples === undefined ? {} : { samples: toBurstBody(samples) }),
  };
}

function toBurstBody({ rateHz, accel, gyro }: Burst) {
  const rows = (from: readonly (readonly number[])[]) => from.map((row) => [...row]);
  return { rate_hz: rateHz, accel: rows(accel), ...(gyro ? { gyro: rows(gyro) } : {}) };
}

function findLargest(second: readonly Sample[]): Sample {
  return second.reduce((best, sample) => (Math.hypot(...sample.accel) > Math.hypot(...best.accel) ? sample : best));
}

function toBurst(second: readonly Sample[]): Burst {
  const bins = Array.from({ length: burstHz }, (_, bin) =>
    second.slice(bin * samplesPerBin, (bin + 1) * samplesPerBin),
  );
  return {
    rateHz: burstHz,
    accel: bins.map((bin) => rounded(meanVector(bin.map(({ accel }) => accel)), 100)),
    gyro: bins.map((bin) => rounded(meanVector(bin.map(({ gyro }) => gyro)), 1)),
  };
}

function meanVector(vectors: readonly Vector[]): Vector {
  const mean = (axis: 0 | 1 | 2) => vectors.reduce((sum, vector) => sum + vector[axis], 0) / vectors.length;
  return [mean(0), mean(1), mean(2)];
}

function rounded([x, y, z]: Vector, perUnit: number): Vector {
  const round = (value: number) => Math.round(value * perUnit) / perUnit;
  return [round(x), round(y), round(z)];
}
