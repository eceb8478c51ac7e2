import type { Reading } from '@fallwatch/client';

interface Droppable {
  readonly id: string;
  readonly isQuiet: boolean;
}

/** The ids to drop so that at most `most` remain: the oldest quiet ones, then the oldest of all. */
export function findDropped(oldestFirst: readonly Droppable[], most: number): string[] {
  const excess = oldestFirst.length - most;
  if (excess <= 0) return [];
  const quiet = oldestFirst.filter(({ isQuiet }) => isQuiet);
  const others = oldestFirst.filter(({ isQuiet }) => !isQuiet);
  return [...quiet, ...others].slice(0, excess).map(({ id }) => id);
}

/** As in the detector: a smaller peak is no impact. */
const impact = 1.5 * 9.80665;
/** The detector looks at most this far behind an impact and past it. */
export const nearMs = 10_000;

/** Whether the largest acceleration of the reading is that of an impact. */
export function hasImpact({ accel_x, accel_y, accel_z, samples }: Reading): boolean {
  const rows = [[accel_x, accel_y, accel_z], ...(samples?.accel ?? [])];
  return rows.some((row) => Math.hypot(...row) >= impact);
}
