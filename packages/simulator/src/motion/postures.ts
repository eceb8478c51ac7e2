import type { Random } from '../random.js';
import { axes, inverse, type Rotation, times, turnAbout, unturned, type Vector } from './rotation.js';

export type Site = 'waist' | 'wrist';
export type Posture = 'standing' | 'sitting' | 'lying';

/** How a device sits in the room when its wearer has this posture: the trunk at the waist, the forearm at the wrist. */
const rotations: Record<Site, Record<Posture, Rotation>> = {
  waist: {
    standing: unturned,
    sitting: turnAbout(axes.left, -12),
    lying: turnAbout(axes.left, -85),
  },
  wrist: {
    standing: unturned,
    // In the lap; beside the body, palm down.
    sitting: turnAbout(axes.left, -65),
    lying: turnAbout(axes.left, -88),
  },
};

export function rotationOf(site: Site, posture: Posture): Rotation {
  return rotations[site][posture];
}

/** Axis and angle of the shortest way from one rotation to another. */
export function wayBetween(from: Rotation, to: Rotation): { axis: Vector; degrees: number } {
  const [w, x, y, z] = times(to, inverse(from));
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-6) return { axis: axes.up, degrees: 0 };
  const sign = Math.sign(w || 1);
  const degrees = (2 * Math.atan2(sine, Math.abs(w)) * 180) / Math.PI;
  return { axis: [(sign * x) / sine, (sign * y) / sine, (sign * z) / sine], degrees };
}

/** Nobody wears a device exactly as the next one does. */
export function anyMounting(random: Random): Rotation {
  const axis: Vector = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
  return turnAbout(axis, random.between(0, 360));
}
