import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import { vitalFields } from '../../platform/db/reading-fields.js';

/** Where the first roll-up starts: earlier readings are not included. */
export async function ensureProgress(db: Db, foldedTo: string): Promise<void> {
  await db
    .insertInto('vitalsProgress')
    .values({ foldedTo })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute();
}

/**
 * The minute up to which everything is rolled up, locked until the commit; undefined while another process holds the
 * lock.
 */
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

/** The oldest minute that got readings after it was rolled up. */
export async function findLateMinute(db: Db, foldedTo: string): Promise<string | undefined> {
  const late = db.selectFrom('vitalsDue').select('minute').where('minute', '<', foldedTo);
  return (await late.orderBy('minute').limit(1).executeTakeFirst())?.minute;
}

/** Sees, and deletes, only notes whose readings are committed. */
export async function deleteNotes(db: Db, minute: string): Promise<void> {
  await db.deleteFrom('vitalsDue').where('minute', '=', minute).execute();
}

/** Four columns for each vital: `heart_rate_count`, `_sum`, `_min` and `_max`. */
const rollUpColumns = vitalFields.flatMap(({ name }) => [
  { name: `${name}_count`, value: `count(${name})` },
  { name: `${name}_sum`, value: `coalesce(sum(${name}), 0)` },
  { name: `${name}_min`, value: `min(${name})` },
  { name: `${name}_max`, value: `max(${name})` },
]);
const rollUpNames = sql.raw(rollUpColumns.map(({ name }) => name).join(', '));
const rollUps = sql.raw(rollUpColumns.map(({ value }) => value).join(', '));
const rollUpUpdates = sql.raw(rollUpColumns.map(({ name }) => `${name} = excluded.${name}`).join(', '));

/**
 * Computes one minute of all devices from its readings. Idempotent; includes readings that arrived since the last time.
 * A minute of an archived day stays as it is: the table has only those of its readings that came later.
 */
export async function upsertMinute(db: Db, minute: string): Promise<void> {
  await sql`select ensure_vitals_month(${minute}::timestamptz)`.execute(db);
  // Without statistics, as early on a new day, PostgreSQL would scan the whole day.
  await sql`set local enable_seqscan = off`.execute(db);
  await sql`
    insert into vitals (device_key, minute, readings, ${rollUpNames})
    select device_key, ${minute}::timestamptz, count(*), ${rollUps}
    from readings
    where at >= ${minute}::timestamptz and at < ${minute}::timestamptz + interval '1 minute'
      and not exists (select from archive_files
        where day = (${minute}::timestamptz at time zone 'UTC')::date and state = 'CURRENT')
    group by device_key
    on conflict (device_key, minute) do update set readings = excluded.readings, ${rollUpUpdates}`.execute(db);
}

/**
 * Adds the pages written since to the BRIN index on time: PostgreSQL scans pages that are not summarized. Skipped while
 * a VACUUM runs on the table: it does the same, and would be cancelled by our lock request.
 */
export async function summarizeDay(db: Db, day: string): Promise<void> {
  const name = `readings_${day.replaceAll('-', '')}`;
  await sql`
    select brin_summarize_new_values(to_regclass(${`${name}_at`}))
    where not exists (select from pg_locks where relation = to_regclass(${name}) and mode = 'ShareUpdateExclusiveLock')`.execute(
    db,
  );
}

/** Deletes up to `limit` minutes of a device and returns their number. */
export async function deleteSomeVitals(db: Db, deviceKey: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from vitals where device_key = ${deviceKey} and minute in (
      select minute from vitals where device_key = ${deviceKey} order by minute limit ${limit})
    returning 1`.execute(db);
  return rows.length;
}

/** Names of the months before the month of this day. */
export async function listMonthsBefore(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select vitals_months_before(${day}::date) as name`.execute(db);
  return rows.map((row) => row.name);
}
