import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import type { Paged } from '../../platform/http/pagination.js';
import { isUuid } from '../../platform/ids.js';
import { createAllowedRanges, problemOfUrl } from '../../platform/outbound.js';
import { conflict, invalid, notFound } from '../../platform/refusal.js';
import { attempt } from './sending.service.js';
import { templateProblem, templateUrlProblem } from './templates.rules.js';
import { toBody } from './webhooks.rules.js';
import type {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookDeliveriesQuery,
  WebhookDelivery,
} from './webhooks.schema.js';
import * as store from './webhooks.store.js';

export function listWebhooks(ctx: Context): Promise<Webhook[]> {
  return store.listWebhooks(ctx.db, actorId(ctx));
}

export function createWebhook(ctx: Context, draft: NewWebhook): Promise<CreatedWebhook> {
  const { url, template = null, method = 'POST', authorization = null } = draft;
  const problem = problemOfUrl(url, createAllowedRanges(ctx.config));
  if (problem) throw invalid({ url: `${problem}; expected https://host/path on the public internet` });
  if (template !== null) checkTemplate(url, template);
  return inTransaction(ctx, async (ctx) => {
    const userId = actorId(ctx);
    await store.lockOwner(ctx.db, userId);
    const { webhooksPerUser } = ctx.config;
    if ((await store.countWebhooks(ctx.db, userId)) >= webhooksPerUser)
      throw conflict(`You have ${webhooksPerUser} webhooks already. Delete one first.`);
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const webhook = { id: ctx.newId(), url, template, method, createdAt: ctx.now() };
    await store.insertWebhook(ctx.db, { ...webhook, userId, secret, authorization });
    await recordAudit(ctx, 'webhook.create', userId);
    return { ...webhook, secret };
  });
}

function checkTemplate(url: string, template: string): void {
  const inTemplate = templateProblem(template);
  if (inTemplate) throw invalid({ template: inTemplate });
  const inUrl = templateUrlProblem(url);
  if (inUrl) throw invalid({ url: inUrl });
}

export function deleteWebhook(ctx: Context, id: string): Promise<{ id: string; message: string }> {
  return inTransaction(ctx, async (ctx) => {
    await store.deleteWebhook(ctx.db, id);
    await recordAudit(ctx, 'webhook.delete', actorId(ctx));
    return { id, message: 'Webhook deleted' };
  });
}

export function listDeliveries(
  ctx: Context,
  id: string,
  query: WebhookDeliveriesQuery,
): Promise<Paged<WebhookDelivery>> {
  return store.listDeliveries(ctx.db, id, query);
}

/** Sends an empty test notice once and returns the result. */
export async function testWebhook(ctx: Context, id: string): Promise<WebhookDelivery> {
  const endpoint = await store.getEndpoint(ctx.db, id);
  const createdAt = ctx.now();
  const body = toBody({ type: 'webhook.test', timestamp: createdAt, data: {} });
  const delivery = { id: ctx.newId(), webhookId: id, noticeId: null, body, createdAt };
  await store.insertDelivery(ctx.db, delivery);
  await attempt(ctx, { ...endpoint, ...delivery, attempts: 1, isAllowed: true });
  return store.getDelivery(ctx.db, delivery.id);
}

/** Sends a delivery again now, whatever its status. */
export async function resendDelivery(ctx: Context, id: string, deliveryId: string): Promise<WebhookDelivery> {
  const claimed = isUuid(deliveryId) ? await store.claimDelivery(ctx.db, id, deliveryId) : undefined;
  if (!claimed) throw notFound('Delivery');
  await attempt(ctx, claimed);
  return store.getDelivery(ctx.db, deliveryId);
}

export function clearOldDeliveries(ctx: Context, olderThanMs: number): Promise<number> {
  return store.deleteDeliveriesBefore(ctx.db, new Date(ctx.clock.nowMs() - olderThanMs).toISOString());
}
