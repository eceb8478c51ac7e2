import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Escalation } from './escalation.store.js';

export function lockEscalationOfAlert(db: Db, alertId: string): Promise<Escalation | undefined> {
  return db
    .selectFrom('escalations')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('alerts').select('escalationId').where('id', '=', alertId))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns whether the person had not declined this step yet. */
export async function insertDecline(
  db: Db,
  { escalationId, userId, step, channel }: Omit<Insertable<Tables['declines']>, 'declinedAt'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into declines (escalation_id, user_id, step, declined_at, channel)
    values (${escalationId}, ${userId}, ${step}, service_now(), ${channel})
    on conflict (escalation_id, user_id) do update set step = excluded.step, declined_at = excluded.declined_at,
      channel = excluded.channel
      where declines.step < excluded.step`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Whether every recipient of this step has declined. */
export async function haveAllDeclined(db: Db, escalationId: string, step: number): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select not exists (
      select 1 from deliveries where escalation_id = ${escalationId} and step = ${step} and not exists (
        select 1 from declines where declines.escalation_id = deliveries.escalation_id
          and declines.user_id = deliveries.recipient_id)) as all`.execute(db);
  return rows[0]?.all ?? false;
}

export async function updateDueNow(db: Db, id: string, position: number): Promise<void> {
  const changes = { position, dueAt: sql<string>`service_now()` };
  await db.updateTable('escalations').set(changes).where('id', '=', id).execute();
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

export function getDecliner(db: Db, id: string): Promise<Person> {
  return db
    .selectFrom('users')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
