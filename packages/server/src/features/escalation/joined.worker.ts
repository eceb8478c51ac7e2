/**
 * Announces falls that joined an escalation on the live stream, once a second per person however many joined; and
 * restarts an escalation that was closed while a fall joined it.
 */
import { type Context, inTransaction } from '../../platform/context.js';
import { announceAll, type LiveEvent } from '../live/live.service.js';
import { continueWith } from './ending.service.js';
import { readServiceNow } from './escalation.store.js';
import * as store from './sharing.store.js';

const batchSize = 2_000;

/** One round. Any process may run it: each fall is claimed by one of them. */
export async function announceJoinedFalls(ctx: Context): Promise<void> {
  const orphaned = await inTransaction(ctx, announceJoined);
  for (const escalationId of orphaned) await inTransaction(ctx, (ctx) => reopen(ctx, escalationId));
}

/** Returns the escalations that were closed while a fall joined them. */
async function announceJoined(ctx: Context): Promise<string[]> {
  const claimed = await store.claimUnannounced(ctx.db, batchSize);
  const [orphans, joined] = [claimed.filter(({ isOrphan }) => isOrphan), claimed.filter(({ isOrphan }) => !isOrphan)];
  const fallIds = joined.map(({ fallId }) => fallId);
  if (fallIds.length > 0) {
    await announceAll(ctx, (await store.listJoinedAlerts(ctx.db, fallIds)).map(toEvent));
    await store.updateAnnounced(ctx.db, fallIds);
  }
  return [...new Set(orphans.map(({ escalationId }) => escalationId))];
}

function toEvent({ escalationId: _, recipientId, ...data }: store.JoinedAlert): LiveEvent {
  const to = recipientId === null ? [] : [recipientId];
  return { type: 'alert.raised', to, toAdmins: recipientId === null, data: { ...data, isDrill: false } };
}

async function reopen(ctx: Context, escalationId: string): Promise<void> {
  const escalation = await store.tryLockEscalation(ctx.db, escalationId);
  const next = await store.findOtherOpenFall(ctx.db, escalationId, null);
  if (!escalation || !next) return;
  await continueWith(ctx, escalation, next, await readServiceNow(ctx.db));
  await store.updateAllAnnounced(ctx.db, escalationId);
}
