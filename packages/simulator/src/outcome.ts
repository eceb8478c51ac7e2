import { type Assessment, assess, type DetectorState, fallLevels } from '@fallwatch/detection';
import type { Site } from './motion/postures.js';
import type { Sample } from './motion/track.js';
import { type Quality, secondsOf, sensed } from './sensing.js';

/** How a device sends what it saw. */
export interface Sending {
  readonly site: Site;
  readonly quality: Quality;
  /** Where in the second it sends: samples into the movement. */
  readonly offset?: number;
}

/** The strongest assessment that the detector reaches in a movement. */
export function outcomeOf(samples: readonly Sample[], { site, quality, offset = 0 }: Sending): Assessment {
  let state: DetectorState | undefined;
  let best: Assessment | undefined;
  let atMs = 0;
  for (const second of secondsOf(samples, offset)) {
    atMs += 1_000;
    const assessed = assess(state, { ...sensed(second, quality), bodySite: site, uptimeMs: atMs }, atMs);
    state = assessed.state;
    if (!best || assessed.confidence > best.confidence) best = assessed;
  }
  if (!best) throw new Error('The movement is shorter than a second');
  return best;
}

/** POTENTIAL or more: somebody is woken. */
export function wakesSomebody({ level }: Assessment): boolean {
  return fallLevels.indexOf(level) >= fallLevels.indexOf('POTENTIAL');
}
