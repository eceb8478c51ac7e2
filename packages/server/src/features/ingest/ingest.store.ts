import { type Insertable, sql } from 'kysely';
import { columnOf } from '../../platform/db/arrays.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export type NewReading = Omit<Insertable<Tables['readings']>, 'at'>;

/**
 * Any number of readings in one statement and one round trip, committed when it returns: one array per column. One
 * that stands there already stays.
 */
export async function insertReadings(db: Db, at: string, readings: readonly NewReading[]): Promise<void> {
  const column = (name: keyof NewReading): string => columnOf(readings, name);
  await sql`
    insert into readings (at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
      pressure, fsr, battery_level, confidence, heart_rate, spo2)
    select ${at}::timestamptz, * from unnest(${column('uptimeMs')}::bigint[], ${column('deviceKey')}::integer[],
      ${column('accelX')}::real[], ${column('accelY')}::real[], ${column('accelZ')}::real[],
      ${column('gyroX')}::real[], ${column('gyroY')}::real[], ${column('gyroZ')}::real[],
      ${column('pressure')}::real[], ${column('fsr')}::real[], ${column('batteryLevel')}::real[],
      ${column('confidence')}::real[], ${column('heartRate')}::smallint[], ${column('spo2')}::smallint[])
    on conflict do nothing`.execute(db);
}

/** One partition a day, from this day on. */
export async function ensurePartitions(db: Db, firstDay: string, days: number): Promise<void> {
  await sql`select ensure_reading_partitions(${firstDay}::date, ${days}::integer)`.execute(db);
}

/** Names of the days that ended before this one. */
export async function listPartitionsBefore(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select reading_partitions_before(${day}::date) as name`.execute(db);
  return rows.map((row) => row.name);
}

export async function dropPartition(db: Db, name: string): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(db);
}

export async function listPartitions(db: Db): Promise<string[]> {
  return listPartitionsBefore(db, '9999-12-31');
}

/** Devices whose readings are to be deleted: at once, and hourly for as long as the log may hold some. */
export async function listErasedDevices(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('erasedDevices')
    .select('key')
    .where(sql<boolean>`cleaned_at is null or cleaned_at < clock_timestamp() - interval '1 hour'`)
    .orderBy('key')
    .execute();
  return rows.map((row) => row.key);
}

export async function deleteReadings(db: Db, partition: string, deviceKey: number): Promise<void> {
  await sql`delete from ${sql.table(partition)} where device_key = ${deviceKey}`.execute(db);
}

/** Forgotten after four days: the log keeps nothing for longer than three. */
export async function updateCleaned(db: Db, deviceKey: number): Promise<void> {
  await sql`update erased_devices set cleaned_at = clock_timestamp() where key = ${deviceKey}`.execute(db);
  await sql`delete from erased_devices where erased_at < clock_timestamp() - interval '4 days'`.execute(db);
}

/** Not kept for longer than the log would have kept them: whose readings they hold cannot be told from outside. */
export async function deleteOldRefused(db: Db): Promise<void> {
  await sql`delete from refused_records where refused_at < clock_timestamp() - interval '3 days'`.execute(db);
}
