import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { MailPurpose } from '../../platform/db/tables/notices.js';

export interface Turn {
  readonly userId: string;
  readonly purpose: MailPurpose;
}

/**
 * Counts one more mail in this person's hour and returns whether it may be sent. An hour begins with its first mail.
 * One statement: two processes cannot take the last turn both.
 */
export async function takeTurn(
  db: Db,
  { userId, purpose }: Turn,
  { limit, isUnlimited }: { readonly limit: number; readonly isUnlimited: boolean },
): Promise<boolean> {
  const isOver = sql`hours.started_at <= service_now() - interval '1 hour'`;
  const { rows } = await sql`
    insert into mail_hours as hours (user_id, purpose, started_at, count)
    values (${userId}, ${purpose}, service_now(), 1)
    on conflict (user_id, purpose) do update set
      started_at = case when ${isOver} then excluded.started_at else hours.started_at end,
      count = case when ${isOver} then 1 else hours.count + 1 end
    where ${isOver} or hours.count < ${limit} or ${isUnlimited}
    returning count`.execute(db);
  return rows.length > 0;
}

/** The mail was not sent. */
export async function giveTurnBack(db: Db, { userId, purpose }: Turn): Promise<void> {
  await sql`update mail_hours set count = greatest(count - 1, 0)
    where user_id = ${userId} and purpose = ${purpose}`.execute(db);
}
