import { type Insertable, sql } from 'kysely';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { isOnPage } from '../../platform/db/page-ids.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, toPage } from '../../platform/http/pagination.js';
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

/** The user's sent and received messages. The filters never widen this to messages of others. */
export async function listMessages(
  db: Db,
  { userId, isUnreadOnly, otherId }: MessageFilter,
  direction: 'asc' | 'desc',
  page: Page,
): Promise<Paged<Message>> {
  const { limit, offset } = toPage(page);
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
  // Select ids only: the rows that the offset skips must not be sorted with their texts.
  const shown = matching
    .select('id')
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom('messages')
    .select(columns)
    .where(isOnPage('messages.id', shown))
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .execute();
  const total = await countRows(matching);
  return { rows, total };
}

/** Keeps the first time. Returns true if this call set it. */
export async function updateRead(db: Db, id: string, at: string): Promise<boolean> {
  const unread = db.updateTable('messages').set({ readAt: at }).where('id', '=', id).where('readAt', 'is', null);
  return (await unread.executeTakeFirst()).numUpdatedRows > 0n;
}
