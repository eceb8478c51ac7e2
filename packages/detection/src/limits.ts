import { decisionAge } from './candidates.js';
import { burstFeatureNames } from './features/burstFeatures.js';
import type { DetectorState, InputKind } from './state.js';

/** Why the confidence of a candidate is limited, in the order of the table below. */
export const limitReasons = [
  'TOO_EARLY',
  'HARD_KNOCK',
  'REPEATED_KNOCKS',
  'SOFT_IMPACT',
  'STILL_MOVING',
  'ONE_SAMPLE_PER_SECOND',
] as const;
export type LimitReason = (typeof limitReasons)[number];

type Site = DetectorState['site'];
type Features = ArrayLike<number>;

export type Limit = {
  readonly reason: LimitReason;
  /** The largest confidence allowed: 0.50 is the upper bound of SUSPICIOUS, 0.89 of HIGH. */
  readonly most: number;
  readonly applies: (kind: InputKind, site: Site, age: number, x: Features) => boolean;
};

const findFeature = (name: (typeof burstFeatureNames)[number]) => burstFeatureNames.indexOf(name);
const [drop, tilt, later, ratio, calm, peak, active] = [
  findFeature('drop'),
  findFeature('tilt_low'),
  findFeature('post_maxA'),
  findFeature('impulse_ratio'),
  findFeature('calm_share'),
  findFeature('peak'),
  findFeature('active_dur'),
] as const;

/** The bounds of the conditions below; also used by the detector in C. */
export const limitBounds = {
  /** A person who falls takes the wrist down with them, m. */
  leastDropM: 0.1,
  /** A person who has fallen lies: the arm ends in another posture, degrees. */
  leastTilt: 50,
  /** Applause and hammering go on after the largest blow, g, */
  laterBlowG: 2,
  /** and the arm is hardly ever calm, share of the time. */
  hardlyCalm: 0.1,
  /** The impact divided by the largest one in the seconds around it: a fall is the largest. */
  largestRatio: 1,
  /** After a fall that counts as proven, the arm is calm for this share of the time. */
  mostlyCalm: 0.4,
  /** Turning over in bed: a small impact, g, */
  softG: 2.5,
  /** that is over within 0.2 s. Half a sample of 0.04 s more keeps rounding out of the comparison. */
  shortS: 0.22,
} as const;
const { leastDropM, leastTilt, laterBlowG, hardlyCalm, largestRatio, mostlyCalm, softG, shortS } = limitBounds;

/**
 * All limits on the confidence, lowest first. The bounds of the burst features were chosen on training subjects
 * (docs/detection.md). A feature that needs a gyroscope is NaN without one, and then limits nothing.
 */
export const limits: readonly Limit[] = [
  // Before the aftermath is known, evidence is shown and logged but raises no alert.
  { reason: 'TOO_EARLY', most: 0.5, applies: (_kind, _site, age) => age < decisionAge },
  // No knock raised an alert at the waist.
  {
    reason: 'HARD_KNOCK',
    most: 0.5,
    applies: (kind, site, _age, x) =>
      kind === 'burst' && site !== 'waist' && (x[drop] as number) > -leastDropM && (x[tilt] as number) < leastTilt,
  },
  {
    reason: 'REPEATED_KNOCKS',
    most: 0.5,
    applies: (kind, site, _age, x) =>
      kind === 'burst' &&
      site !== 'waist' &&
      ((x[ratio] as number) < largestRatio || ((x[later] as number) > laterBlowG && (x[calm] as number) < hardlyCalm)),
  },
  // The wearer may have fallen softly: still HIGH, which notifies.
  {
    reason: 'SOFT_IMPACT',
    most: 0.89,
    applies: (kind, _site, _age, x) =>
      kind === 'burst' && (x[peak] as number) < softG && (x[active] as number) < shortS,
  },
  {
    reason: 'STILL_MOVING',
    most: 0.89,
    applies: (kind, site, _age, x) => kind === 'burst' && site !== 'waist' && (x[calm] as number) < mostlyCalm,
  },
  // One sample per second cannot prove a fall.
  { reason: 'ONE_SAMPLE_PER_SECOND', most: 0.89, applies: (kind) => kind !== 'burst' },
];

/** The first limit that lowers this confidence. */
export function findLimit(
  confidence: number,
  kind: InputKind,
  site: Site,
  age: number,
  x: Features,
): Limit | undefined {
  return limits.find((limit) => confidence > limit.most && limit.applies(kind, site, age, x));
}
