import type { Fallwatch } from '@fallwatch/client';
import { Link } from '../link.js';
import { Body } from '../motion/body.js';
import type { MotionName } from '../motion/motions.js';
import { createRandom } from '../random.js';
import { nextMotion, scenarios } from '../scenarios.js';
import type { Simulated } from '../simulate.js';
import { createMovement, type Movement, Wearable } from '../wearable.js';
import type { DemoPerson } from './server.js';

const falls: readonly MotionName[] = ['trip-forward', 'faint', 'slip-backward', 'slide-from-wheelchair'];
/** The first fall comes soon after the start, the others every few minutes. */
const firstFallMs = 15_000;
const betweenFallsMs = 150_000;
const quiet = { ...scenarios['day-room'], minutesBetweenFalls: Number.POSITIVE_INFINITY };

/** Decides who falls next: one wearer after another, so that every caregiver gets alerts. */
export class Turns {
  readonly #startedAt = performance.now();
  readonly #count: number;
  #fallen = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** How this wearer falls now, or undefined. */
  take(index: number): MotionName | undefined {
    const dueAt = this.#startedAt + firstFallMs + this.#fallen * betweenFallsMs;
    if (index !== this.#fallen % this.#count || performance.now() < dueAt) return undefined;
    this.#fallen += 1;
    return falls[(this.#fallen - 1) % falls.length];
  }
}

/** A wearer of the demo: has a quiet day, and falls in turn. */
export function demoWearer(person: DemoPerson, index: number, wearer: Fallwatch, turns: Turns): Simulated {
  const { macAddress, site } = person.device ?? { macAddress: '', site: 'wrist' as const };
  const seed = `demo ${index}`;
  function* movements(): Generator<Movement> {
    const [body, random] = [new Body(site, seed), createRandom(`${seed} life`)];
    for (;;) yield createMovement(body, turns.take(index) ?? nextMotion(quiet, random));
  }
  const wearable = new Wearable({ macAddress, site, quality: 'burst', seed }, movements());
  return { wearable, link: new Link(wearer, createRandom(`${seed} link`)) };
}
