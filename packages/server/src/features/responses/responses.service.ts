import type { Context } from '../../platform/context.js';
import type { ResponseTimes, ResponseTimesQuery } from './responses.schema.js';
import { listChannelTimes, listResponseTimes, type ResponseRow } from './responses.store.js';

const dayMs = 86_400_000;
const shownPatients = 100;

/** How long patients waited for an acknowledgement. The telecare target: 97.5 % within 60 s, 99 % within 180 s. */
export async function readResponseTimes(ctx: Context, { days }: ResponseTimesQuery): Promise<ResponseTimes> {
  const rows = await listResponseTimes(ctx.db, days, shownPatients);
  const nowMs = ctx.clock.nowMs();
  return {
    from: new Date(nowMs - days * dayMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    all: rows.find(({ day, patientId }) => day === null && patientId === null) as ResponseRow,
    byDay: rows.filter((row): row is ResponseRow & { day: string } => row.day !== null),
    byPatient: rows.filter(isOfPatient),
    byChannel: await listChannelTimes(ctx.db, days),
  };
}

function isOfPatient(row: ResponseRow): row is ResponseRow & { patientId: string; patientName: string } {
  return row.patientId !== null;
}
