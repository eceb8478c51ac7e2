import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export async function findUserId(db: Db, issuer: string, subject: string): Promise<string | undefined> {
  const found = db.selectFrom('oidcIdentities').select('userId').where('issuer', '=', issuer);
  return (await found.where('subject', '=', subject).executeTakeFirst())?.userId;
}

export async function insertIdentity(db: Db, identity: Insertable<Tables['oidcIdentities']>): Promise<void> {
  await db
    .insertInto('oidcIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
