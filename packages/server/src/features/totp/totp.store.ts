import type { Insertable, Updateable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export function findTotp(db: Db, userId: string) {
  return db.selectFrom('totp').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Replaces a secret that was never confirmed. False if there is a confirmed one. */
export async function upsertPending(db: Db, totp: Insertable<Tables['totp']>): Promise<boolean> {
  const written = await db
    .insertInto('totp')
    .values(totp)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ sealedSecret: totp.sealedSecret, createdAt: totp.createdAt })
        .where('totp.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return written !== undefined;
}

/** Accepts each step once, and none before an accepted one, also when two requests arrive together. */
export async function takeStep(
  db: Db,
  userId: string,
  { lastStep, ...changes }: Updateable<Tables['totp']> & { lastStep: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('totp')
    .set({ ...changes, lastStep })
    .where('userId', '=', userId)
    .where((where) => where.or([where('lastStep', 'is', null), where('lastStep', '<', lastStep)]))
    .returning('userId')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Deletes its recovery codes too. */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('totp').where('userId', '=', userId).returning('confirmedAt').executeTakeFirst();
  return deleted !== undefined && deleted.confirmedAt !== null;
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  codes: readonly Insertable<Tables['recoveryCodes']>[],
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db.insertInto('recoveryCodes').values(codes).execute();
}

export async function findSalt(db: Db, userId: string): Promise<string | undefined> {
  const found = db.selectFrom('recoveryCodes').select('salt').where('userId', '=', userId).limit(1);
  return (await found.executeTakeFirst())?.salt;
}

/** Single use: the call that deletes the row has used the code. */
export async function takeRecoveryCode(db: Db, userId: string, codeHash: string): Promise<boolean> {
  const taken = db.deleteFrom('recoveryCodes').where('userId', '=', userId).where('codeHash', '=', codeHash);
  return (await taken.returning('userId').executeTakeFirst()) !== undefined;
}

export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('recoveryCodes').where('userId', '=', userId));
}
