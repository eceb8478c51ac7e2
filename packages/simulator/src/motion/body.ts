import { createRandom, type Random } from '../random.js';
import { type MotionName, motions } from './motions.js';
import { anyMounting, findRotation, type Site, wayBetween } from './postures.js';
import type { Rotation } from './rotation.js';
import { type Sample, Track } from './track.js';

/** A smaller change of posture is covered by the rest before the next motion. */
const leastWayDegrees = 5;

/** A person who wears a device and performs motions one after another, with continuous transitions. */
export class Body {
  readonly site: Site;
  readonly #random: Random;
  readonly #mounting: Rotation;
  /** The device's rotation in the room between motions. */
  #posture: Rotation | undefined;

  constructor(site: Site, seed: number | string) {
    this.site = site;
    this.#random = createRandom(seed);
    this.#mounting = anyMounting(this.#random);
  }

  /** Gets into the posture that the motion starts from, then performs it. */
  perform(name: MotionName): Sample[] {
    const motion = motions[name];
    const start = findRotation(this.site, motion.starts);
    this.#posture ??= start;
    const way = wayBetween(this.#posture, start);
    const moved = way.degrees < leastWayDegrees ? [] : this.#move(way.axis, way.degrees);
    const track = new Track(this.#random);
    const seconds = motion.perform(track, this.site, this.#random);
    return [...moved, ...this.#render(track, seconds)];
  }

  /** Slowly, like a person who gets up from bed or from the ground. */
  #move(axis: Parameters<Track['turn']>[2], degrees: number): Sample[] {
    const track = new Track(this.#random);
    const seconds = 2 + degrees / 30;
    track.turn(0.5, seconds, axis, degrees);
    return this.#render(track, seconds + 1.5);
  }

  #render(track: Track, seconds: number): Sample[] {
    if (this.#posture === undefined) throw new Error('A body has a posture once it has begun to move');
    const { samples, posture } = track.render(seconds, this.#posture, this.#mounting);
    this.#posture = posture;
    return samples;
  }
}
