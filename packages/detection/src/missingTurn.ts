import { burstGyroFeatures } from './features/burstFeatures.js';
import { secondGyroFeatures } from './features/secondFeatures.js';
import type { InputKind } from './state.js';

/** Rotation that goes with a deviation from 1 g, roughly: a person at rest turns at 5 °/s, one who walks at 80. */
const restTurn = 5;
const turnPerG = 300;

/** Of the 1 Hz features, each rotation and the deviation that stands in for it (see `secondFeatureNames`). */
const standIns: readonly (readonly [turn: number, deviation: number])[] = [
  [6, 5],
  [9, 8],
  [13, 12],
];

/**
 * Features of a device without a gyroscope. Bursts and peaks show the impact, so their rotation may stay unknown. An
 * instant is judged by the stillness after it, and «as much rotation as usual» would mean that nobody ever lies still:
 * there the rotation is guessed from the unrest of the acceleration.
 */
export function withoutTurn(kind: InputKind, x: Float64Array | Float32Array, at: number): void {
  if (kind !== 'instant') {
    for (const index of kind === 'burst' ? burstGyroFeatures : secondGyroFeatures) x[at + index] = Number.NaN;
    return;
  }
  x[at + 2] = restTurn + turnPerG * Math.abs((x[at] as number) - 1);
  for (const [turn, deviation] of standIns) x[at + turn] = restTurn + turnPerG * (x[at + deviation] as number);
}
