import { type Insertable, sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { DeviceCredential } from './credentials.schema.js';

export async function insertCredential(db: Db, credential: Insertable<Tables['deviceCredentials']>): Promise<void> {
  await db.insertInto('deviceCredentials').values(credential).execute();
}

/** Valid ones, newest first. */
export function listCredentials(db: Db, deviceId: string, now: string): Promise<DeviceCredential[]> {
  return liveCredentials(db, deviceId, now)
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Locks the device, so that two credentials issued at once cannot both be the last one allowed. */
export async function countCredentialsLocked(db: Db, deviceId: string, now: string): Promise<number> {
  await db.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute();
  return countRows(liveCredentials(db, deviceId, now));
}

function liveCredentials(db: Db, deviceId: string, now: string) {
  return db
    .selectFrom('deviceCredentials')
    .where('deviceId', '=', deviceId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]));
}

/** Credentials of the device that are valid longer end at this time. Returns their ids. */
export async function updateExpiry(db: Db, deviceId: string, expiresAt: string): Promise<string[]> {
  const rows = await db
    .updateTable('deviceCredentials')
    .set({ expiresAt })
    .where('deviceId', '=', deviceId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', expiresAt)]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteCredential(db: Db, deviceId: string, id: string): Promise<boolean> {
  const gone = db.deleteFrom('deviceCredentials').where('deviceId', '=', deviceId).where('id', '=', id);
  return (await gone.returning('id').executeTakeFirst()) !== undefined;
}

export async function deleteCredentials(db: Db, deviceId: string): Promise<string[]> {
  const rows = await db.deleteFrom('deviceCredentials').where('deviceId', '=', deviceId).returning('id').execute();
  return rows.map(({ id }) => id);
}

export async function deleteExpiredCredentials(db: Db, now: string): Promise<void> {
  await db.deleteFrom('deviceCredentials').where('expiresAt', '<=', now).execute();
}

/** Locks in the order of ids: several processes may write the same rows. */
export async function updateLastUsed(db: Db, ids: readonly string[], times: readonly string[]): Promise<void> {
  await sql`
    with uses as (select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as uses (id, used_at)),
    locked as materialized (
      select id from device_credentials where id = any(${ids}::uuid[]) order by id for no key update)
    update device_credentials set last_used_at = greatest(device_credentials.last_used_at, uses.used_at)
    from locked join uses on uses.id = locked.id where device_credentials.id = locked.id`.execute(db);
}
