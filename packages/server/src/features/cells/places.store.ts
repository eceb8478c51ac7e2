import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface Residents {
  readonly people: readonly { readonly id: string; readonly emailKey: string }[];
  readonly credentials: readonly { readonly id: string }[];
}

/** Accounts that were created or changed since then, and new credentials; null: all. */
export async function listResidents(db: Db, since: string | null): Promise<Residents> {
  let people = db.selectFrom('users').select(['id', 'emailKey']);
  let credentials = db.selectFrom('deviceCredentials').select('id');
  if (since !== null) {
    people = people.where('updatedAt', '>', since);
    credentials = credentials.where('createdAt', '>', since);
  }
  return { people: await people.execute(), credentials: await credentials.execute() };
}

/** New devices get keys from `first` on. False if there are devices already, with keys of another range. */
export async function reserveDeviceKeys(db: Db, first: number, count: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    with sequence as (select last_value, is_called from devices_key_seq),
      moved as (
        select setval('devices_key_seq', ${first}::bigint, false) from sequence
        where ${first}::bigint > 0 and not is_called)
    select last_value between ${first}::bigint and ${first + count - 1}::bigint or not is_called as is_free
    from sequence left join moved on true`.execute(db);
  return rows[0]?.isFree ?? false;
}

export async function hasDevices(db: Db): Promise<boolean> {
  return (await db.selectFrom('devices').select('id').limit(1).executeTakeFirst()) !== undefined;
}
