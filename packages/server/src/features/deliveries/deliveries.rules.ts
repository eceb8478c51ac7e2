import type { AlertSeverity, DeliveryStatus } from '../../platform/db/tables.js';
import type { DeliveryResult } from './channel.js';

/** Where an alert stands for its addressee: the first channel, written with the alert itself. */
export const listChannel = 'list';
/** An event on an open connection, announced with the step; confirmed by whoever wrote it there. */
export const liveChannel = 'live';
/** Every way to reach a person beside the list; each step tries all of them at once. */
export const channelNames = [liveChannel, 'webhook'] as const;

/** Without a confirmation by then, the person has no stream open. */
export const liveConfirmMs = 2_000;

/** A sender that has not said anything for this long is gone, and another takes its deliveries over. */
export const leaseMs = 4_000;

/** The next step of the plan makes a delivery of its own: after this, it is no use to go on with the old one. */
const giveUpAfterMs = 45_000;
const firstPauseMs = 1_000;
const longestPauseMs = 16_000;

const urgencies: Record<AlertSeverity, number> = { LOW: 0, MEDIUM: 1, HIGH: 2, CRITICAL: 3 };

export function urgencyOf(severity: AlertSeverity): number {
  return urgencies[severity];
}

export interface Settled {
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  /** Null once there is nothing more to try. */
  readonly dueInMs: number | null;
}

/**
 * What the result of an attempt makes of a delivery of this age. Pauses grow with the age and not with the number of
 * attempts: those that died with their process must not use up the chances of the others.
 */
export function settledOf(result: DeliveryResult, ageMs: number): Settled {
  if (result.status === 'sent') return { status: 'sent', reason: null, dueInMs: null };
  const isWorthIt = result.status === 'failed' && ageMs < giveUpAfterMs;
  const dueInMs = isWorthIt ? Math.min(longestPauseMs, Math.max(firstPauseMs, ageMs)) : null;
  return { status: dueInMs === null ? result.status : 'pending', reason: result.reason, dueInMs };
}

/** At once; and half of them are kept for what is urgent, so that a flood of low batteries holds up no fall. */
export const maxInFlight = 400;

export interface Room {
  readonly count: number;
  readonly minUrgency: number;
}

export function roomOf(inFlight: number): Room {
  const isHalfFull = inFlight >= maxInFlight / 2;
  return isHalfFull
    ? { count: maxInFlight - inFlight, minUrgency: urgencyOf('MEDIUM') }
    : { count: maxInFlight / 2 - inFlight, minUrgency: urgencyOf('LOW') };
}
