import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { ContactKind } from '../../platform/db/tables/notices.js';
import { isCallForHelp } from '../help/help-columns.store.js';
import type { NoticeFacts } from './contacts.store.js';

/** For every message about these incidents that has reached a contact point of this kind. */
export async function insertUpdates(db: Db, kind: ContactKind, escalationIds: readonly string[]): Promise<void> {
  await sql`
    insert into contact_updates (contact_point_id, escalation_id, due_at)
    select distinct deliveries.contact_point_id, deliveries.escalation_id, service_now()
    from deliveries join contact_points on contact_points.id = deliveries.contact_point_id
    where deliveries.escalation_id = any(${escalationIds}::uuid[]) and deliveries.channel = ${kind}
      and deliveries.status in ('accepted', 'sent')
    on conflict (contact_point_id, escalation_id) do update set due_at = excluded.due_at, attempts = 0`.execute(db);
}

/** An update that is due, with the facts that its words need. */
export interface DueUpdate extends Omit<NoticeFacts, 'minutesAgo'> {
  readonly contactPointId: string;
  readonly escalationId: string;
  readonly userId: string;
  readonly kind: ContactKind;
  readonly attempts: number;
  readonly type: string;
  readonly isDrill: boolean;
  readonly isTaken: boolean;
  readonly isClosed: boolean;
  readonly takenBy: string | null;
}

/** Leases due updates to the caller: an update that fails is due again after 5, 10, 20 s. */
export async function claimUpdates(db: Db, limit: number): Promise<DueUpdate[]> {
  const { rows } = await sql<DueUpdate>`
    with due as (
      select contact_point_id, escalation_id from contact_updates where due_at <= service_now()
      order by due_at limit ${limit} for update skip locked),
    taken as (
      update contact_updates set attempts = attempts + 1, due_at = service_now() + interval '5 seconds' * 2 ^ attempts
      from due where due.contact_point_id = contact_updates.contact_point_id
        and due.escalation_id = contact_updates.escalation_id
      returning contact_updates.*)
    select taken.contact_point_id, taken.escalation_id, taken.attempts, contact_points.user_id, contact_points.kind,
      contact_points.address, contact_points.secrets, users.language, patients.first_name, patients.last_name,
      escalations.type, escalations.is_drill, ${isCallForHelp} as is_call,
      escalations.acknowledged_at is not null as is_taken, escalations.closed_at is not null as is_closed,
      takers.first_name || ' ' || takers.last_name as taken_by
    from taken join contact_points on contact_points.id = taken.contact_point_id
    join users on users.id = contact_points.user_id join escalations on escalations.id = taken.escalation_id
    join users patients on patients.id = escalations.patient_id
    left join users takers on takers.id = escalations.acknowledged_by
    left join falls on falls.id = escalations.fall_id`.execute(db);
  return rows;
}

export async function deleteUpdate(db: Db, contactPointId: string, escalationId: string): Promise<void> {
  await db
    .deleteFrom('contactUpdates')
    .where('contactPointId', '=', contactPointId)
    .where('escalationId', '=', escalationId)
    .execute();
}
