import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Language } from '../../platform/db/tables/accounts.js';

/**
 * Returns the digest that collects for this contact point. A new one gets `newId`, and is due when the hour of its
 * owner ends. Locked until the commit: it is not sent meanwhile.
 */
export async function openDigest(
  db: Db,
  { newId, contactPointId, userId }: { newId: string; contactPointId: string; userId: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mail_digests (id, contact_point_id, due_at)
    select ${newId}, ${contactPointId}, started_at + interval '1 hour' from mail_hours
      where user_id = ${userId} and purpose = 'ALERTS'
    on conflict (contact_point_id) where attempts = 0 do update set due_at = least(mail_digests.due_at, excluded.due_at)
    returning id`.execute(db);
  return (rows[0] as { id: string }).id;
}

/** Idempotent: a delivery that was held and not settled is tried again. */
export async function insertHeld(db: Db, deliveryId: string, digestId: string): Promise<void> {
  const held = db.insertInto('heldMails').values({ deliveryId, digestId });
  await held.onConflict((conflict) => conflict.column('deliveryId').doNothing()).execute();
}

export interface DueDigest {
  readonly id: string;
  readonly attempts: number;
  readonly contactPointId: string;
  readonly deliveryIds: readonly string[];
  /** Null once the contact point is deleted. */
  readonly owner: DigestOwner | null;
}

export interface DigestOwner {
  readonly userId: string;
  readonly address: string;
  readonly language: Language | null;
}

/**
 * Leases due digests to the caller: one that is not deleted is due again after 15 s, then after twice the time, up to
 * 16 minutes.
 */
export async function claimDigests(db: Db, limit: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    with due as (
      select id from mail_digests where due_at <= service_now() order by due_at limit ${limit} for update skip locked),
    taken as (
      update mail_digests set attempts = attempts + 1,
        due_at = service_now() + interval '15 seconds' * 2 ^ least(attempts, 6)
      from due where due.id = mail_digests.id
      returning mail_digests.*)
    select taken.id, taken.attempts, taken.contact_point_id,
      array(select delivery_id from held_mails where digest_id = taken.id) as delivery_ids,
      case when users.id is not null then json_build_object('userId', users.id, 'address', contact_points.address,
        'language', users.language) end as owner
    from taken left join contact_points on contact_points.id = taken.contact_point_id
      and contact_points.verified_at is not null
    left join users on users.id = contact_points.user_id`.execute(db);
  return rows;
}

export async function deleteDigest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mailDigests').where('id', '=', id).execute();
}
