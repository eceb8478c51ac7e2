import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { type Paged, sortOf } from '../../platform/http/pagination.js';
import { announce } from '../live/live.service.js';
import { getUser } from '../users/users.service.js';
import type { Message, MessagesQuery, NewMessage } from './messages.schema.js';
import * as store from './messages.store.js';

/** Anybody to anybody who exists. The sender is always the caller. */
export function sendMessage(ctx: Context, { recipientId, content }: NewMessage): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    await getUser(ctx, recipientId);
    const draft = { id: ctx.newId(), senderId: actorId(ctx), recipientId, content, createdAt: ctx.now() };
    const message = await store.insertMessage(ctx.db, draft);
    await announceMessage(ctx, 'message.sent', message);
    return message;
  });
}

/** To both ends, who may be looking from several places. Without the text: that is read where it is kept, and only there. */
function announceMessage(ctx: Context, type: 'message.sent' | 'message.read', message: Message): Promise<void> {
  const { content, ...data } = message;
  return announce(ctx, { type, to: [message.senderId, message.recipientId], data });
}

export function listMessages(ctx: Context, query: MessagesQuery): Promise<Paged<Message>> {
  const filter = { userId: actorId(ctx), isUnreadOnly: query.unreadOnly, otherId: query.conversationWith };
  return store.listMessages(ctx.db, filter, sortOf(query).direction, query);
}

/** Looking at a message does not mark it read. */
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
