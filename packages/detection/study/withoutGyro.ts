import { burstGyroFeatures } from '../src/features/burstFeatures.js';
import { secondGyroFeatures } from '../src/features/secondFeatures.js';
import type { Rows } from './rows.js';

/** The same rows from a device whose gyroscope is missing or broken. */
export function withoutGyro(rows: Rows): Rows {
  const x = rows.x.slice();
  const gyro = rows.input === 'burst' ? burstGyroFeatures : secondGyroFeatures;
  for (let row = 0; row < rows.count; row++) for (const index of gyro) x[row * rows.width + index] = Number.NaN;
  return { ...rows, x };
}
