/**
 * Learns from the answers of people. If the weak alerts about one person are always false, their caregivers may decide
 * to be alerted above a higher confidence only. The rules say whether this may be offered; a person decides.
 */
import { toLevel } from './level.js';

/** What people said about a fall that the detector found. OTHER: neither a fall nor a false alarm. */
export type FallAnswer = 'REAL' | 'FALSE_ALARM' | 'OTHER';

export interface AnsweredFall {
  readonly confidence: number;
  readonly answer: FallAnswer;
}

/** 0.15 above the lower end of POTENTIAL, so that the upper quarter of POTENTIAL always alerts. */
export const maxPersonalThreshold = 0.65;
/** Fewer may be chance: if half of somebody's weak alerts were real, five false ones in a row happen once in 32. */
export const consistentAnswers = 5;

/**
 * The threshold that may be offered, or null. The newest five answers about falls that it could affect must all be
 * “false alarm”, and it must not have withheld the alert of a fall that was real. It is the largest confidence of the
 * five, rounded up to two decimals.
 */
export function findOfferedThreshold(newestFirst: readonly AnsweredFall[]): number | null {
  const newest = newestFirst.filter(couldBeAffected).slice(0, consistentAnswers);
  if (newest.length < consistentAnswers || newest.some(({ answer }) => answer !== 'FALSE_ALARM')) return null;
  const highest = Math.max(...newest.map(({ confidence }) => confidence));
  // In hundredths of a per cent first: 0.55 × 100 is 55.00000000000001.
  const threshold = Math.ceil(Math.round(highest * 10_000) / 100) / 100;
  const hidesFall = newestFirst.some(({ answer, confidence }) => answer === 'REAL' && isUpTo(threshold, confidence));
  return hidesFall ? null : threshold;
}

/** A false alarm of a lower level alerted nobody. A real fall counts at any confidence: weak ones speak against it. */
function couldBeAffected({ confidence, answer }: AnsweredFall): boolean {
  if (!isUpTo(maxPersonalThreshold, confidence)) return false;
  return answer !== 'FALSE_ALARM' || toLevel(confidence) === 'POTENTIAL';
}

/** Only POTENTIAL: HIGH and CONFIRMED always alert. */
export function withholdsAlert(threshold: number, confidence: number): boolean {
  return toLevel(confidence) === 'POTENTIAL' && isUpTo(threshold, confidence);
}

export function isUpTo(threshold: number, confidence: number): boolean {
  return toTenThousandths(confidence) <= toTenThousandths(threshold);
}

/** Four decimals, as in the comparison of levels. */
const toTenThousandths = (confidence: number): number => Math.round(confidence * 10_000);
