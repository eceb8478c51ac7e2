import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** Where the first fold begins: readings from before stay out. */
export async function ensureProgress(db: Db, foldedTo: string): Promise<void> {
  await db
    .insertInto('vitalsProgress')
    .values({ foldedTo })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute();
}

/** Up to which minute all is folded, held until the commit; undefined while another process folds. */
export async function lockProgress(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('vitalsProgress').select('foldedTo').forUpdate().skipLocked().executeTakeFirst();
  return row?.foldedTo;
}

export async function updateProgress(db: Db, foldedTo: string): Promise<void> {
  await db.updateTable('vitalsProgress').set({ foldedTo }).execute();
}

export async function insertNotes(db: Db, minutes: readonly string[]): Promise<void> {
  await db
    .insertInto('vitalsDue')
    .values(minutes.map((minute) => ({ minute })))
    .execute();
}

/** The oldest minute that got readings after it was folded. */
export async function findLateMinute(db: Db, foldedTo: string): Promise<string | undefined> {
  const late = db.selectFrom('vitalsDue').select('minute').where('minute', '<', foldedTo);
  return (await late.orderBy('minute').limit(1).executeTakeFirst())?.minute;
}

/** Only notes whose readings are committed are seen, and deleted, here. */
export async function deleteNotes(db: Db, minute: string): Promise<void> {
  await db.deleteFrom('vitalsDue').where('minute', '=', minute).execute();
}

/** One minute of everybody, from its readings: doing it again comes to the same, with whatever has come since. */
export async function upsertMinute(db: Db, minute: string): Promise<void> {
  await sql`select ensure_vitals_month(${minute}::timestamptz)`.execute(db);
  // Without statistics, as on a young day, PostgreSQL would read the whole day.
  await sql`set local enable_seqscan = off`.execute(db);
  await sql`
    insert into vitals (device_key, minute, readings, heart_rate_count, heart_rate_sum, heart_rate_min, heart_rate_max,
      spo2_count, spo2_sum, spo2_min, spo2_max)
    select device_key, ${minute}::timestamptz, count(*), count(heart_rate), coalesce(sum(heart_rate), 0),
      min(heart_rate), max(heart_rate), count(spo2), coalesce(sum(spo2), 0), min(spo2), max(spo2)
    from readings
    where at >= ${minute}::timestamptz and at < ${minute}::timestamptz + interval '1 minute'
    group by device_key
    on conflict (device_key, minute) do update set readings = excluded.readings,
      heart_rate_count = excluded.heart_rate_count, heart_rate_sum = excluded.heart_rate_sum,
      heart_rate_min = excluded.heart_rate_min, heart_rate_max = excluded.heart_rate_max,
      spo2_count = excluded.spo2_count, spo2_sum = excluded.spo2_sum,
      spo2_min = excluded.spo2_min, spo2_max = excluded.spo2_max`.execute(db);
}

/**
 * Tells the index by time of the pages written since: what it does not know is read from end to end. Left out while
 * a VACUUM is at the same table, which does it too and would give way to us.
 */
export async function summarizeDay(db: Db, day: string): Promise<void> {
  const name = `readings_${day.replaceAll('-', '')}`;
  await sql`
    select brin_summarize_new_values(to_regclass(${`${name}_at`}))
    where not exists (select from pg_locks where relation = to_regclass(${name}) and mode = 'ShareUpdateExclusiveLock')`.execute(
    db,
  );
}

/** Some of a device's minutes; answers how many. */
export async function deleteSomeVitals(db: Db, deviceKey: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from vitals where device_key = ${deviceKey} and minute in (
      select minute from vitals where device_key = ${deviceKey} order by minute limit ${limit})
    returning 1`.execute(db);
  return rows.length;
}

/** Names of the months that ended before the one of this day. */
export async function listMonthsBefore(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select vitals_months_before(${day}::date) as name`.execute(db);
  return rows.map((row) => row.name);
}
