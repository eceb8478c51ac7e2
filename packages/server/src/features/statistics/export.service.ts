/** Statistics as CSV: the single falls, from which a spreadsheet computes any other table. */
import { recordListRead } from '../../access/audit.js';
import type { Context } from '../../platform/context.js';
import { toCsvHeader, toCsvRows } from '../../platform/csv.js';
import type { Scope } from './alarms.store.js';
import { type ExportedFall, listFallsToExport } from './export.store.js';
import type { StatisticsCsvQuery } from './statistics.schema.js';
import { readDeviceStatistics, readQueryPeriod, toScope } from './statistics.service.js';

/** Read in pieces: a year of a large home has twenty thousand rows, and other requests must not wait for all of them. */
const pieceSize = 1_000;

const fallColumns = [
  'date',
  'time',
  'person',
  'ward',
  'room',
  'location',
  'level',
  'outcome',
  'answeredAfterSeconds',
  'device',
  'fallId',
] as const satisfies readonly (keyof ExportedFall)[];

export async function exportFalls(ctx: Context, query: StatisticsCsvQuery): Promise<AsyncIterable<string>> {
  const { from } = await readQueryPeriod(ctx, query);
  await recordExport(ctx, 'statistics.exportFalls', query);
  return listFallLines(ctx, toScope(ctx, query, from), query);
}

async function* listFallLines(ctx: Context, scope: Scope, query: StatisticsCsvQuery): AsyncGenerator<string> {
  const { timeZone, separator } = query;
  yield toCsvHeader(fallColumns, separator);
  let after = { raisedAt: scope.from, escalationId: '00000000-0000-0000-0000-000000000000' };
  while (true) {
    const falls = await listFallsToExport(ctx.db, scope, { timeZone, after, limit: pieceSize });
    const last = falls.at(-1);
    if (!last) return;
    yield toCsvRows(falls, fallColumns, separator);
    after = last;
  }
}

const deviceColumns = ['name', 'patientName', 'ward', 'room', 'falls', 'falseAlarms', 'deviceId'] as const;

export async function exportDevices(ctx: Context, query: StatisticsCsvQuery): Promise<string[]> {
  const { devices } = await readDeviceStatistics(ctx, query);
  await recordExport(ctx, 'statistics.exportDevices', query);
  return [toCsvHeader(deviceColumns, query.separator), toCsvRows(devices, deviceColumns, query.separator)];
}

/** Lists in JSON are recorded by the guard, which does not see the rows of a file. The ward is free text. */
function recordExport(ctx: Context, action: string, { weeks, patientId, ward }: StatisticsCsvQuery): Promise<void> {
  const filters = { weeks, ...(patientId ? { patientId } : {}), ...(ward ? { ward: null } : {}) };
  return recordListRead(ctx, { action, subjectId: null, filters, hasText: ward !== undefined });
}
