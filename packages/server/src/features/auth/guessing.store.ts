import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

/** Used in place of the account id for an unknown e-mail: no account has this id. */
const nobodysId = '00000000-0000-0000-0000-000000000000';

export async function hasClient(db: Db, userId: string | null, clientHash: string, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('knownClients')
    .select('userId')
    .where('userId', '=', userId ?? nobodysId)
    .where('clientHash', '=', clientHash)
    .where('lastSeenAt', '>', since)
    .executeTakeFirst();
  return found !== undefined;
}

export async function upsertClient(db: Db, client: Insertable<Tables['knownClients']>): Promise<void> {
  await db
    .insertInto('knownClients')
    .values(client)
    .onConflict((conflict) => conflict.columns(['userId', 'clientHash']).doUpdateSet({ lastSeenAt: client.lastSeenAt }))
    .execute();
}

export async function deleteClientsBut(db: Db, userId: string, clientHash: string): Promise<void> {
  await db.deleteFrom('knownClients').where('userId', '=', userId).where('clientHash', '!=', clientHash).execute();
}

export async function deleteClients(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('knownClients').where('userId', '=', userId).execute();
}

export async function deleteClientsBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('knownClients').where('lastSeenAt', '<=', before).execute();
}
