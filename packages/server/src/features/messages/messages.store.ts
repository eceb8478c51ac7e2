import { type Insertable, sql } from 'kysely';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, pageOf } from '../../platform/http/pagination.js';
import { notFound } from '../../platform/refusal.js';
import type { Message } from './messages.schema.js';

const columns = [
  'id',
  'senderId',
  'recipientId',
  'content',
  sql<'TEXT'>`type`.as('type'),
  sql<boolean>`read_at is not null`.as('read'),
  'readAt',
  'createdAt',
] as const;

export interface MessageFilter {
  readonly userId: string;
  readonly isUnreadOnly: boolean;
  readonly otherId?: string | undefined;
}

export function insertMessage(db: Db, message: Insertable<Tables['messages']>): Promise<Message> {
  return db.insertInto('messages').values(message).returning(columns).executeTakeFirstOrThrow();
}

export function getMessage(db: Db, id: string): Promise<Message> {
  return db
    .selectFrom('messages')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Message'));
}

/** Sent and received: whatever is asked for beside, never anybody else's. */
export async function listMessages(
  db: Db,
  { userId, isUnreadOnly, otherId }: MessageFilter,
  direction: 'asc' | 'desc',
  page: Page,
): Promise<Paged<Message>> {
  const { limit, offset } = pageOf(page);
  let matching = db
    .selectFrom('messages')
    .where((eb) => eb.or([eb('recipientId', '=', userId), eb('senderId', '=', userId)]));
  if (isUnreadOnly) matching = matching.where('recipientId', '=', userId).where('readAt', 'is', null);
  if (otherId)
    matching = matching.where((eb) =>
      eb.or([
        eb.and([eb('senderId', '=', userId), eb('recipientId', '=', otherId)]),
        eb.and([eb('senderId', '=', otherId), eb('recipientId', '=', userId)]),
      ]),
    );
  const rows = await matching
    .select(columns)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countOf(matching);
  return { rows, total };
}

/** The first time stays. True when this was it. */
export async function updateRead(db: Db, id: string, at: string): Promise<boolean> {
  const unread = db.updateTable('messages').set({ readAt: at }).where('id', '=', id).where('readAt', 'is', null);
  return (await unread.executeTakeFirst()).numUpdatedRows > 0n;
}
