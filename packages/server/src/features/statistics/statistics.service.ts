import { actorId, type Context } from '../../platform/context.js';
import { type Period, readPeriod, type Scope } from './alarms.store.js';
import { byMostFalls, countOutcomes, findFigures, hours, listWeeks, sumWards } from './statistics.rules.js';
import type { DeviceStatistics, FallStatistics, StatisticsQuery } from './statistics.schema.js';
import { countFalls, listDeviceFigures } from './statistics.store.js';

const shownRooms = 100;
const shownDevices = 100;

export async function readFallStatistics(ctx: Context, query: StatisticsQuery): Promise<FallStatistics> {
  const { weeks, timeZone } = query;
  const { from, to, firstWeek } = await readPeriod(ctx.db, weeks, timeZone);
  const rows = await countFalls(ctx.db, toScope(ctx, query, from), timeZone);
  const of = (grouping: (typeof rows)[number]['grouping']) => rows.filter((row) => row.grouping === grouping);
  const [byWeek, byHour, byRoom] = [of('WEEK'), of('HOUR'), of('ROOM').toSorted(byMostFalls)];
  return {
    from,
    to,
    timeZone,
    total: findFigures(of('TOTAL'), () => true),
    byWeek: listWeeks(firstWeek, weeks).map((week) => ({ week, ...findFigures(byWeek, (row) => row.week === week) })),
    byHour: hours.map((hour) => ({ hour, ...findFigures(byHour, (row) => row.hour === hour) })),
    byWard: sumWards(byRoom),
    byRoom: byRoom.slice(0, shownRooms),
    byOutcome: countOutcomes(of('OUTCOME')),
  };
}

export async function readDeviceStatistics(ctx: Context, query: StatisticsQuery): Promise<DeviceStatistics> {
  const { from, to } = await readQueryPeriod(ctx, query);
  const devices = await listDeviceFigures(ctx.db, toScope(ctx, query, from), shownDevices);
  return { from, to, timeZone: query.timeZone, devices };
}

export function readQueryPeriod(ctx: Context, { weeks, timeZone }: StatisticsQuery): Promise<Period> {
  return readPeriod(ctx.db, weeks, timeZone);
}

/** A caregiver's figures are about the people assigned to them now, an admin's about all. */
export function toScope(ctx: Context, { ward, patientId }: StatisticsQuery, from: string): Scope {
  return { from, ward, patientId, caregiverId: ctx.actor.role === 'CAREGIVER' ? actorId(ctx) : undefined };
}
