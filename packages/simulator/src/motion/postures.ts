import type { Random } from '../random.js';
import { axes, inverse, type Rotation, times, turnAbout, unturned, type Vector } from './rotation.js';

export type Site = 'waist' | 'wrist';
export type Posture = 'standing' | 'sitting' | 'lying';

/** Rotation of the device in the room for each posture: of the trunk at the waist, of the forearm at the wrist. */
const rotations: Record<Site, Record<Posture, Rotation>> = {
  waist: {
    standing: unturned,
    sitting: turnAbout(axes.left, -12),
    lying: turnAbout(axes.left, -85),
  },
  wrist: {
    standing: unturned,
    // Sitting: in the lap. Lying: beside the body, palm down.
    sitting: turnAbout(axes.left, -65),
    lying: turnAbout(axes.left, -88),
  },
};

export function findRotation(site: Site, posture: Posture): Rotation {
  return rotations[site][posture];
}

/** Axis and angle of the shortest rotation from one to another. */
export function wayBetween(from: Rotation, to: Rotation): { axis: Vector; degrees: number } {
  const [w, x, y, z] = times(to, inverse(from));
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-6) return { axis: axes.up, degrees: 0 };
  const sign = Math.sign(w || 1);
  const degrees = (2 * Math.atan2(sine, Math.abs(w)) * 180) / Math.PI;
  return { axis: [(sign * x) / sine, (sign * y) / sine, (sign * z) / sine], degrees };
}

/** A random mounting: every person wears the device differently. */
export function anyMounting(random: Random): Rotation {
  const axis: Vector = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
  return turnAbout(axis, random.between(0, 360));
}
