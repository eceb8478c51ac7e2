import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { type Paged, toSort } from '../../platform/http/pagination.js';
import { announce } from '../live/live.service.js';
import { getUser } from '../users/users.service.js';
import type { Message, MessagesQuery, NewMessage } from './messages.schema.js';
import * as store from './messages.store.js';

/** Anybody may write to any existing user. The sender is always the caller. */
export function sendMessage(ctx: Context, { recipientId, content }: NewMessage): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    await getUser(ctx, recipientId);
    const draft = { id: ctx.newId(), senderId: actorId(ctx), recipientId, content, createdAt: ctx.now() };
    const message = await store.insertMessage(ctx.db, draft);
    await announceMessage(ctx, 'message.sent', message);
    return message;
  });
}

/** To sender and recipient, who may have several streams. Without the text, which is only stored with the message. */
function announceMessage(ctx: Context, type: 'message.sent' | 'message.read', message: Message): Promise<void> {
  const { content, ...data } = message;
  return announce(ctx, { type, to: [message.senderId, message.recipientId], data });
}

export function listMessages(ctx: Context, query: MessagesQuery): Promise<Paged<Message>> {
  const filter = { userId: actorId(ctx), isUnreadOnly: query.unreadOnly, otherId: query.conversationWith };
  return store.listMessages(ctx.db, filter, toSort(query).direction, query);
}

/** Reading a message does not mark it as read. */
export function readMessage(ctx: Context, id: string): Promise<Message> {
  return store.getMessage(ctx.db, id);
}

export function markMessageRead(ctx: Context, id: string): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    const isNew = await store.updateRead(ctx.db, id, ctx.now());
    const message = await store.getMessage(ctx.db, id);
    if (isNew) await announceMessage(ctx, 'message.read', message);
    return message;
  });
}
