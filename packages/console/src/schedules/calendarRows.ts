import type { ScheduleGap, Shift, Shifts } from '@fallwatch/client';

export interface CalendarRow {
  readonly id: string;
  readonly from: string;
  readonly until: string;
  /** Null: a gap. */
  readonly user: Shift['user'] | null;
  readonly source: Shift['source'] | null;
  readonly reason: ScheduleGap['reason'] | null;
}

/** Shifts and gaps in one list, in the order of time. */
export function toCalendarRows({ shifts, gaps }: Shifts): CalendarRow[] {
  const rows = [
    ...shifts.map((shift) => ({ ...shift, id: `${shift.from} ${shift.user.id}`, reason: null })),
    ...gaps.map((gap) => ({ ...gap, id: gap.from, user: null, source: null })),
  ];
  return rows.toSorted((one, other) => one.from.localeCompare(other.from));
}

/** Nobody is on duty although somebody should be. */
export const isMissing = ({ reason }: Pick<CalendarRow, 'reason'>): boolean =>
  reason !== null && reason !== 'NOT_COVERED';
