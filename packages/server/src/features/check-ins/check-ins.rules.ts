/**
 * A day of the check-in: its window opens before the set time, and closes with the first sign. States: UPCOMING (the
 * window is closed) → OPEN → CONFIRMED or MOVED, or MISSED with an alert. A later sign makes MISSED one of the two. AWAY
 * until the day on which the person is back.
 */
import type { CheckInSign } from '../../platform/db/tables/check-ins.js';

/** So early is early enough for people who rise early. More, and a visit to the bathroom at night would be a morning. */
export const windowHours = 4;
const windowMs = windowHours * 3_600_000;

/** A longer absence would be forgotten: then the check-in is switched off and on. */
export const longestAwayDays = 90;

/** How long decided days are kept. */
export const keptDays = 90;

/**
 * Of gravity, between two readings: 1 m/s², or a tilt of 6°. Four times what a worn device shows at least (movement of
 * devices), 25 times the noise of a sensor. Somebody who gets up exceeds it in most seconds, breathing does not.
 */
export const movedShare = 0.1;
/** Somebody who is up moves in most minutes; who turns in bed, or knocks against a table, in one or two of ten. */
export const movedMinutes = 5;
export const ofMinutes = 10;

/** While the window is open. Each time the readings of the whole window are read, until there is a sign. */
const examineEveryMs = 5 * 60_000;
/** While an alert is open. */
const examineOpenEveryMs = 60_000;

export interface Day {
  /** A date in the person's zone. */
  readonly day: string;
  readonly dueAt: string;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

export function toOpensAt({ dueAt }: Pick<Day, 'dueAt'>): string {
  return toIso(Date.parse(dueAt) - windowMs);
}

interface Watched extends Day {
  readonly now: string;
  readonly movementCounts: boolean;
  readonly isAlerted: boolean;
}

/** When to look at the person again. The beginning and the end of each window are met exactly. */
export function toExamineAt({ dueAt, now, movementCounts, isAlerted }: Watched): string {
  const [nowMs, dueMs] = [Date.parse(now), Date.parse(dueAt)];
  const isOpen = nowMs >= dueMs - windowMs;
  const inAMinuteMs = nowMs + examineOpenEveryMs;
  // A missing sign waits for the time in which the service did not listen.
  const nextMs = isOpen ? (dueMs > nowMs ? dueMs : inAMinuteMs) : dueMs - windowMs;
  if (!movementCounts) return toIso(nextMs);
  if (isAlerted) return toIso(Math.min(nextMs, inAMinuteMs));
  return toIso(isOpen ? Math.min(nextMs, nowMs + examineEveryMs) : nextMs);
}

/** Movement is looked for from here on: in the window. For an open alert in the last hours, until it ends. */
export function toLookSince({ dueAt, now, isAlerted }: Omit<Watched, 'movementCounts'>): string {
  return isAlerted ? toIso(Date.parse(now) - windowMs) : toOpensAt({ dueAt });
}

/** Time in which the service did not listen does not count: the person may have given a sign all the time. */
export function isMissed(dueAt: string, now: string, unheardMs: number): boolean {
  return Date.parse(now) - unheardMs >= Date.parse(dueAt);
}

export const checkInStates = ['UPCOMING', 'OPEN', 'CONFIRMED', 'MOVED', 'MISSED', 'AWAY'] as const;
export type CheckInState = (typeof checkInStates)[number];

interface Known extends Day {
  readonly now: string;
  /** The date in the person's zone. */
  readonly today: string;
  readonly resumesOn: string | null;
  readonly isAlerted: boolean;
  readonly lastDay: string | null;
  readonly lastSign: CheckInSign | null;
}

/** What is shown now. An alert is shown until it ends, a sign for the rest of its day or until the next window opens. */
export function toState(known: Known): CheckInState {
  const { now, today, resumesOn, isAlerted, lastDay, lastSign } = known;
  if (isAlerted) return 'MISSED';
  if (toOpensAt(known) <= now) return 'OPEN';
  if (resumesOn !== null && today < resumesOn) return 'AWAY';
  return lastSign !== null && lastDay !== null && lastDay >= today ? lastSign : 'UPCOMING';
}

/** `No check-in by 09:00 (Europe/Berlin), and no movement in the 4 hours before. Look after the person.` */
export function toMessage(by: string, zone: string, movementCounts: boolean): string {
  const movement = movementCounts ? `, and no movement in the ${windowHours} hours before` : '';
  return `No check-in by ${by} (${zone})${movement}. Look after the person.`;
}
