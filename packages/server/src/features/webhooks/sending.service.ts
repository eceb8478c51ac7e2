import { Webhook as Signer } from 'standardwebhooks';
import type { Context } from '../../platform/context.js';
import { createAllowedRanges, type OutboundResult, postOutbound } from '../../platform/outbound.js';
import { version } from '../../platform/version.js';
import type { Channel, Notice } from '../deliveries/channel.js';
import { renderCall } from './rendering.service.js';
import {
  type Attempted,
  combineAttempts,
  retryDelayMs,
  toAttempted,
  toBody,
  toWebhookNotice,
} from './webhooks.rules.js';
import * as store from './webhooks.store.js';

type Attempt = Omit<store.Claimed, 'isOutdated'>;

const notAllowed: Attempted = {
  status: 'unreachable',
  httpStatus: null,
  problem: 'Not sent: you no longer look after this person',
};

/**
 * The webhooks of a person as a channel. `failed` is not final: the delivery is retried, and `createWebhookRetries`
 * reports a later success.
 */
export const webhookChannel: Channel = {
  name: 'webhook',
  async listTargets(ctx, addressed) {
    const recipientIds = addressed.map(({ recipientId }) => recipientId);
    const owners = new Set(await store.listOwners(ctx.db, [...new Set(recipientIds)]));
    const reached = addressed.filter(({ recipientId }) => owners.has(recipientId));
    return reached.map((one) => ({ ...one, contactPointId: null }));
  },
  async listReachable(ctx, userIds) {
    const working = await store.listWorkingOwners(ctx.db, userIds);
    return working.map((userId) => ({ userId, channel: webhookChannel.name }));
  },
  async deliver(ctx, notice) {
    try {
      const endpoints = await store.listEndpoints(ctx.db, notice.recipientId);
      const attempts = endpoints.map(async (endpoint) => ({
        template: endpoint.template,
        ...(await deliverTo(ctx, endpoint, notice)),
      }));
      return combineAttempts(await Promise.all(attempts));
    } catch (error) {
      ctx.log.error({ err: error, deliveryId: notice.deliveryId }, 'webhooks could not be called');
      return { status: 'failed', reason: 'The service could not record the delivery' };
    }
  },
  /** Sent within a second after the commit, with the usual retries. */
  async queueNotice(ctx, userIds, notice) {
    const deliveryId = ctx.newId();
    const { alertId } = notice;
    const body = toBody({ type: 'alert.notice', timestamp: ctx.now(), data: { ...notice, deliveryId } });
    await store.insertDueDeliveries(ctx.db, userIds, { noticeId: deliveryId, alertId, body, createdAt: ctx.now() });
  },
};

async function deliverTo(ctx: Context, endpoint: store.Endpoint, notice: Notice): Promise<Attempted> {
  const { deliveryId, alertId, patientId } = notice;
  const body = toBody({ type: 'alert.notice', timestamp: ctx.now(), data: toWebhookNotice(notice) });
  const draft = { id: ctx.newId(), webhookId: endpoint.id, noticeId: deliveryId, alertId, patientId, body };
  const leased = await store.insertDelivery(ctx.db, { ...draft, createdAt: ctx.now() });
  if (!leased) return { status: 'sent', httpStatus: null, problem: null };
  return attempt(ctx, { ...endpoint, ...leased, noticeId: deliveryId, isAllowed: true });
}

/**
 * One attempt of a delivery that is leased to the caller, and its result. No transaction is open during the request.
 */
export async function attempt(ctx: Context, delivery: Attempt): Promise<Attempted> {
  const result = delivery.isAllowed ? toAttempted(await call(ctx, delivery)) : notAllowed;
  const { status, httpStatus: lastStatus, problem: lastProblem } = result;
  const told = { id: delivery.id, lastStatus, lastProblem };
  // A test is tried once, because a person waits for the result.
  const retryInMs = delivery.noticeId === null ? undefined : retryDelayMs(delivery.attempts, Math.random());
  if (status === 'sent') await store.updateSent(ctx.db, told);
  else await store.updateFailed(ctx.db, told, status === 'failed' ? (retryInMs ?? null) : null);
  return result;
}

async function call(ctx: Context, delivery: Attempt): Promise<OutboundResult> {
  const { id, secret, method, authorization } = delivery;
  const { url, body } = await renderCall(ctx, delivery);
  const at = new Date(ctx.clock.nowMs());
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Fallwatch/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, at, body),
    ...(authorization === null ? {} : { authorization }),
  };
  return postOutbound({ method, url, headers, body }, createAllowedRanges(ctx.config));
}
