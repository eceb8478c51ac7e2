import { endings, type FallStatistics } from './statistics.schema.js';

type Figures = FallStatistics['total'];
type Room = FallStatistics['byRoom'][number];

const none: Figures = { falls: 0, falseAlarms: 0 };

const dayMs = 86_400_000;

/** The Mondays of so many weeks, without gaps. Dates only: no clock is set forward or back in them. */
export function listWeeks(firstWeek: string, weeks: number): string[] {
  const startMs = Date.parse(`${firstWeek}T00:00:00Z`);
  return Array.from({ length: weeks }, (_, index) => new Date(startMs + index * 7 * dayMs).toISOString().slice(0, 10));
}

export const hours: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** The figures of a key; zeros where nothing happened. */
export function findFigures<Row extends Figures>(rows: readonly Row[], isKey: (row: Row) => boolean): Figures {
  const { falls, falseAlarms } = rows.find(isKey) ?? none;
  return { falls, falseAlarms };
}

const all = ({ falls, falseAlarms }: Figures): number => falls + falseAlarms;

/** Most falls first, then most alerts, then by name. */
export function byMostFalls(one: Room, other: Room): number {
  return other.falls - one.falls || all(other) - all(one) || toName(one).localeCompare(toName(other));
}

const toName = ({ ward, room }: Pick<Room, 'ward' | 'room'>): string => `${ward ?? ''} ${room ?? ''}`;

export function sumWards(rooms: readonly Room[]): FallStatistics['byWard'] {
  const sums = new Map<string | null, Room>();
  for (const { ward, falls, falseAlarms } of rooms) {
    const before = sums.get(ward) ?? none;
    const sum = { falls: before.falls + falls, falseAlarms: before.falseAlarms + falseAlarms };
    sums.set(ward, { ward, room: null, ...sum });
  }
  return [...sums.values()].toSorted(byMostFalls).map(({ room: _, ...ward }) => ward);
}

/** Every outcome in its fixed order. */
export function countOutcomes(
  rows: readonly (Figures & { readonly outcome: string | null })[],
): FallStatistics['byOutcome'] {
  return endings.map((outcome) => ({ outcome, count: all(findFigures(rows, (row) => row.outcome === outcome)) }));
}
