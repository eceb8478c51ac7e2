import { sql } from 'kysely';
import type { Db } from '../platform/db/database.js';

/** Whether this person, by their key of the directory, is on the way to another cell or has just arrived there. */
export async function isLeaving(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('departures')
    .select('id')
    .where(sql<boolean>`keys @> array[${key}]`)
    .where(sql<boolean>`("rows" is not null or left_at > clock_timestamp() - interval '1 minute')`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasEmailKey(db: Db, emailKey: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('emailKey', '=', emailKey).executeTakeFirst()) !== undefined;
}
