import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Limits, MinuteOfVitals } from './vital-limits.rules.js';
import type { VitalLimits } from './vital-limits.schema.js';

export function findLimits(db: Db, patientId: string): Promise<VitalLimits | undefined> {
  return db
    .selectFrom('vitalLimits')
    .select(['patientId', 'heartRateLow', 'heartRateHigh', 'oxygenLow', 'minutes', 'updatedAt', 'updatedBy'])
    .where('patientId', '=', patientId)
    .executeTakeFirst();
}

export async function upsertLimits(db: Db, limits: Insertable<Tables['vitalLimits']>): Promise<void> {
  const { patientId: _, ...changes } = limits;
  await db
    .insertInto('vitalLimits')
    .values(limits)
    .onConflict((conflict) => conflict.column('patientId').doUpdateSet(changes))
    .execute();
}

export interface DuePerson extends Limits {
  readonly patientId: string;
  /** The roll-up has passed the minutes before this time. */
  readonly rolledUpTo: string;
}

/** People with a limit or an open alert whose last minutes are not examined, claimed until the commit. */
export async function claimDue(db: Db, limit: number): Promise<DuePerson[]> {
  const { rows } = await sql<DuePerson>`
    select patient_id, heart_rate_low, heart_rate_high, oxygen_low, minutes, folded_to as rolled_up_to
    from vital_limits cross join vitals_progress
    where coalesce(checked_to, '-infinity') < folded_to
      and (heart_rate_low is not null or heart_rate_high is not null or oxygen_low is not null
        or exists (select from vital_excursions where patient_id = vital_limits.patient_id and ended_at is null))
      and exists (select from users where id = vital_limits.patient_id and status = 'active')
    order by patient_id limit ${limit} for no key update of vital_limits skip locked`.execute(db);
  return rows;
}

export async function updateChecked(db: Db, people: readonly DuePerson[], to: string): Promise<void> {
  const ids = people.map(({ patientId }) => patientId);
  await db
    .updateTable('vitalLimits')
    .set({ checkedTo: to })
    .where(sql<boolean>`patient_id = any(${ids}::uuid[])`)
    .execute();
}

/**
 * Person → the last minutes that have readings. The median is a measured value, not a mean of two. A subquery for each
 * person, so that PostgreSQL uses the index on device and time.
 */
export async function listMinutes(
  db: Db,
  people: readonly DuePerson[],
  to: string,
): Promise<Map<string, MinuteOfVitals[]>> {
  const longest = Math.max(...people.map(({ minutes }) => minutes));
  const begin = (minutes: number | ReturnType<typeof sql>) =>
    sql`${to}::timestamptz - ${minutes} * interval '1 minute'`;
  const { rows } = await sql<MinuteOfVitals & { readonly patientId: string }>`
    select people.patient_id, found.*,
      (select max(interval_ms) from devices where user_id = people.patient_id) as interval_ms
    from unnest(${people.map(({ patientId }) => patientId)}::uuid[], ${people.map(({ minutes }) => minutes)}::integer[])
      as people (patient_id, minutes)
    cross join lateral (
      select date_bin('1 minute', at, timestamptz 'epoch') as minute,
        count(heart_rate) as heart_rate_count, percentile_disc(0.5) within group (order by heart_rate) as heart_rate,
        count(spo2) as oxygen_count, percentile_disc(0.5) within group (order by spo2) as oxygen
      from readings
      where device_key = any(array(select key from devices where user_id = people.patient_id))
        and at >= ${begin(longest)} and at >= ${begin(sql`people.minutes`)} and at < ${to}::timestamptz
      group by 1) as found`.execute(db);
  const byPerson = new Map<string, MinuteOfVitals[]>();
  for (const { patientId, ...minute } of rows) byPerson.set(patientId, [...(byPerson.get(patientId) ?? []), minute]);
  return byPerson;
}

export function findOpenExcursion(db: Db, patientId: string) {
  return db
    .selectFrom('vitalExcursions')
    .select(['escalationId', 'vital', 'direction'])
    .where('patientId', '=', patientId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

export async function insertExcursion(db: Db, excursion: Insertable<Tables['vitalExcursions']>): Promise<void> {
  await db.insertInto('vitalExcursions').values(excursion).execute();
}

export async function updateEnded(db: Db, escalationId: string, endedAt: string): Promise<void> {
  await db.updateTable('vitalExcursions').set({ endedAt }).where('escalationId', '=', escalationId).execute();
}
