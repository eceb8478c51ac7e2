import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { Deleted, IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import {
  CreatedWebhook,
  DeliveryParams,
  NewWebhook,
  Webhook,
  WebhookDeliveriesQuery,
  WebhookDelivery,
} from './webhooks.schema.js';
import * as webhooks from './webhooks.service.js';

const tags = ['Webhooks'];

/** URLs that are called when the caller gets an alert: docs/webhooks.md. */
export async function webhookRoutes(app: App): Promise<void> {
  addRegistrationRoutes(app);
  addDeliveryRoutes(app);
}

function addRegistrationRoutes(app: App): void {
  app.get(
    '/webhooks',
    {
      config: { access: 'webhook.listOwn' },
      schema: { tags, summary: 'My webhooks', response: { 200: ok(Type.Array(Webhook)) } },
    },
    async ({ ctx }) => reply(await webhooks.listWebhooks(ctx)),
  );

  app.post(
    '/webhooks',
    {
      config: { access: 'webhook.create' },
      schema: {
        tags,
        summary: 'Register a webhook',
        description: 'The answer carries the secret that verifies signatures, this once.',
        body: NewWebhook,
        response: { 201: ok(CreatedWebhook) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await webhooks.createWebhook(ctx, body))),
  );

  app.delete(
    '/webhooks/:id',
    {
      config: { access: 'webhook.manage' },
      schema: { tags, summary: 'Delete a webhook and its log', params: IdParams, response: { 200: ok(Deleted) } },
    },
    async ({ ctx, params }) => reply(await webhooks.deleteWebhook(ctx, params.id)),
  );
}

function addDeliveryRoutes(app: App): void {
  app.post(
    '/webhooks/:id/test',
    {
      config: { access: 'webhook.manage' },
      schema: {
        tags,
        summary: 'Send a test, and see what came of it',
        params: IdParams,
        response: { 200: ok(WebhookDelivery) },
      },
    },
    async ({ ctx, params }) => reply(await webhooks.testWebhook(ctx, params.id)),
  );

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'webhook.manage' },
      schema: {
        tags,
        summary: 'What was sent to a webhook, newest first',
        params: IdParams,
        querystring: WebhookDeliveriesQuery,
        response: { 200: okPage(WebhookDelivery) },
      },
    },
    async ({ ctx, params, query }) => replyPage(query, await webhooks.listDeliveries(ctx, params.id, query)),
  );

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/resend',
    {
      config: { access: 'webhook.manage' },
      schema: {
        tags,
        summary: 'Send it once more, now',
        params: DeliveryParams,
        response: { 200: ok(WebhookDelivery) },
      },
    },
    async ({ ctx, params }) => reply(await webhooks.resendDelivery(ctx, params.id, params.deliveryId)),
  );
}
