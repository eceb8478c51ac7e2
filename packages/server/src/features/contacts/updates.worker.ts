/** Replaces messages on screens when they are no longer true: “Noah is on it”, “This alert is over”. */
import type { Context } from '../../platform/context.js';
import { toInitials } from '../users/users.rules.js';
import * as store from './updates.store.js';
import { wordUpdate } from './wording.rules.js';

const batchSize = 100;
/** With pauses of 5, 10 and 20 s: nobody looks at it after that. */
const maxAttempts = 4;

export async function sendUpdates(ctx: Context): Promise<void> {
  for (let due = await store.claimUpdates(ctx.db, batchSize); due.length > 0; ) {
    await Promise.all(due.map((update) => sendUpdate(ctx, update)));
    due = due.length === batchSize ? await store.claimUpdates(ctx.db, batchSize) : [];
  }
}

async function sendUpdate(ctx: Context, update: store.DueUpdate): Promise<void> {
  const { contactPointId, escalationId, userId, kind, address, secrets, isTaken, isClosed, attempts } = update;
  const medium = ctx.state.media.find((one) => one.kind === kind);
  // Raised again meanwhile: the next notice replaces the message.
  const isOver = isTaken || isClosed;
  const language = update.language ?? 'en';
  const initials = toInitials(update.firstName, update.lastName);
  const message = {
    id: ctx.newId(),
    ...wordUpdate(language, { ...update, initials }),
    answer: null,
    incidentId: escalationId,
    severity: 'LOW' as const,
    isUpdate: true,
  };
  const destination = { contactPointId, userId, address, secrets, language };
  const result = medium && isOver ? await medium.send(ctx, destination, message) : { status: 'sent' as const };
  if (result.status !== 'failed' || attempts >= maxAttempts)
    await store.deleteUpdate(ctx.db, contactPointId, escalationId);
}
