/** Readings that were uploaded later, each with its own time. */
import { CompiledQuery } from 'kysely';
import { toArray } from '../../platform/db/arrays.js';
import type { Db } from '../../platform/db/database.js';
import { insertColumns, type NewReading } from './readings.store.js';
import { repetitionToleranceMs } from './repetition.rules.js';

/** A reading with its own time. */
export interface UploadedRow extends NewReading {
  readonly atMs: number;
  /** The same time as ISO 8601. */
  readonly at: string;
}

const tolerance = `interval '${repetitionToleranceMs} milliseconds'`;

/** In UTC, as the partitions are. */
export const isNearMidnight = `(sent.at at time zone 'UTC')::time not between
  time '00:00' + ${tolerance} and time '24:00' - ${tolerance}`;

/** The functions are those of the indexes; partitions that are older than these functions have an index without them. */
const isSameMoment = `readings.device_key = sent.device_key and readings.uptime_ms = sent.uptime_ms
  and reading_uptime(readings.uptime_ms) = reading_uptime(sent.uptime_ms)
  and readings.at between sent.at - ${tolerance} and sent.at + ${tolerance}`;

/** Two conditions, because the two kinds of readings have their own index. */
const toIsStored = (days: string): string => `case when sent.boot_id is null
  then exists (select from readings where ${isSameMoment} and ${days} and readings.boot_id is null
    and readings.accel_x = sent.accel_x and readings.accel_y = sent.accel_y and readings.accel_z = sent.accel_z)
  else exists (select from readings where ${isSameMoment} and ${days} and readings.boot_id = sent.boot_id
    and reading_boot(readings.boot_id) = reading_boot(sent.boot_id)) end`;

/** Whether the reading `sent` is stored. */
export const isStored = toIsStored('true');

const columns = [
  { name: 'at', type: 'timestamptz', pick: ({ at }: UploadedRow): unknown => at },
  ...insertColumns,
] as const;
const columnNames = columns.map(({ name }) => name).join(', ');
const unnested = `unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})`;

/**
 * One statement for the readings of any number of requests: the new rows, and a note for each past minute, which may be
 * rolled up already. Returns null if all rows are new, else the identities of the new ones.
 */
const toInsertStatement = (condition: string): string => `
  with stored as (
    insert into readings (${columnNames}) select * from ${unnested} as sent (${columnNames}) ${condition}
    on conflict do nothing returning device_key, boot_id, uptime_ms),
  noted as (insert into vitals_due select unnest($${columns.length + 1}::timestamptz[]))
  select case when count(*) = $${columns.length + 2}::integer then null
    else coalesce(json_agg(json_build_array(device_key, boot_id, uptime_ms)), '[]') end as stored from stored`;
const insertStatement = toInsertStatement('');
/** Takes twice as long to plan, so it is used around midnight only. */
const insertStatementNearMidnight = toInsertStatement(`where not (${isNearMidnight} and ${isStored})`);

type Identity = readonly [deviceKey: number, bootId: number | null, uptimeMs: number];

export async function insertUploaded(
  db: Db,
  rows: readonly UploadedRow[],
  { pastMinutes, isNearMidnight }: { readonly pastMinutes: readonly string[]; readonly isNearMidnight: boolean },
): Promise<readonly Identity[] | null> {
  const arrays = columns.map(({ pick }) => toArray(rows, pick));
  const values = [...arrays, toArray(pastMinutes, (minute) => minute), rows.length];
  const result = await db.executeQuery<{ stored: readonly Identity[] | null }>(
    CompiledQuery.raw(isNearMidnight ? insertStatementNearMidnight : insertStatement, values),
  );
  return result.rows[0]?.stored ?? null;
}

const identifyingNames = new Set(['at', 'device_key', 'uptime_ms', 'boot_id', 'accel_x', 'accel_y', 'accel_z']);
const identifying = columns.filter(({ name }) => identifyingNames.has(name));
const [firstDay, lastDay] = [identifying.length + 1, identifying.length + 2];
/** With the first and the last time, PostgreSQL plans for the days between them instead of all. */
const isWithinDays = `readings.at between $${firstDay}::timestamptz and $${lastDay}::timestamptz`;
const findStatement = `
  select n::integer from unnest(${identifying.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
    with ordinality as sent (${identifying.map(({ name }) => name).join(', ')}, n)
  where ${toIsStored(isWithinDays)}`;

/** Which of the readings are stored: their positions, from 0. */
export async function listStored(db: Db, rows: readonly Omit<UploadedRow, 'confidence'>[]): Promise<number[]> {
  const arrays = identifying.map(({ pick }) => toArray(rows as readonly UploadedRow[], pick));
  const times = rows.map(({ atMs }) => atMs);
  const limits = [Math.min(...times) - repetitionToleranceMs, Math.max(...times) + repetitionToleranceMs];
  const values = [...arrays, ...limits.map((ms) => new Date(ms).toISOString())];
  const result = await db.executeQuery<{ n: number }>(CompiledQuery.raw(findStatement, values));
  return result.rows.map(({ n }) => n - 1);
}
