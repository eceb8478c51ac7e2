import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export function listSessions(db: Db, userId: string, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'client'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy(sql`coalesce(last_used_at, created_at)`, 'desc')
    .orderBy('id')
    .execute();
}

/** Returns whether there was such a session of this person. */
export async function deleteOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId);
  return (await gone.returning('id').executeTakeFirst()) !== undefined;
}

export interface SessionUse {
  readonly id: string;
  readonly usedAt: string;
  readonly client: string | null;
}

/** In the order of their ids: two processes that write the same sessions do not wait for each other in a circle. */
export async function updateLastUsed(db: Db, uses: readonly SessionUse[]): Promise<void> {
  const ids = uses.map(({ id }) => id);
  const times = uses.map(({ usedAt }) => usedAt);
  const clients = uses.map(({ client }) => client);
  await sql`
    with uses as (
      select * from unnest(${ids}::uuid[], ${times}::timestamptz[], ${clients}::text[]) as uses (id, used_at, client)),
    locked as (
      select id from sessions where id = any(${ids}::uuid[]) order by id for no key update)
    update sessions set last_used_at = greatest(sessions.last_used_at, uses.used_at),
      client = coalesce(uses.client, sessions.client)
    from locked join uses on uses.id = locked.id where sessions.id = locked.id`.execute(db);
}
