import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export type NewReading = Insertable<Tables['readings']>;

/** Any number of readings in one statement: one array per column, whatever their number. */
export async function insertReadings(db: Db, readings: readonly NewReading[]): Promise<void> {
  const column = (name: keyof NewReading) => readings.map((reading) => reading[name]);
  await sql`
    insert into readings (at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
      pressure, fsr, battery_level, confidence, heart_rate, spo2)
    select * from unnest(${column('at')}::timestamptz[], ${column('uptimeMs')}::bigint[], ${column('deviceKey')}::integer[],
      ${column('accelX')}::real[], ${column('accelY')}::real[], ${column('accelZ')}::real[],
      ${column('gyroX')}::real[], ${column('gyroY')}::real[], ${column('gyroZ')}::real[],
      ${column('pressure')}::real[], ${column('fsr')}::real[], ${column('batteryLevel')}::real[],
      ${column('confidence')}::real[], ${column('heartRate')}::smallint[], ${column('spo2')}::smallint[])`.execute(db);
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

export async function listErasedDevices(db: Db): Promise<number[]> {
  return (await db.selectFrom('erasedDevices').select('key').orderBy('key').execute()).map((row) => row.key);
}

export async function deleteReadings(db: Db, partition: string, deviceKey: number): Promise<void> {
  await sql`delete from ${sql.table(partition)} where device_key = ${deviceKey}`.execute(db);
}

export async function deleteErasedDevice(db: Db, deviceKey: number): Promise<void> {
  await db.deleteFrom('erasedDevices').where('key', '=', deviceKey).execute();
}
