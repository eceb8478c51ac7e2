import type { Burst, Reading, Vector } from '../src/index.js';
import { createRandom } from '../study/random.js';

const g = 9.80665;

type Device = Pick<Reading, 'sampling' | 'bodySite'> & { readonly rateHz?: number; readonly hasGyro?: boolean };

/** Made-up devices: every kind of input at every site, with and without a gyroscope. */
export const devices: Readonly<Record<string, Device>> = {
  'instant, unknown': {},
  'instant, waist': { bodySite: 'waist' },
  'instant, wrist, no gyroscope': { bodySite: 'wrist', hasGyro: false },
  'peak, unknown, no gyroscope': { sampling: 'peak', hasGyro: false },
  'peak, waist': { sampling: 'peak', bodySite: 'waist' },
  'peak, wrist': { sampling: 'peak', bodySite: 'wrist' },
  'burst of 25 Hz, unknown': { rateHz: 25 },
  'burst of 50 Hz, waist': { rateHz: 50, bodySite: 'waist' },
  'burst of 100 Hz, wrist': { rateHz: 100, bodySite: 'wrist' },
  'burst of 31 Hz, wrist, no gyroscope': { rateHz: 31, bodySite: 'wrist', hasGyro: false },
};

/** What the wearer does in each second. */
const acts = 'stand stand walk stand stand fall lie lie lie turn lie knock lie lie stand stand'.split(' ');

/** Acceleration in g and rotation in °/s, at a time within the second. */
function move(act: string, seconds: number): { accel: Vector; gyro: Vector } {
  const swing = Math.sin(12 * seconds);
  if (act === 'walk') return { accel: [0.2 * swing, -1 - 0.4 * swing, 0.1], gyro: [60 * swing, 25, 10] };
  if (act === 'lie') return { accel: [0.1, -0.05, 1], gyro: [1, 0, 2] };
  if (act === 'turn') return { accel: [swing, 0, 1], gyro: [20, 150, 40 * swing] };
  if (act === 'knock' && seconds > 0.5 && seconds < 0.6) return { accel: [2.6, 0.3, 1], gyro: [90, 60, 0] };
  if (act === 'knock') return { accel: [0.1, 0, 1], gyro: [10, 5, 0] };
  if (act !== 'fall') return { accel: [0, -1, 0], gyro: [2, 1, 0] };
  if (seconds < 0.3) return { accel: [0, -0.9, 0.1], gyro: [80, 10, 0] };
  if (seconds < 0.65) return { accel: [0.1, -0.3, 0.2], gyro: [210, 30, 20] };
  return seconds < 0.75 ? { accel: [1, -1.5, 3.6], gyro: [330, 40, 90] } : { accel: [0.1, 0.1, 1.1], gyro: [15, 0, 0] };
}

/** The readings of one device, one per second, with sensor noise. */
export function createStream(device: Device, seed: number): Reading[] {
  const random = createRandom(seed);
  const noisy = (vector: Vector, factor: number, noise: number): Vector => {
    const axis = (value: number) => value * factor + (random() * 2 - 1) * noise;
    return [axis(vector[0]), axis(vector[1]), axis(vector[2])];
  };
  const { rateHz, hasGyro = true, ...declared } = device;
  return acts.map((act, second) => {
    const rows = Array.from({ length: rateHz ?? 50 }, (_, index) => {
      const { accel, gyro } = move(act, index / (rateHz ?? 50));
      return { accel: noisy(accel, g, 0.3), gyro: noisy(gyro, 1, 4) };
    });
    const size = ({ accel }: { accel: Vector }) => Math.hypot(...accel);
    const largest = rows.reduce((one, other) => (size(other) > size(one) ? other : one));
    const gyro = hasGyro ? { gyro: rows.map((row) => row.gyro) } : {};
    const samples: Burst = { rateHz: rateHz ?? 50, accel: rows.map(({ accel }) => accel), ...gyro };
    return {
      accel: largest.accel,
      ...(hasGyro ? { gyro: largest.gyro } : {}),
      uptimeMs: 100_000 + second * 1_000,
      ...declared,
      ...(rateHz === undefined ? {} : { samples }),
    };
  });
}
