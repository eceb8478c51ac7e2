import type { Insertable, Selectable } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Role } from '../../platform/db/tables/accounts.js';
import type { Tables } from '../../platform/db/tables.js';

export type Pairing = Selectable<Tables['devicePairings']>;

export async function insertPairing(db: Db, pairing: Insertable<Tables['devicePairings']>): Promise<void> {
  await db.insertInto('devicePairings').values(pairing).execute();
}

/** Open: not claimed yet. Locked, so that it is claimed once. */
export function findOpenPairingLocked(db: Db, userCodeHash: string, now: string): Promise<Pairing | undefined> {
  return db
    .selectFrom('devicePairings')
    .selectAll()
    .where('userCodeHash', '=', userCodeHash)
    .where('deviceId', 'is', null)
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateClaimed(
  db: Db,
  deviceCodeHash: string,
  claim: { deviceId: string; expiresAt: string },
): Promise<void> {
  await db.updateTable('devicePairings').set(claim).where('deviceCodeHash', '=', deviceCodeHash).execute();
}

export function findPairing(db: Db, deviceCodeHash: string, now: string): Promise<Pairing | undefined> {
  return db
    .selectFrom('devicePairings')
    .selectAll()
    .where('deviceCodeHash', '=', deviceCodeHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Returns whether it still existed: a credential is given once. */
export async function deletePairing(db: Db, deviceCodeHash: string): Promise<boolean> {
  const gone = db.deleteFrom('devicePairings').where('deviceCodeHash', '=', deviceCodeHash);
  return (await gone.returning('deviceCodeHash').executeTakeFirst()) !== undefined;
}

export async function insertCode(db: Db, code: Insertable<Tables['pairingCodes']>): Promise<void> {
  await db.insertInto('pairingCodes').values(code).execute();
}

export function countOpenCodes(db: Db, createdBy: string, now: string): Promise<number> {
  return countRows(db.selectFrom('pairingCodes').where('createdBy', '=', createdBy).where('expiresAt', '>', now));
}

export interface OpenCode {
  readonly userId: string;
  readonly createdBy: string;
  readonly role: Role;
}

/** Deletes the code, so that it is used once. Undefined if its maker is no longer active. */
export async function deleteOpenCode(db: Db, codeHash: string, now: string): Promise<OpenCode | undefined> {
  const code = await db
    .deleteFrom('pairingCodes')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .returning(['userId', 'createdBy'])
    .executeTakeFirst();
  if (!code) return undefined;
  const maker = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', code.createdBy)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return maker && { ...code, ...maker };
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('devicePairings').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('pairingCodes').where('expiresAt', '<=', now).execute();
}
