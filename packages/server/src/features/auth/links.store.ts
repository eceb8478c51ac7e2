import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { LinkPurpose } from '../../platform/db/tables/accounts.js';
import type { Tables } from '../../platform/db/tables.js';

export interface LinkKey {
  readonly tokenHash: string;
  readonly purpose: LinkPurpose;
  readonly now: string;
}

export interface TakenLink {
  readonly userId: string;
  readonly address: string | null;
}

export async function insertLink(db: Db, link: Insertable<Tables['accountLinks']>): Promise<void> {
  await db.insertInto('accountLinks').values(link).execute();
}

export async function hasLink(db: Db, { tokenHash, purpose, now }: LinkKey): Promise<boolean> {
  const found = await db
    .selectFrom('accountLinks')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Single use: the call that deletes the row may use the link. Only of an active account that still has this e-mail. */
export function takeLink(db: Db, { tokenHash, purpose, now }: LinkKey): Promise<TakenLink | undefined> {
  return db
    .deleteFrom('accountLinks')
    .using('users')
    .whereRef('users.id', '=', 'accountLinks.userId')
    .whereRef('users.emailKey', '=', 'accountLinks.emailKey')
    .where('users.status', '=', 'active')
    .where('accountLinks.tokenHash', '=', tokenHash)
    .where('accountLinks.purpose', '=', purpose)
    .where('accountLinks.expiresAt', '>', now)
    .returning(['accountLinks.userId', 'accountLinks.address'])
    .executeTakeFirst();
}

export async function deleteLinks(db: Db, userId: string, purpose: LinkPurpose): Promise<void> {
  await db.deleteFrom('accountLinks').where('userId', '=', userId).where('purpose', '=', purpose).execute();
}

export async function deleteExpiredLinks(db: Db, before: string): Promise<void> {
  await db.deleteFrom('accountLinks').where('expiresAt', '<=', before).execute();
}
