import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { CheckInSign } from '../../platform/db/tables/check-ins.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Day, keptDays, movedMinutes, movedShare, ofMinutes } from './check-ins.rules.js';

export interface Settings {
  /** Such as 09:00. */
  readonly by: string;
  readonly zone: string;
  readonly movementCounts: boolean;
  readonly resumesOn: string | null;
}

export interface Person extends Settings, Day {
  readonly patientId: string;
  readonly isActive: boolean;
  readonly examineAt: string;
  readonly escalationId: string | null;
  /** Somebody has answered the open alert, so nobody is notified any more. */
  readonly isAnswered: boolean;
  readonly now: string;
}

const person = sql`check_ins.patient_id, to_char(by_time, 'HH24:MI') as by, zone, movement_counts, resumes_on, day, due_at,
  examine_at, escalation_id, service_now() as now,
  exists (select from users where id = check_ins.patient_id and status = 'active') as is_active,
  exists (select from escalations where id = escalation_id
    and (acknowledged_at is not null or closed_at is not null)) as is_answered`;

/** People whom the job has to look at now, claimed until the commit. */
export async function claimDue(db: Db, limit: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select ${person} from check_ins where examine_at <= service_now()
    order by examine_at limit ${limit} for no key update of check_ins skip locked`.execute(db);
  return rows;
}

/** Locked until the commit. */
export async function lockPerson(db: Db, patientId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${person} from check_ins where patient_id = ${patientId} for no key update of check_ins`.execute(db);
  return rows[0];
}

export interface Shown extends Settings, Day {
  readonly now: string;
  readonly today: string;
  readonly isAlerted: boolean;
  readonly lastDay: string | null;
  readonly lastDueAt: string | null;
  readonly lastSign: CheckInSign | null;
  readonly lastSignAt: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

export async function findShown(db: Db, patientId: string): Promise<Shown | undefined> {
  const { rows } = await sql<Shown>`
    select to_char(by_time, 'HH24:MI') as by, zone, movement_counts, resumes_on, check_ins.day, check_ins.due_at,
      service_now() as now, (service_now() at time zone zone)::date as today, escalation_id is not null as is_alerted,
      last.day as last_day, last.due_at as last_due_at, last.sign as last_sign, last.sign_at as last_sign_at,
      updated_at, updated_by
    from check_ins left join lateral (select * from check_in_days where check_in_days.patient_id = check_ins.patient_id
      order by day desc limit 1) as last on true
    where check_ins.patient_id = ${patientId}`.execute(db);
  return rows[0];
}

/** By the database's clock. */
export async function readNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(db);
  return (rows[0] as { now: string }).now;
}

/** PostgreSQL also takes abbreviations and offsets, which know nothing of changes of the clocks. */
export async function isZone(db: Db, zone: string): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from pg_timezone_names where name = ${zone}) and (${zone} like '%/%' or ${zone} = 'UTC')
      as is_known`.execute(db);
  return rows[0]?.isKnown === true;
}

/** The days from now until the person is back, in their zone. */
export async function countDaysUntil(db: Db, date: string, zone: string): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select ${date}::date - (service_now() at time zone ${zone})::date as days`.execute(db);
  return (rows[0] as { days: number }).days;
}

/**
 * The next day whose set time is still to come, after the last decided one. A set time in the hour that a change of the
 * clocks skips is an hour later by the clock; in the hour that it repeats, the second one.
 */
export async function findNextDay(
  db: Db,
  patientId: string,
  { by, zone, resumesOn }: Settings,
  now: string,
): Promise<Day> {
  const { rows } = await sql<Day>`
    with earliest as (
      select greatest((${now}::timestamptz at time zone ${zone})::date - 1, ${resumesOn}::date,
        (select max(day) + 1 from check_in_days where patient_id = ${patientId})) as first_day),
    days as (
      select first_day + further as day, (first_day + further + ${by}::time) at time zone ${zone} as due_at
      from earliest, generate_series(0, 3) as further)
    select day, due_at from days where due_at > ${now}::timestamptz order by day limit 1`.execute(db);
  return rows[0] as Day;
}

export async function upsertCheckIn(db: Db, row: Insertable<Tables['checkIns']>): Promise<void> {
  const { patientId: _, ...changes } = row;
  await db
    .insertInto('checkIns')
    .values(row)
    .onConflict((conflict) => conflict.column('patientId').doUpdateSet(changes))
    .execute();
}

export async function updateCheckIn(db: Db, patientId: string, changes: Updateable<Tables['checkIns']>): Promise<void> {
  await db.updateTable('checkIns').set(changes).where('patientId', '=', patientId).execute();
}

export async function deleteCheckIn(db: Db, patientId: string): Promise<void> {
  await db.deleteFrom('checkIns').where('patientId', '=', patientId).execute();
}

/** Old days are deleted here: no job has to look for them. */
export async function insertDay(db: Db, day: Insertable<Tables['checkInDays']>): Promise<void> {
  await db.insertInto('checkInDays').values(day).execute();
  await sql`delete from check_in_days
    where patient_id = ${day.patientId} and day < ${day.day}::date - ${keptDays}::integer`.execute(db);
}

/** The sign that came after its time, on the last day. */
export async function updateLastDay(db: Db, patientId: string, sign: CheckInSign, signAt: string): Promise<void> {
  await sql`update check_in_days set sign = ${sign}, sign_at = ${signAt}
    where patient_id = ${patientId} and sign is null
      and day = (select max(day) from check_in_days where patient_id = ${patientId})`.execute(db);
}

/**
 * When the person last moved for a while since this time: the end of the last minute of enough minutes with movement.
 * A minute has movement if a reading differs from the one before it by a share of gravity. A device that sends seldom
 * has as many of its readings instead of minutes. Only a worn device counts: one that can measure a pulse must have
 * measured one. While a fall is open, movement is no sign that the person is fine.
 */
export async function findMovedAt(db: Db, patientId: string, since: string, now: string): Promise<string | null> {
  const { rows } = await sql<{ movedAt: string | null }>`
    with own as (
      select key, interval_ms, heart_rate is not null as has_pulse from devices
      where user_id = ${patientId} and disabled_at is null and worn_at >= ${since}::timestamptz
        and not exists (select from escalations
          where patient_id = ${patientId} and fall_id is not null and closed_at is null))
    select max(found.at) as moved_at
    from own cross join lateral (
      select at, minute, lag(minute, ${movedMinutes - 1}) over (order by minute) as first from (
        select date_bin('1 minute', at, timestamptz 'epoch') as minute, max(at) as at from (
          select at, heart_rate, accel_x as x, accel_y as y, accel_z as z,
            lag(accel_x) over by_time as was_x, lag(accel_y) over by_time as was_y, lag(accel_z) over by_time as was_z
          from readings where device_key = own.key and at >= ${since}::timestamptz and at <= ${now}::timestamptz
          window by_time as (order by at, uptime_ms)) as compared
        where was_x ^ 2 + was_y ^ 2 + was_z ^ 2 > 0 and (x - was_x) ^ 2 + (y - was_y) ^ 2 + (z - was_z) ^ 2
          >= ${movedShare}::double precision ^ 2 * (was_x ^ 2 + was_y ^ 2 + was_z ^ 2)
        group by 1) as minutes) as found
    where found.minute - found.first < ${ofMinutes}::integer * greatest(interval '1 minute',
        own.interval_ms * interval '1 millisecond')
      and (not own.has_pulse or exists (select from readings
        where device_key = own.key and at >= ${since}::timestamptz and at <= ${now}::timestamptz
          and heart_rate is not null))`.execute(db);
  return rows[0]?.movedAt ?? null;
}
