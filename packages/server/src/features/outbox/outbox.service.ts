/**
 * Stands in for media that are not set up, outside production: messages are stored and shown at /outbox instead of sent.
 */
import type { Context } from '../../platform/context.js';
import { notFound } from '../../platform/refusal.js';
import type { MediumDefinition, Send } from '../contacts/medium.js';
import { toPlainLine } from '../contacts/wording.rules.js';
import type { OutboxMessage } from './outbox.schema.js';
import * as store from './outbox.store.js';

const maxListed = 100;

export function sendToOutbox(kind: MediumDefinition['kind']): Send {
  return async (ctx, { address, userId }, { id, title, text, lines = [], answer }) => {
    await store.insertMessage(ctx.db, {
      id,
      kind,
      address,
      title,
      text: [text, ...lines.map(toPlainLine)].join('\n'),
      url: answer?.url ?? null,
      userId,
      sentAt: ctx.now(),
    });
    return { status: 'accepted' };
  };
}

export async function listOutbox(ctx: Context): Promise<OutboxMessage[]> {
  if (ctx.config.nodeEnv === 'production') throw notFound('Outbox');
  return store.listMessages(ctx.db, maxListed);
}
