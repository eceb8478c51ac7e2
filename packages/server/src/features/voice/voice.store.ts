import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

type NewCall = Omit<Insertable<Tables['calls']>, 'createdAt' | 'dueAt'>;
const now = sql<string>`service_now()`;

/** Idempotent: a delivery that is attempted twice is one call. */
export async function insertCall(db: Db, call: NewCall): Promise<void> {
  const row = { ...call, createdAt: now, dueAt: now };
  await db
    .insertInto('calls')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type DueCall = Pick<
  Selectable<Tables['calls']>,
  'id' | 'contactPointId' | 'phone' | 'language' | 'text' | 'alertId' | 'tokenHash' | 'attempts'
>;

/** Leases the most urgent due calls to the caller. */
export async function claimCalls(db: Db, limit: number, leaseMs: number): Promise<DueCall[]> {
  const { rows } = await sql<DueCall>`
    with due as (
      select id from calls where due_at <= service_now() order by urgency desc, created_at
      limit ${limit} for update skip locked)
    update calls set attempts = attempts + 1, due_at = service_now() + make_interval(secs => ${leaseMs / 1_000})
    from due where calls.id = due.id
    returning calls.id, calls.contact_point_id, calls.phone, calls.language, calls.text, calls.alert_id,
      calls.token_hash, calls.attempts`.execute(db);
  return rows;
}

/** Renews the leases of these calls. Returns those that are still needed: their alert is open, for this person too. */
export async function renewCalls(db: Db, ids: readonly string[], leaseMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with renewed as (
      update calls set due_at = service_now() + make_interval(secs => ${leaseMs / 1_000})
      where id = any(${ids}::uuid[]) returning id, alert_id, contact_point_id)
    select renewed.id from renewed
    join contact_points on contact_points.id = renewed.contact_point_id
    left join alerts on alerts.id = renewed.alert_id
    left join escalations on escalations.id = alerts.escalation_id
    where renewed.alert_id is null
      or (escalations.acknowledged_at is null or escalations.called_step is not null) and escalations.closed_at is null
        and not exists (select 1 from declines where declines.escalation_id = escalations.id
          and declines.user_id = contact_points.user_id and declines.step >= escalations.step)`.execute(db);
  return rows.map(({ id }) => id);
}

export async function updateRinging(db: Db, id: string): Promise<void> {
  await db.updateTable('calls').set({ ringingAt: now }).where('id', '=', id).where('ringingAt', 'is', null).execute();
}

/** Another process makes this call again, at once. */
export async function releaseCall(db: Db, id: string): Promise<void> {
  const attempts = sql<number>`attempts - 1`;
  await db.updateTable('calls').set({ dueAt: now, attempts }).where('id', '=', id).execute();
}

export async function deleteCall(db: Db, id: string): Promise<void> {
  await db.deleteFrom('calls').where('id', '=', id).execute();
}

/** Marks calls that are not ringing this long after they were queued. Returns them once. */
export async function markLate(db: Db, afterMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update calls set is_late = true where not is_late and ringing_at is null
      and created_at < service_now() - make_interval(secs => ${afterMs / 1_000}) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes calls that nobody has made in this time: the next step queues its own. */
export async function deleteStale(db: Db, afterMs: number): Promise<void> {
  await sql`
    delete from calls where due_at <= service_now()
      and created_at < service_now() - make_interval(secs => ${afterMs / 1_000})`.execute(db);
}
