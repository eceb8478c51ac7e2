import type { Vector } from './reading.js';
import { accelPerUnit, turnPerUnit } from './state.js';

/** Sixteen bits per value: ±327 m/s² and ±3276 °/s, more than any wearable sensor measures. */
const largest = 32_767;

export function toInteger(value: number, perUnit: number): number {
  const scaled = Math.round(value * perUnit);
  if (scaled > largest) return largest;
  if (scaled < -largest) return -largest;
  // NaN becomes zero, so that it does not make every mean NaN; -0 would not survive packing.
  return Number.isNaN(scaled) ? 0 : scaled + 0;
}

export function accelIntegers(accel: readonly number[]): [number, number, number] {
  return [
    toInteger(accel[0] ?? 0, accelPerUnit),
    toInteger(accel[1] ?? 0, accelPerUnit),
    toInteger(accel[2] ?? 0, accelPerUnit),
  ];
}

/** Magnitude of the angular rate in 0.1 °/s; -1 without a usable gyroscope. */
export function turnInteger(gyro: Vector | undefined): number {
  if (gyro === undefined) return -1;
  const rate = Math.sqrt(gyro[0] * gyro[0] + gyro[1] * gyro[1] + gyro[2] * gyro[2]);
  return Number.isFinite(rate) ? toInteger(rate, turnPerUnit) : -1;
}
