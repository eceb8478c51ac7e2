/** Decides whether a new fall starts an escalation or joins an open one of the same person. Pure. */
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import { toUrgency } from '../deliveries/deliveries.rules.js';
import type { EscalationState } from './escalation.rules.js';

/**
 * Falls of one person share an escalation for this long after its plan started. Counted from the start, so that an
 * endless series of reports cannot hide a second fall.
 */
export const shareWithinMs = 60_000;

/**
 * Open escalations per person. One report per minute without any acknowledgement reaches the limit after 20 minutes;
 * later falls join the newest escalation.
 */
export const maxOpenPerPatient = 20;

export interface OpenEscalation {
  readonly state: EscalationState;
  readonly severity: AlertSeverity;
  readonly startedAtMs: number;
}

export interface NewFall {
  readonly severity: AlertSeverity;
  /** The device asks its wearer before anybody is notified. */
  readonly waits: boolean;
}

/**
 * begin  starts its own escalation, at once
 * raise  joins the newest and starts its plan again now: the fall is more severe, or the newest waits for its wearer
 *        and this fall does not; at the maximum of open escalations also when the newest is acknowledged or older than
 *        60 s
 * join   joins the newest: people have just been notified, and the alert is in their lists
 */
export type Sharing = 'begin' | 'raise' | 'join';

export function isWorse(severity: AlertSeverity, than: AlertSeverity): boolean {
  return toUrgency(severity) > toUrgency(than);
}

/** `newest`: the newest escalation of the person that is not closed. `openCount`: how many are not closed. */
export function decideSharing(
  newest: OpenEscalation | undefined,
  openCount: number,
  fall: NewFall,
  nowMs: number,
): Sharing {
  if (!newest) return 'begin';
  const isFull = openCount >= maxOpenPerPatient;
  // Somebody is on the way because of an earlier fall and does not know about this one.
  if (newest.state === 'HANDLED') return isFull ? 'raise' : 'begin';
  const isRecent = nowMs - newest.startedAtMs < shareWithinMs;
  if (!isRecent) return isFull ? 'raise' : 'begin';
  const mustTellNow = isWorse(fall.severity, newest.severity) || (newest.state === 'WAITING' && !fall.waits);
  return mustTellNow ? 'raise' : 'join';
}

/** True if changing the alert in the lists is enough: people are being notified of an equal or higher severity. */
export function risesQuietly(escalation: OpenEscalation, severity: AlertSeverity): boolean {
  return escalation.state === 'ESCALATING' && !isWorse(severity, escalation.severity);
}
