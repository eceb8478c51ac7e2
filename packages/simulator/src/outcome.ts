import { type Assessment, assess, type DetectorState, fallLevels } from '@fallwatch/detection';
import type { Site } from './motion/postures.js';
import type { Sample } from './motion/track.js';
import { type Quality, sensed, splitIntoSeconds } from './sensing.js';

/** How a device sends its samples. */
export interface Sending {
  readonly site: Site;
  readonly quality: Quality;
  /** When in the second it sends: number of samples from the start of the movement. */
  readonly offset?: number;
}

/** The strongest assessment that the detector reaches during a movement. */
export function computeOutcome(samples: readonly Sample[], { site, quality, offset = 0 }: Sending): Assessment {
  let state: DetectorState | undefined;
  let best: Assessment | undefined;
  let atMs = 0;
  for (const second of splitIntoSeconds(samples, offset)) {
    atMs += 1_000;
    const assessed = assess(state, { ...sensed(second, quality), bodySite: site, uptimeMs: atMs }, atMs);
    state = assessed.state;
    if (!best || assessed.confidence > best.confidence) best = assessed;
  }
  if (!best) throw new Error('The movement is shorter than a second');
  return best;
}

/** Whether the level raises an alert: POTENTIAL or more. */
export function raisesAlert({ level }: Assessment): boolean {
  return fallLevels.indexOf(level) >= fallLevels.indexOf('POTENTIAL');
}
