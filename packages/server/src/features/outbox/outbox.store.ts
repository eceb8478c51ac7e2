import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import type { OutboxMessage } from './outbox.schema.js';

/** Keeps the newest 500 messages. */
export async function insertMessage(db: Db, message: Insertable<Tables['outbox']>): Promise<void> {
  await db
    .insertInto('outbox')
    .values(message)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const oldest = sql<string>`(select sent_at from outbox order by sent_at desc offset 500 limit 1)`;
  await db.deleteFrom('outbox').where('sentAt', '<=', oldest).execute();
}

export function listMessages(db: Db, limit: number): Promise<OutboxMessage[]> {
  return db
    .selectFrom('outbox')
    .innerJoin('users', 'users.id', 'outbox.userId')
    .select([
      'outbox.id',
      'outbox.kind',
      'outbox.address',
      'outbox.title',
      'outbox.text',
      'outbox.url',
      'outbox.sentAt',
    ])
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('recipient'))
    .orderBy('outbox.sentAt', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(limit)
    .execute();
}
