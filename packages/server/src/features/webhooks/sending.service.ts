import type { BlockList } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { blockListOf, type OutboundResult, postOutbound } from '../../platform/outbound.js';
import { version } from '../../version.js';
import type { Channel, Notice } from '../deliveries/channel.js';
import { type Attempted, attemptedOf, deliveryResultOf, retryDelayMs } from './webhooks.rules.js';
import * as store from './webhooks.store.js';

type Attempt = Pick<store.Claimed, 'id' | 'noticeId' | 'body' | 'attempts' | 'url' | 'secret' | 'isAllowed'>;

const notAllowed: Attempted = {
  status: 'unreachable',
  httpStatus: null,
  problem: 'Not sent: you no longer look after this person',
};

/**
 * The webhooks of a person as a way to reach them. `failed` is not the end: the delivery is tried again by itself, and
 * `createWebhookRetries` tells when it went through after all.
 */
export const webhookChannel: Channel = {
  name: 'webhook',
  async deliver(ctx, notice) {
    try {
      const endpoints = await store.listEndpoints(ctx.db, notice.recipientId);
      return deliveryResultOf(await Promise.all(endpoints.map((endpoint) => deliverTo(ctx, endpoint, notice))));
    } catch (error) {
      ctx.log.error({ err: error, deliveryId: notice.deliveryId }, 'webhooks could not be called');
      return { status: 'failed', reason: 'The service could not record the delivery' };
    }
  },
};

async function deliverTo(ctx: Context, endpoint: store.Endpoint, notice: Notice): Promise<Attempted> {
  const { deliveryId, alertId, patientId, recipientId, ...data } = notice;
  const body = JSON.stringify({
    type: 'alert.notice',
    timestamp: ctx.now(),
    data: { alertId, patientId, deliveryId, ...data },
  });
  const draft = { id: ctx.newId(), webhookId: endpoint.id, noticeId: deliveryId, alertId, patientId, body };
  const leased = await store.insertDelivery(ctx.db, { ...draft, createdAt: ctx.now() });
  if (!leased) return { status: 'sent', httpStatus: null, problem: null };
  return attempt(ctx, { ...endpoint, ...leased, noticeId: deliveryId, isAllowed: true });
}

/** One attempt of a delivery that is leased to us, and the record of it. No transaction is open meanwhile. */
export async function attempt(ctx: Context, delivery: Attempt): Promise<Attempted> {
  const result = delivery.isAllowed ? attemptedOf(await post(ctx, delivery)) : notAllowed;
  const { status, httpStatus: lastStatus, problem: lastProblem } = result;
  const told = { id: delivery.id, lastStatus, lastProblem };
  // A test is tried once, while somebody looks.
  const retryInMs = delivery.noticeId === null ? undefined : retryDelayMs(delivery.attempts, Math.random());
  if (status === 'sent') await store.updateSent(ctx.db, told);
  else await store.updateFailed(ctx.db, told, status === 'failed' ? (retryInMs ?? null) : null);
  return result;
}

function post(ctx: Context, { id, url, secret, body }: Attempt): Promise<OutboundResult> {
  const at = new Date(ctx.clock.nowMs());
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Fallwatch/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, at, body),
  };
  return postOutbound({ url, headers, body }, allowedRangesOf(ctx.config));
}

/** The private networks that the operator lets webhooks into; null when there are none. */
export function allowedRangesOf({ webhookAllowedRanges }: Config): BlockList | null {
  return webhookAllowedRanges.length > 0 ? blockListOf(webhookAllowedRanges) : null;
}
