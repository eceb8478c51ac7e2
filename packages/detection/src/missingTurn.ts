import { burstGyroFeatures } from './features/burstFeatures.js';
import { secondGyroFeatures } from './features/secondFeatures.js';
import type { InputKind } from './state.js';

/** Typical rotation for a deviation from 1 g: about 5 °/s at rest, 80 °/s when walking. */
export const restTurn = 5;
export const turnPerG = 300;

/** For each rotation among the 1 Hz features, the deviation that replaces it (see `secondFeatureNames`). */
export const standIns: readonly (readonly [turn: number, deviation: number])[] = [
  [6, 5],
  [9, 8],
  [13, 12],
];

/**
 * Features of a device without a gyroscope. Bursts and peaks show the impact, so their rotation may stay unknown. An
 * instant is assessed by the stillness after it, and the mean rotation, used for unknown values, would mean that nobody
 * ever lies still: so the rotation is estimated from the deviation of the acceleration.
 */
export function withoutTurn(kind: InputKind, x: Float64Array | Float32Array, at: number): void {
  if (kind !== 'instant') {
    for (const index of kind === 'burst' ? burstGyroFeatures : secondGyroFeatures) x[at + index] = Number.NaN;
    return;
  }
  x[at + 2] = restTurn + turnPerG * Math.abs((x[at] as number) - 1);
  for (const [turn, deviation] of standIns) x[at + turn] = restTurn + turnPerG * (x[at + deviation] as number);
}
