import type { AlertSeverity, DeliveryStatus } from '../../platform/db/tables/alerts.js';
import type { DeliveryResult, Held } from './channel.js';

/** An event on an open connection, announced with the step. The process that wrote it to the connection confirms it. */
export const liveChannel = 'live';

/** Without a confirmation by then, the person has no open stream. */
export const liveConfirmMs = 2_000;

/** A lease that is not renewed for this long expires: its sender is dead, and another takes the delivery. */
export const leaseMs = 4_000;

/** The next step of the plan writes its own delivery, so retrying the old one is useless after this time. */
const giveUpAfterMs = 45_000;
const firstPauseMs = 1_000;
const longestPauseMs = 16_000;

const urgencies: Record<AlertSeverity, number> = { LOW: 0, MEDIUM: 1, HIGH: 2, CRITICAL: 3 };

export function toUrgency(severity: AlertSeverity): number {
  return urgencies[severity];
}

/** For the order of rows in SQL. */
export const mostUrgentFirst = (Object.keys(urgencies) as AlertSeverity[]).toSorted(
  (one, other) => urgencies[other] - urgencies[one],
);

/** Why a delivery was cancelled when it was to be sent. */
export const notAssigned = 'no longer looks after this person';

export interface Settled {
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  /** Null when there is no further attempt. */
  readonly dueInMs: number | null;
}

/**
 * The new status of a delivery of this age after an attempt. Pauses depend on the age, not on the number of attempts:
 * attempts that died with their process must not use up the retries.
 */
export function settleAttempt(result: DeliveryResult | Held, ageMs: number): Settled {
  if (result.status === 'sent' || result.status === 'accepted')
    return { status: result.status, reason: null, dueInMs: null };
  const isWorthIt = result.status === 'failed' && ageMs < giveUpAfterMs;
  const dueInMs = isWorthIt ? Math.min(longestPauseMs, Math.max(firstPauseMs, ageMs)) : null;
  return { status: dueInMs === null ? result.status : 'pending', reason: result.reason, dueInMs };
}

/**
 * Concurrent deliveries per process. Half are reserved for urgent ones, so that many low-battery alerts cannot delay a
 * fall.
 */
export const maxInFlight = 400;

/**
 * Concurrent deliveries about one patient: a tenth, so that ten patients with many alerts leave slots for the others. A
 * fall has a delivery for each caregiver, and for each admin at its last step: more than 40 go in several rounds.
 */
export const maxInFlightPerPatient = maxInFlight / 10;

/** From this urgency on, an alert is about a person and not about a device. */
export const minPersonUrgency = urgencies.MEDIUM;

/** The time limit of a channel for one attempt. */
export const attemptMs = 5_000;

export interface Room {
  readonly count: number;
  readonly countPerPatient: number;
  readonly minUrgency: number;
}

export function findRoom(inFlight: number): Room {
  const isHalfFull = inFlight >= maxInFlight / 2;
  const countPerPatient = maxInFlightPerPatient;
  return isHalfFull
    ? { count: maxInFlight - inFlight, countPerPatient, minUrgency: minPersonUrgency }
    : { count: maxInFlight / 2 - inFlight, countPerPatient, minUrgency: urgencies.LOW };
}

/**
 * Whether due deliveries may have been left for lack of slots. Then the next one is taken as soon as a delivery ends.
 */
export function isHeldBack(underWay: ReadonlyMap<string, number>): boolean {
  const counts = [...underWay.values()];
  const inFlight = counts.reduce((sum, count) => sum + count, 0);
  return inFlight >= maxInFlight / 2 || counts.some((count) => count >= maxInFlightPerPatient);
}
