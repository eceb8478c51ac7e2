import type { FallLevel } from '@fallwatch/detection';
import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export interface FollowedFall {
  readonly id: string;
  readonly userId: string;
}

/** The latest fall of the device since `from` that alerted and has no outcome yet. */
export function findFollowedFall(
  db: Db,
  deviceId: string,
  from: string,
  levels: readonly FallLevel[],
): Promise<FollowedFall | undefined> {
  return db
    .selectFrom('falls')
    .select(['id', 'userId'])
    .where('deviceId', '=', deviceId)
    .where('createdAt', '>=', from)
    .where('status', 'in', levels)
    .where('resolvedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** False if it is there already: the reading was sent again. */
export async function insertAftermath(db: Db, aftermath: Insertable<Tables['aftermaths']>): Promise<boolean> {
  const inserted = await db
    .insertInto('aftermaths')
    .values(aftermath)
    .onConflict((conflict) => conflict.doNothing())
    .returning('fallId')
    .executeTakeFirst();
  return inserted !== undefined;
}
