/** Contact points as channels: one channel per medium. */
import type { Context } from '../../platform/context.js';
import type { Channel, DeliveryResult, Notice, Reachable } from '../deliveries/channel.js';
import { recordSystemLog } from '../logs/logs.service.js';
import { composeMessage } from './composing.service.js';
import { isUsed } from './contacts.rules.js';
import * as store from './contacts.store.js';
import type { Medium } from './medium.js';
import { insertUpdates } from './updates.store.js';

export function createContactChannel(medium: Medium): Channel {
  return {
    name: medium.kind,
    async listTargets(ctx, addressed) {
      const userIds = new Set(addressed.map(({ recipientId }) => recipientId));
      const points = await store.listUsable(ctx.db, medium.kind, [...userIds]);
      return addressed.flatMap((one) =>
        points
          .filter((point) => point.userId === one.recipientId && isUsed(point, one))
          .map(({ id }) => ({ ...one, contactPointId: id })),
      );
    },
    listReachable,
    async deliver(ctx, notice) {
      const { contactPointId } = notice;
      const facts = contactPointId && (await store.findNoticeFacts(ctx.db, contactPointId, notice));
      if (!contactPointId || !facts) return { status: 'unreachable', reason: 'This contact point was deleted' };
      const known = { ...notice, contactPointId };
      const send = async (): Promise<DeliveryResult> => {
        const result = await sendNotice(ctx, medium, known, facts);
        await noteResult(ctx, contactPointId, result);
        return result;
      };
      return medium.limit ? medium.limit(ctx, known, send) : send();
    },
    ...(medium.replacesMessages ? { queueUpdates: (ctx, ids) => insertUpdates(ctx.db, medium.kind, ids) } : {}),
  };
}

/** Over all kinds that this installation can send to: one query instead of one for each. */
async function listReachable(ctx: Context, userIds: readonly string[]): Promise<Reachable[]> {
  const kinds = ctx.state.media.map(({ kind }) => kind);
  const working = await store.listWorkingKinds(ctx.db, kinds, userIds);
  return working.map(({ userId, kind }) => ({ userId, channel: kind }));
}

async function sendNotice(
  ctx: Context,
  medium: Medium,
  notice: Notice & { readonly contactPointId: string },
  facts: store.NoticeFacts,
): Promise<DeliveryResult> {
  const { contactPointId, recipientId: userId, deliveryId: id, escalationId: incidentId, severity } = notice;
  const { address, secrets, language } = facts;
  const message = { id, ...(await composeMessage(ctx, notice, facts)), incidentId, severity };
  return medium.send(ctx, { contactPointId, userId, address, secrets, language: language ?? 'en' }, message);
}

/** An address that cannot be reached is marked, and the system log tells the admins once. */
export async function noteResult(ctx: Context, contactPointId: string, result: DeliveryResult): Promise<void> {
  if (result.status === 'failed') return;
  if (result.status !== 'unreachable') return store.updateWorking(ctx.db, contactPointId);
  const owner = await store.updateFailing(ctx.db, contactPointId, result.reason);
  if (owner) await recordSystemLog(ctx, 'CONTACT_FAILING', {}, owner);
}
