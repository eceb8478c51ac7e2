import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { notFound } from '../../platform/refusal.js';
import { photoUrl } from './details-columns.store.js';

export type Photo = Pick<Selectable<Tables['photos']>, 'bytes' | 'type' | 'updatedAt'>;

export function getPhoto(db: Db, userId: string): Promise<Photo> {
  return db
    .selectFrom('photos')
    .select(['bytes', 'type', 'updatedAt'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow(() => notFound('Photo'));
}

/** Returns its address. */
export async function upsertPhoto(db: Db, photo: Insertable<Tables['photos']>): Promise<string> {
  const { bytes, type, updatedAt } = photo;
  const stored = await db
    .insertInto('photos')
    .values(photo)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ bytes, type, updatedAt }))
    .returning(photoUrl.as('photoUrl'))
    .executeTakeFirstOrThrow();
  return stored.photoUrl as string;
}

export async function deletePhoto(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('photos').where('userId', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
