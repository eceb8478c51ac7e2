import { type Insertable, sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export function findLiveSession(db: Db, id: string, now: string): Promise<{ createdAt: string } | undefined> {
  const session = db.selectFrom('sessions').select('createdAt').where('id', '=', id);
  return session.where('expiresAt', '>', now).executeTakeFirst();
}

/** Never moves the end earlier: a token with the later end may be in use. Undefined when the session has ended. */
export async function extendSession(
  db: Db,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<string | undefined> {
  const extended = await db
    .updateTable('sessions')
    .set({ expiresAt: sql<string>`greatest(expires_at, ${until}::timestamptz)` })
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .returning('expiresAt')
    .executeTakeFirst();
  return extended?.expiresAt;
}

export async function updateSecondFactor(db: Db, id: string, hasSecondFactor: boolean): Promise<void> {
  await db.updateTable('sessions').set({ hasSecondFactor }).where('id', '=', id).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function insertInvitation(db: Db, invitation: Insertable<Tables['invitations']>): Promise<void> {
  await db.insertInto('invitations').values(invitation).execute();
}

export async function deleteInvitations(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('invitations').where('userId', '=', userId).execute();
}

/** Of an active account. */
export function findInvitation(db: Db, tokenHash: string, now: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.userId')
    .leftJoin('users as inviters', 'inviters.id', 'invitations.invitedBy')
    .select(['users.email', 'users.firstName', 'invitations.expiresAt'])
    .select(sql<string | null>`inviters.first_name || ' ' || inviters.last_name`.as('invitedBy'))
    .where('invitations.tokenHash', '=', tokenHash)
    .where('invitations.expiresAt', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
}

export async function hasInvitation(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const found = db.selectFrom('invitations').select('userId').where('tokenHash', '=', tokenHash);
  return (await found.where('expiresAt', '>', now).executeTakeFirst()) !== undefined;
}

/** Single use: the call that deletes the row may use the invitation. */
export async function takeInvitation(db: Db, tokenHash: string, now: string): Promise<string | undefined> {
  const taken = db.deleteFrom('invitations').where('tokenHash', '=', tokenHash).where('expiresAt', '>', now);
  return (await taken.returning('userId').executeTakeFirst())?.userId;
}

export async function countExpired(db: Db, before: string): Promise<{ sessions: number; invitations: number }> {
  return {
    sessions: await countRows(db.selectFrom('sessions').where('expiresAt', '<=', before)),
    invitations: await countRows(db.selectFrom('invitations').where('expiresAt', '<=', before)),
  };
}

export async function deleteExpired(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', before).execute();
  await db.deleteFrom('invitations').where('expiresAt', '<=', before).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: string, keptId: string | null): Promise<void> {
  let ended = db.deleteFrom('sessions').where('userId', '=', userId);
  if (keptId) ended = ended.where('id', '!=', keptId);
  await ended.execute();
}
