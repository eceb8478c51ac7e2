import { CompiledQuery, sql } from 'kysely';
import { toArray } from '../../platform/db/arrays.js';
import { toBinaryArray } from '../../platform/db/binary.js';
import type { Db } from '../../platform/db/database.js';
import {
  type ReadingValues,
  type StoredName,
  sentValueSource,
  storedFields,
} from '../../platform/db/reading-fields.js';
import { generateFunction } from '../../platform/generate-function.js';

/** An accepted reading, with the values that the service adds. */
export interface NewReading {
  readonly deviceKey: number;
  readonly confidence: number;
  /** Only for readings that were uploaded later; the others have the time of their record. */
  readonly atMs?: number;
  readonly sent: Pick<ReadingValues, StoredName>;
}

/** The columns of an insert, each with code that reads its value. */
export const insertColumns = [
  { name: 'device_key', type: 'integer' as const, pick: ({ deviceKey }: NewReading) => deviceKey },
  { name: 'confidence', type: 'real' as const, pick: ({ confidence }: NewReading) => confidence },
  ...storedFields.map((field) => ({
    name: field.name,
    type: field.sqlType,
    pick: generateFunction<(reading: NewReading) => number | undefined>(
      ['{ sent }'],
      [`return ${sentValueSource(field)};`],
      {},
    ),
  })),
];

/** Compiled once: Kysely would compile it for each batch, which takes 2 % of the time of a reading. */
const insertStatement = `
  insert into readings (at, ${insertColumns.map(({ name }) => name).join(', ')})
  select $1::timestamptz, * from unnest(${insertColumns.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ')})
  on conflict do nothing`;

/**
 * Any number of readings in one statement and one round trip, with one array per column; committed when it returns. A
 * reading that is already stored is left unchanged. `isBinary`: not for the embedded database, which takes text only.
 */
export async function insertReadings(
  db: Db,
  at: string,
  readings: readonly NewReading[],
  isBinary: boolean,
): Promise<void> {
  const arrays = insertColumns.map(({ pick, type }) =>
    isBinary ? toBinaryArray(readings, pick, type) : toArray(readings, pick),
  );
  await db.executeQuery(CompiledQuery.raw(insertStatement, [at, ...arrays]));
}

/** One partition per day, starting with this day. */
export async function ensurePartitions(db: Db, firstDay: string, days: number): Promise<void> {
  await sql`select ensure_reading_partitions(${firstDay}::date, ${days}::integer)`.execute(db);
}

/** Names of the partitions of days before this one. */
export async function listPartitionsBefore(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select reading_partitions_before(${day}::date) as name`.execute(db);
  return rows.map((row) => row.name);
}

export async function dropPartition(db: Db, name: string): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(db);
}

/** Days that have a partition, of the past and the coming. */
export async function listDays(db: Db): Promise<string[]> {
  const names = await listPartitionsBefore(db, '9999-12-31');
  return names.map(toDay).toSorted();
}

/** `readings_20261115` → `2026-11-15` */
export function toDay(partition: string): string {
  return partition.replace(/^.*_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

export async function listPartitions(db: Db): Promise<string[]> {
  return listPartitionsBefore(db, '9999-12-31');
}

/**
 * Devices whose readings must be deleted: at once; hourly while the journal may still hold some; then daily while a
 * record that was set aside can be put back.
 */
export async function listErasedDevices(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('erasedDevices')
    .select('key')
    .where(
      sql<boolean>`cleaned_at is null or cleaned_at < clock_timestamp() -
        case when erased_at > clock_timestamp() - interval '4 days' then interval '1 hour' else interval '1 day' end`,
    )
    .orderBy('key')
    .execute();
  return rows.map((row) => row.key);
}

/** Each half has its index; together they have none that begins with the device. */
export async function deleteReadings(db: Db, partition: string, deviceKey: number): Promise<void> {
  const own = sql`delete from ${sql.table(partition)} where device_key = ${deviceKey}`;
  await sql`${own} and boot_id is null`.execute(db);
  await sql`${own} and boot_id is not null`.execute(db);
}

/**
 * Deletes the entry two days after the last record that could bring readings back is gone: a record is at most 3 days
 * in the journal and then 30 days set aside. The entry also stays while a file of the archive has the device.
 */
export async function updateCleaned(db: Db, deviceKey: number): Promise<void> {
  await sql`update erased_devices set cleaned_at = clock_timestamp() where key = ${deviceKey}`.execute(db);
  await sql`
    delete from erased_devices where erased_at < clock_timestamp() - interval '35 days'
      and not exists (select from archive_files where device_keys && array[key])`.execute(db);
}

/**
 * Kept for 30 days, so that a release that can read them may put them back. Not longer: the record does not show whose
 * readings it holds, so it cannot be deleted with the account.
 */
export async function deleteOldRefused(db: Db): Promise<void> {
  await sql`delete from refused_records where refused_at < clock_timestamp() - interval '30 days'`.execute(db);
}
