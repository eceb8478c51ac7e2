import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { Passkey } from './passkeys.schema.js';

const shown = ['id', 'name', 'createdAt', 'lastUsedAt'] as const;

export function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db.selectFrom('passkeys').select(shown).where('userId', '=', userId).orderBy('createdAt').execute();
}

export function listCredentialIds(db: Db, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const own = db.selectFrom('passkeys').where('userId', '=', userId);
  return own.select(['credentialId as id', 'transports']).execute();
}

export function findByCredential(db: Db, credentialId: string) {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

export function insertPasskey(db: Db, passkey: Insertable<Tables['passkeys']>): Promise<Passkey> {
  return db.insertInto('passkeys').values(passkey).returning(shown).executeTakeFirstOrThrow();
}

/** False if another request has used a higher counter meanwhile. */
export async function updateUse(
  db: Db,
  id: string,
  { counter, lastUsedAt }: { counter: number; lastUsedAt: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt })
    .where('id', '=', id)
    // Many authenticators do not count: theirs is always 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = db.deleteFrom('passkeys').where('userId', '=', userId).where('id', '=', id);
  return (await deleted.returning('id').executeTakeFirst()) !== undefined;
}

export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute();
}

export async function insertChallenge(db: Db, challenge: Insertable<Tables['passkeyChallenges']>): Promise<void> {
  await db.insertInto('passkeyChallenges').values(challenge).execute();
}

/** Single use: the call that deletes the row may use the challenge. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  { userId, now }: { userId: string | null; now: string },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkeyChallenges')
    .where('challenge', '=', challenge)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteChallengesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', before).execute();
}
