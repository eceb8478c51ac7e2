import type { Reading } from '@fallwatch/client';
import type { Sample } from './sample.js';
import { type Second, secondMs } from './seconds.rules.js';

/** The rate of a sent burst: a higher one measured no better (docs/devices.md). */
export const burstHz = 25;
const binMs = secondMs / burstHz;
/** The service takes bursts from 20 Hz on. A slower sensor sends the second's largest sample alone. */
const leastSamples = 20;

type MotionName = 'accel_x' | 'accel_y' | 'accel_z' | 'gyro_x' | 'gyro_y' | 'gyro_z';
export type MotionFields = Pick<Reading, MotionName | 'uptime_ms' | 'sampling' | 'samples'>;
type Axes = readonly [number, number, number];

/** The motion fields of a reading: the second's largest sample, and all of them as a burst of 25 Hz. */
export function toMotionFields({ endMs, samples }: Second): MotionFields {
  const largest = samples.reduce((best, sample) => (squaredAccel(sample) > squaredAccel(best) ? sample : best));
  const [accel, gyro] = [roundAccel(toAccel(largest)), roundGyro(toGyro(largest))];
  return {
    accel_x: accel[0],
    accel_y: accel[1],
    accel_z: accel[2],
    gyro_x: gyro[0],
    gyro_y: gyro[1],
    gyro_z: gyro[2],
    uptime_ms: Math.round(endMs),
    sampling: 'peak',
    ...(samples.length < leastSamples ? {} : { samples: toBurst(endMs - secondMs, samples) }),
  };
}

/** Means of 40 ms each. A bin without a sample repeats the one before it. */
function toBurst(startMs: number, samples: readonly Sample[]): NonNullable<Reading['samples']> {
  const bins = Array.from({ length: burstHz }, (): Sample[] => []);
  for (const sample of samples) bins[Math.min(burstHz - 1, Math.floor((sample.t - startMs) / binMs))]?.push(sample);
  let latest = samples.slice(0, 1);
  const filled = bins.map((bin) => {
    if (bin.length > 0) latest = bin;
    return latest;
  });
  const hasGyro = samples.every(({ gx }) => gx !== undefined);
  return {
    rate_hz: burstHz,
    accel: filled.map((bin) => roundAccel(meanAxes(bin.map(toAccel)))),
    ...(hasGyro ? { gyro: filled.map((bin) => roundGyro(meanAxes(bin.map(toGyro)))) } : {}),
  };
}

function toAccel({ ax, ay, az }: Sample): Axes {
  return [ax, ay, az];
}

function toGyro({ gx = 0, gy = 0, gz = 0 }: Sample): Axes {
  return [gx, gy, gz];
}

function squaredAccel({ ax, ay, az }: Sample): number {
  return ax * ax + ay * ay + az * az;
}

function meanAxes(rows: readonly Axes[]): Axes {
  const mean = (axis: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[axis], 0) / rows.length;
  return [mean(0), mean(1), mean(2)];
}

/** 0.01 m/s² and 1 °/s are enough for the detector, and keep a reading near 1 kB. */
function roundAccel(axes: Axes): [number, number, number] {
  return roundAxes(axes, 100);
}

function roundGyro(axes: Axes): [number, number, number] {
  return roundAxes(axes, 1);
}

function roundAxes([x, y, z]: Axes, perUnit: number): [number, number, number] {
  // + 0: -0 becomes 0, which is one character shorter.
  const round = (value: number) => Math.round(value * perUnit) / perUnit + 0;
  return [round(x), round(y), round(z)];
}
