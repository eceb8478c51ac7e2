/** Rotations of a device as unit quaternions [w, x, y, z] from the device's frame to the room's. */
export type Vector = readonly [number, number, number];
export type Rotation = readonly [number, number, number, number];

export const unturned: Rotation = [1, 0, 0, 0];

/** The axes of the room: x is the person's front, y their left, z up. */
export const axes = { forward: [1, 0, 0], left: [0, 1, 0], up: [0, 0, 1] } as const satisfies Record<string, Vector>;

export function turnAbout([x, y, z]: Vector, degrees: number): Rotation {
  const half = (degrees * Math.PI) / 360;
  const sine = Math.sin(half) / Math.hypot(x, y, z);
  return [Math.cos(half), x * sine, y * sine, z * sine];
}

/** Applies `second` first, then `first`, as with matrices. */
export function times(first: Rotation, second: Rotation): Rotation {
  const [a, b, c, d] = first;
  const [e, f, g, h] = second;
  return [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
  ];
}

export function inverse([w, x, y, z]: Rotation): Rotation {
  return [w, -x, -y, -z];
}

export function rotated(rotation: Rotation, [x, y, z]: Vector): Vector {
  const [, ...turned] = times(times(rotation, [0, x, y, z]), inverse(rotation));
  return turned;
}

/** Angular rate in °/s, in the device's frame, that turns one rotation into the next in `seconds`. */
export function rateBetween(from: Rotation, to: Rotation, seconds: number): Vector {
  const [w, x, y, z] = times(inverse(from), to);
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-9) return [0, 0, 0];
  // The shorter direction.
  const angle = 2 * Math.atan2(sine, Math.abs(w)) * Math.sign(w || 1);
  const scale = (angle * 180) / Math.PI / seconds / sine;
  return [x * scale, y * scale, z * scale];
}
