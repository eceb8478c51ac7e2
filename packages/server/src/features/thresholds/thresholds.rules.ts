/** What the answers about a person's falls say: counts for the caregiver, and the threshold that may be offered. */
import { type AnsweredFall, type Explanation, type FallAnswer, findOfferedThreshold } from '@fallwatch/detection';
import type { FallOutcome, FalseAlarmAct } from '../../platform/db/tables/falls.js';

/** The period of the counts and of the offer. A person changes: older answers say little about today. */
export const answersDays = 90;

export const falseAlarmActs = [
  'KNOCK',
  'CLAPPING',
  'SAT_DOWN_HARD',
  'LAY_DOWN',
  'DEVICE_DROPPED',
  'OTHER',
] as const satisfies readonly FalseAlarmAct[];

/** What people said about one fall. */
export interface Said {
  readonly outcome: FallOutcome | null;
  readonly cancelledAt: string | null;
  readonly confirmedAt: string | null;
}

/** A fall that the detector found. */
export interface FoundFall extends Said {
  readonly confidence: number;
  readonly falseAlarmAct: FalseAlarmAct | null;
  readonly withheldUpTo: number | null;
  readonly hasAlert: boolean;
}

/**
 * The outcome decides; without one, the wearer's answer. “I need help” and “false alarm” about the same fall contradict
 * each other: that is no consistent answer.
 */
export function toAnswer({ outcome, cancelledAt, confirmedAt }: Said): FallAnswer | null {
  if (outcome === 'HELPED' || outcome === 'HOSPITAL') return 'REAL';
  if (outcome === 'OTHER') return 'OTHER';
  if (outcome === 'FALSE_ALARM') return confirmedAt === null ? 'FALSE_ALARM' : 'OTHER';
  if (confirmedAt !== null) return 'REAL';
  return cancelledAt === null ? null : 'FALSE_ALARM';
}

/** Newest first. */
export function findOffer(falls: readonly FoundFall[]): number | null {
  const answered = falls.flatMap((fall): AnsweredFall[] => {
    const answer = toAnswer(fall);
    return answer ? [{ confidence: fall.confidence, answer }] : [];
  });
  return findOfferedThreshold(answered);
}

export function countAnswers(falls: readonly FoundFall[]) {
  const alerted = falls.filter(({ hasAlert }) => hasAlert);
  const count = (answer: FallAnswer | null) => alerted.filter((fall) => toAnswer(fall) === answer).length;
  const falseAlarms = alerted.filter((fall) => toAnswer(fall) === 'FALSE_ALARM');
  return {
    days: answersDays,
    alerts: alerted.length,
    real: count('REAL'),
    falseAlarms: falseAlarms.length,
    cancelled: falseAlarms.filter(({ outcome }) => outcome === null).length,
    other: count('OTHER'),
    unanswered: count(null),
    withheld: falls.filter(({ withheldUpTo }) => withheldUpTo !== null).length,
    acts: falseAlarmActs
      .map((act) => ({ act, count: falls.filter(({ falseAlarmAct }) => falseAlarmAct === act).length }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
  };
}

/** The device fell silent after an impact: no further reading can raise the confidence, so its alert is not withheld. */
export function isSilent(explanation: Explanation | null): boolean {
  return explanation?.evidence.some(({ feature }) => feature === 'silent_for') ?? false;
}
