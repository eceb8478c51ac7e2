import { withoutTurn } from '../src/missingTurn.js';
import type { Rows } from './rows.js';

/** The same rows from a device whose gyroscope is missing or broken. */
export function withoutGyro(rows: Rows): Rows {
  const x = rows.x.slice();
  for (let row = 0; row < rows.count; row++) withoutTurn(rows.input, x, row * rows.width);
  return { ...rows, x };
}
