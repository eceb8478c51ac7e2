import type { Context } from '../../platform/context.js';
import { type Composed, composeForPerson, composeTest } from '../contacts/composing.service.js';
import { fillTemplate, fillUrl } from './templates.rules.js';
import type { WebhookEvent } from './webhooks.schema.js';
import type { Claimed } from './webhooks.store.js';

type Rendered = Pick<Claimed, 'url' | 'body'>;

/**
 * The URL and the body of a call. A template is filled in for each attempt, from the stored event: the link that
 * answers the alert is not stored.
 */
export async function renderCall(
  ctx: Context,
  { id, userId, url, body, template }: Rendered & Pick<Claimed, 'id' | 'userId' | 'template'>,
): Promise<Rendered> {
  if (template === null) return { url, body };
  const event = JSON.parse(body) as WebhookEvent;
  const { title, text, answer } = await compose(ctx, userId, event);
  const { severity, step } = event.type === 'webhook.test' ? { severity: 'LOW', step: 1 } : event.data;
  const values = { title, text, url: answer?.url ?? ctx.config.publicUrl, severity, id, step: String(step) };
  return { url: fillUrl(url, id), body: fillTemplate(template, values) };
}

function compose(ctx: Context, userId: string, event: WebhookEvent): Promise<Composed> {
  return event.type === 'webhook.test'
    ? composeTest(ctx, userId)
    : composeForPerson(ctx, { ...event.data, recipientId: userId });
}
