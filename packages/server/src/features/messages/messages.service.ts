import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { type Paged, sortOf } from '../../platform/http/pagination.js';
import { getUser } from '../users/users.service.js';
import type { Message, MessagesQuery, NewMessage } from './messages.schema.js';
import * as store from './messages.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    'message.sent': { messageId: string; recipientId: string };
  }
}

/** Anybody to anybody who exists. The sender is always the caller. */
export function sendMessage(ctx: Context, { recipientId, content }: NewMessage): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    await getUser(ctx, recipientId);
    const draft = { id: ctx.newId(), senderId: actorId(ctx), recipientId, content, createdAt: ctx.now() };
    const message = await store.insertMessage(ctx.db, draft);
    ctx.events.publish({ type: 'message.sent', messageId: message.id, recipientId });
    return message;
  });
}

export function listMessages(ctx: Context, query: MessagesQuery): Promise<Paged<Message>> {
  const filter = { userId: actorId(ctx), isUnreadOnly: query.unreadOnly, otherId: query.conversationWith };
  return store.listMessages(ctx.db, filter, sortOf(query).direction, query);
}

/** Looking at a message does not mark it read. */
export function readMessage(ctx: Context, id: string): Promise<Message> {
  return store.getMessage(ctx.db, id);
}

export async function markMessageRead(ctx: Context, id: string): Promise<Message> {
  await store.updateRead(ctx.db, id, ctx.now());
  return store.getMessage(ctx.db, id);
}
