import type { Context } from '../../platform/context.js';
import type { Scope } from './alarms.store.js';
import type { ResponseStatistics, ResponseTimes, ResponseTimesQuery } from './response-times.schema.js';
import { listChannelTimes, listResponseTimes, type ResponseRow } from './response-times.store.js';
import type { StatisticsQuery } from './statistics.schema.js';
import { readQueryPeriod, toScope } from './statistics.service.js';

const dayMs = 86_400_000;
const shownPatients = 100;

/** Of everybody, for the last days. */
export async function readAllResponseTimes(ctx: Context, { days }: ResponseTimesQuery): Promise<ResponseTimes> {
  const nowMs = ctx.clock.nowMs();
  const scope = { from: new Date(nowMs - days * dayMs).toISOString() };
  const times = await readTimes(ctx, scope, new Date(nowMs).toISOString());
  return { ...times, byChannel: await listChannelTimes(ctx.db, scope) };
}

/** Of the people whom the caller looks after, for the last weeks. */
export async function readResponseTimes(ctx: Context, query: StatisticsQuery): Promise<ResponseStatistics> {
  const { from, to } = await readQueryPeriod(ctx, query);
  return readTimes(ctx, toScope(ctx, query, from), to);
}

/** How long patients waited for an acknowledgement. The telecare target: 97.5 % within 60 s, 99 % within 180 s. */
async function readTimes(ctx: Context, scope: Scope, to: string): Promise<ResponseStatistics> {
  const rows = await listResponseTimes(ctx.db, scope, shownPatients);
  return {
    from: scope.from,
    to,
    all: rows.find(({ day, patientId }) => day === null && patientId === null) as ResponseRow,
    byDay: rows.filter((row): row is ResponseRow & { day: string } => row.day !== null),
    byPatient: rows.filter(isOfPatient),
  };
}

function isOfPatient(row: ResponseRow): row is ResponseRow & { patientId: string; patientName: string } {
  return row.patientId !== null;
}
