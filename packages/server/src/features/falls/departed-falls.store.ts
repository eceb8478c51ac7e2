/** Falls that the journal still had when their people moved to another cell. */
import { sql } from 'kysely';
import { toPersonKey } from '../../access/place-keys.js';
import type { Db } from '../../platform/db/database.js';

/** Keeps a fall until it is recorded in the other cell; does nothing if nobody moves this person. */
export async function insertDepartedFall(db: Db, id: string, userId: string, fall: string): Promise<void> {
  await sql`
    insert into departed_falls (id, user_id, fall) select ${id}::uuid, ${userId}::uuid, ${fall}::jsonb
    where exists (select from departures where keys @> array[${toPersonKey(userId)}] and finished_at is null)
    on conflict do nothing`.execute(db);
}

/** Of people whose rows have arrived in this cell. */
export async function listDepartedFalls(db: Db, cell: string): Promise<{ id: string; fall: object }[]> {
  const { rows } = await sql<{ id: string; fall: object }>`
    select id, fall from departed_falls
    where exists (select from departures
      where keys @> array[${toPersonKey('')} || user_id] and cell = ${cell} and rows is null)`.execute(db);
  return rows;
}

export async function deleteDepartedFall(db: Db, id: string): Promise<void> {
  await db.deleteFrom('departedFalls').where('id', '=', id).execute();
}
