/** Pure decisions about schedules. Who is on duty is decided in duty.store.ts. */

export const shiftSources = ['TURN', 'SUBSTITUTION', 'FEED'] as const;
export type ShiftSource = (typeof shiftSources)[number];

/**
 * NOT_COVERED: the schedule has no duty on this day, or has not begun. NO_PERSON: the account was deleted, or the feed
 * names nobody of the schedule. NO_SHIFT: the feed has none. ABSENT: a substitution by nobody. INACTIVE: the account
 * cannot be used, or is no longer that of a caregiver or an admin.
 */
export const gapReasons = ['NOT_COVERED', 'NO_PERSON', 'NO_SHIFT', 'ABSENT', 'INACTIVE'] as const;
export type GapReason = (typeof gapReasons)[number];

/** A step of a plan notifies whoever is on duty when it is taken. */
const stepPrefix = 'SCHEDULE:';

/** The schedules among the recipients of a step. */
export function listScheduleIds(to: readonly string[]): string[] {
  return to.filter((one) => one.startsWith(stepPrefix)).map((one) => one.slice(stepPrefix.length));
}

/** A time in which nothing about a schedule's duty changes. */
export interface Part {
  readonly scheduleId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly userId: string | null;
  readonly name: string | null;
  readonly source: ShiftSource;
  /** Null: somebody is on duty. */
  readonly reason: GapReason | null;
  /** Which turn, substitution or shift of the feed it belongs to. */
  readonly part: string;
}

/** Joins neighbours that are the same shift, or the same gap. The parts are in order, those of a schedule together. */
export function joinParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && continues(last, part)) joined[joined.length - 1] = { ...last, endsAt: part.endsAt };
    else joined.push(part);
  }
  return joined;
}

function continues(last: Part, next: Part): boolean {
  if (last.scheduleId !== next.scheduleId || last.endsAt !== next.startsAt) return false;
  if (last.reason !== null || next.reason !== null) return last.reason === next.reason && last.userId === next.userId;
  return last.userId === next.userId && last.source === next.source && last.part === next.part;
}

/** Nobody is on duty although somebody should be: a gap that the schedule does not intend. */
export function isMissing({ reason }: Pick<Part, 'reason'>): boolean {
  return reason !== null && reason !== 'NOT_COVERED';
}

export function overlaps({ startsAt, endsAt }: Pick<Part, 'startsAt' | 'endsAt'>, from: string, to: string): boolean {
  return startsAt < to && endsAt > from;
}
