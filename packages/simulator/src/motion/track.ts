import type { Random } from '../random.js';
import { inverse, type Rotation, rateBetween, rotated, times, turnAbout, type Vector } from './rotation.js';

export const samplesPerSecond = 50;
export const gravity = 9.80665;
/** A good sensor: ±16 g, ±2000 °/s. */
const rangeAccel = 16 * gravity;
const rangeGyro = 2_000;

/** One sample of the sensor: m/s² with gravity, °/s. */
export interface Sample {
  readonly accel: Vector;
  readonly gyro: Vector;
}

interface Turn {
  readonly at: number;
  readonly seconds: number;
  readonly axis: Vector;
  readonly degrees: number;
}

interface Force {
  readonly at: number;
  readonly seconds: number;
  /** m/s² in the room, at `share` 0..1 of the time. */
  readonly accel: (share: number) => Vector;
}

interface Sway {
  readonly from: number;
  readonly to: number;
  readonly hz: number;
  readonly axis: Vector;
  readonly degrees: number;
  /** Seconds until a third is left; undefined: no damping. */
  readonly fadeSeconds?: number;
}

/** One contact of a landing: start after the first, duration, and the part of the speed that it absorbs. */
export interface Contact {
  readonly after: number;
  readonly seconds: number;
  readonly part: number;
}

/** Minimum jerk: how people move from one rest position to another. */
const eased = (share: number): number => share ** 3 * (10 - 15 * share + 6 * share ** 2);
/** A fall that starts gradually over the first third and then continues evenly. */
const setIn = (share: number): number => Math.min(1, share * 3);
const setInMean = 5 / 6;
const halfSine = (share: number): number => Math.sin(Math.PI * share);

/**
 * The movement of one device as turns, forces and sways, rendered to what an accelerometer and a gyroscope would
 * measure. The gyroscope follows from the turns, gravity from the posture, the impact from the speed of the fall, so a
 * track is always consistent. Times are seconds from its start.
 */
export class Track {
  readonly #random: Random;
  readonly #turns: Turn[] = [];
  readonly #forces: Force[] = [];
  readonly #sways: Sway[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** Changes posture by turning about an axis of the room, starting and ending at rest. */
  turn(at: number, seconds: number, axis: Vector, degrees: number): void {
    this.#turns.push({ at, seconds, axis, degrees });
  }

  /** Swings about an axis of the room and returns. */
  sway(sway: Sway): void {
    this.#sways.push(sway);
  }

  /** Walking from `from` to `to`: the trunk moves up and down with each step, plus the impact of the heel. */
  steps(from: number, to: number, { hz, bob, heel }: { hz: number; bob: number; heel: number }): void {
    for (let at = from; at < to; at += this.#random.about(1 / hz, 0.04)) {
      const [own, blow] = [this.#random.about(bob, 0.2), this.#random.about(heel, 0.3)];
      const side = this.#random.noise(bob / 3);
      this.#force(at, 1 / hz, (share) => [side, side, -own * Math.cos(2 * Math.PI * share)]);
      this.#force(at + 0.35 / hz, 0.1, (share) => [blow * 0.3 * halfSine(share), 0, blow * halfSine(share)]);
    }
  }

  /** A push and its stop, as of a moved hand: the final speed is zero. */
  nudge(at: number, seconds: number, [x, y, z]: Vector): void {
    this.#force(at, seconds, (share) => {
      const strength = Math.sin(2 * Math.PI * share);
      return [x * strength, y * strength, z * strength];
    });
  }

  /** A blow with its recoil: half as strong and twice as long, so the final speed is zero. */
  blow(at: number, seconds: number, [x, y, z]: Vector): void {
    this.#force(at, seconds, (share) => [x * halfSine(share), y * halfSine(share), z * halfSine(share)]);
    this.#force(at + seconds, 2 * seconds, (share) => {
      const strength = -0.5 * halfSine(share);
      return [x * strength, y * strength, z * strength];
    });
  }

  /**
   * Falls for `seconds` with `share` of free fall, then lands: each contact absorbs its part of the speed, harder if it
   * is shorter. Some of the force goes sideways.
   */
  fall(at: number, seconds: number, share: number, contacts: readonly Contact[]): void {
    this.#force(at, seconds, (part) => [0, 0, -share * gravity * setIn(part)]);
    const speed = share * gravity * seconds * setInMean;
    for (const contact of contacts) {
      const peak = (speed * contact.part * Math.PI) / (2 * contact.seconds);
      const [x, y] = [this.#random.noise(peak / 3), this.#random.noise(peak / 3)];
      this.#force(at + seconds + contact.after, contact.seconds, (part) => {
        const strength = halfSine(part);
        return [x * strength, y * strength, peak * strength];
      });
    }
  }

  /** Renders the first `seconds`, starting in `posture`. Also returns the final posture. */
  render(seconds: number, posture: Rotation, mounting: Rotation): { samples: Sample[]; posture: Rotation } {
    const count = Math.round(seconds * samplesPerSecond);
    const samples: Sample[] = [];
    let before = this.#rotationAt(0, posture);
    for (let i = 0; i < count; i += 1) {
      const at = i / samplesPerSecond;
      const now = this.#rotationAt(at, posture);
      const rate = rateBetween(before, now, 1 / samplesPerSecond);
      const felt = rotated(inverse(now), this.#accelAt(at));
      samples.push({
        accel: this.#sensed(rotated(inverse(mounting), felt), 0.04, rangeAccel),
        gyro: this.#sensed(rotated(inverse(mounting), rate), 1.2, rangeGyro),
      });
      before = now;
    }
    return { samples, posture: this.#turnedAt(seconds, posture) };
  }

  #force(at: number, seconds: number, accel: Force['accel']): void {
    this.#forces.push({ at, seconds, accel });
  }

  #accelAt(at: number): Vector {
    let [x, y, z] = [0, 0, gravity];
    for (const force of this.#forces) {
      const share = (at - force.at) / force.seconds;
      if (share < 0 || share >= 1) continue;
      const [fx, fy, fz] = force.accel(share);
      x += fx;
      y += fy;
      z += fz;
    }
    return [x, y, z];
  }

  #turnedAt(at: number, posture: Rotation): Rotation {
    let rotation = posture;
    for (const { at: from, seconds, axis, degrees } of this.#turns) {
      const share = Math.min(1, Math.max(0, (at - from) / seconds));
      if (share > 0) rotation = times(turnAbout(axis, degrees * eased(share)), rotation);
    }
    return rotation;
  }

  #rotationAt(at: number, posture: Rotation): Rotation {
    let rotation = this.#turnedAt(at, posture);
    for (const { from, to, hz, axis, degrees, fadeSeconds } of this.#sways) {
      if (at < from || at > to) continue;
      // Fade in and out over a quarter of a second: real rotations do not start abruptly.
      const edge = Math.min(1, (at - from) / 0.25, (to - at) / 0.25);
      const left =
        fadeSeconds === undefined ? edge : Math.exp((from - at) / fadeSeconds) * Math.min(1, (at - from) / 0.04);
      rotation = times(turnAbout(axis, degrees * left * Math.sin(2 * Math.PI * hz * (at - from))), rotation);
    }
    return rotation;
  }

  #sensed([x, y, z]: Vector, deviation: number, range: number): Vector {
    const read = (value: number) => Math.min(range, Math.max(-range, value + this.#random.noise(deviation)));
    return [read(x), read(y), read(z)];
  }
}
