import { accelPerUnit, type Slot, standardGravity, turnPerUnit } from './state.js';

export function accelG(slot: Slot): number {
  const [x, y, z] = slot.accel;
  return Math.sqrt(x * x + y * y + z * z) / (accelPerUnit * standardGravity);
}

/** °/s; 0 without a gyroscope. */
export function turnRate(slot: Slot): number {
  return slot.turn < 0 ? 0 : slot.turn / turnPerUnit;
}
