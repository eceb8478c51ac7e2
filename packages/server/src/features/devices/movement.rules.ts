/** Whether somebody moves a device, from its acceleration alone, without a window of readings. */

/**
 * The mean acceleration since the last movement, in the unit of the device; NaN before the first reading. Mutable, and
 * three numbers instead of a list: it is updated by each reading.
 */
export type Rest = {
  restX: number;
  restY: number;
  restZ: number;
};

export const unknownRest: Readonly<Rest> = { restX: Number.NaN, restY: Number.NaN, restZ: Number.NaN };

/**
 * Of gravity: 0.25 m/s², or a tilt of 1.4°. The noise of a cheap sensor is 0.04 m/s² on each axis, so a device on a
 * table stays below it for days. A wearer who is awake and sits still exceeds it within minutes. As a share of the
 * mean, it also fits a device that sends g instead of m/s².
 */
const movedShare = 0.025;
/** Weight of a new value in the mean: it follows the drift of a sensor that warms up. */
const newShare = 1 / 16;

/**
 * Updates the mean, and returns whether the device has moved since. The first reading has nothing to be compared with,
 * and is no movement. A device that sends zeros does not measure its acceleration: it counts as moved.
 */
export function followMovement(rest: Rest, x: number, y: number, z: number): boolean {
  const { restX, restY, restZ } = rest;
  const dx = x - restX;
  const dy = y - restY;
  const dz = z - restZ;
  const squared = dx * dx + dy * dy + dz * dz;
  if (squared < movedShare * movedShare * (restX * restX + restY * restY + restZ * restZ)) {
    rest.restX = restX + newShare * dx;
    rest.restY = restY + newShare * dy;
    rest.restZ = restZ + newShare * dz;
    return false;
  }
  rest.restX = x;
  rest.restY = y;
  rest.restZ = z;
  return !Number.isNaN(squared);
}
