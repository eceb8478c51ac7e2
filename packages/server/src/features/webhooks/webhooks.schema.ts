import Type, { type Static } from 'typebox';
import { pageQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';

const url = 'https://hooks.example.org/fallwatch';

export const NewWebhook = Named(
  'NewWebhook',
  { url: Text({ max: 2_000, description: 'An https:// address that answers 2xx within 5 seconds.' }) },
  { examples: [{ url }] },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const Webhook = Named('Webhook', { id: Id, url: Type.String({ examples: [url] }), createdAt: Timestamp });
export type Webhook = Static<typeof Webhook>;

export const CreatedWebhook = Named('CreatedWebhook', {
  ...Webhook.properties,
  secret: Type.String({
    description: 'Verifies the signatures. Shown this once.',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  }),
});
export type CreatedWebhook = Static<typeof CreatedWebhook>;

/** `data` of a body of type `alert.notice`: all fields that a receiver gets. Explained in docs/webhooks.md. */
export const WebhookNotice = Type.Object({
  alertId: Id,
  patientId: Id,
  deliveryId: Id,
  fallId: Nullable(Id),
  type: Type.String(),
  severity: Type.String(),
  message: Type.String(),
  raisedAt: Timestamp,
  step: Type.Integer(),
  isDrill: Type.Boolean(),
});
export type WebhookNotice = Static<typeof WebhookNotice>;

export const WebhookDelivery = Named('WebhookDelivery', {
  id: Type.String({ format: 'uuid', description: 'The header webhook-id that the receiver sees.' }),
  alertId: Nullable(Id),
  status: OneOf(['PENDING', 'SENT', 'FAILED']),
  attempts: Type.Integer(),
  lastStatus: Nullable(Type.Integer({ description: 'The HTTP status of the last answer.' })),
  lastProblem: Nullable(Type.String({ examples: ['No answer within 5 s'] })),
  createdAt: Timestamp,
  nextAttemptAt: Nullable(Timestamp),
  sentAt: Nullable(Timestamp),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveriesQuery = Type.Object(pageQuery());
export type WebhookDeliveriesQuery = Static<typeof WebhookDeliveriesQuery>;

export const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() });
