import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: string, keptId: string | null): Promise<void> {
  let ended = db.deleteFrom('sessions').where('userId', '=', userId);
  if (keptId) ended = ended.where('id', '!=', keptId);
  await ended.execute();
}
