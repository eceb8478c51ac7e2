import Type, { type Static, type TObject } from 'typebox';
import type { EventChannel, EventMessage } from '../../platform/http/event-shapes.js';
import { pageQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { exampleNotice, noticeProperties } from '../deliveries/notice.schema.js';

const url = 'https://hooks.example.org/fallwatch';

const template = '{"chat_id": 42, "text": "{title}. {text} {url}"}';

const Method = OneOf(['POST', 'PUT'], { description: 'POST by default.' });

export const NewWebhook = Named(
  'NewWebhook',
  {
    url: Text({
      max: 2_000,
      description:
        'An https:// address that answers 2xx within 5 seconds. With a template, `{id}` in it is replaced by the id of the delivery.',
    }),
    template: Type.Optional(
      Text({
        max: 10_000,
        description:
          'The body of the request instead of the event: a JSON text. Replaced in its strings: {title}, {text}, {url}, {severity}, {id}, {step}.',
      }),
    ),
    method: Type.Optional(Method),
    authorization: Type.Optional(
      Type.String({
        maxLength: 2_000,
        pattern: '^[!-~]+( [!-~]+)*$',
        description: 'must be the value of a header Authorization, like Bearer a-token',
        writeOnly: true,
      }),
    ),
  },
  {
    examples: [
      { url },
      { url: 'https://api.telegram.org/bot123456:a-secret/sendMessage', template },
      {
        url: 'https://matrix.example.org/_matrix/client/v3/rooms/!room:example.org/send/m.room.message/{id}',
        template: '{"msgtype": "m.text", "body": "{title}. {text} {url}"}',
        method: 'PUT',
        authorization: 'Bearer a-secret',
      },
    ],
  },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const Webhook = Named('Webhook', {
  id: Id,
  url: Type.String({ examples: [url] }),
  template: Nullable(Type.String({ examples: [template] })),
  method: Method,
  createdAt: Timestamp,
});
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
  ...noticeProperties,
  calledBy: Type.Optional(
    Nullable(Type.String({ description: 'Who has taken the alert and asks for a second person.' })),
  ),
});
export type WebhookNotice = Static<typeof WebhookNotice>;

const body = <Name extends string, Data extends TObject>(type: Name, data: Data) =>
  Type.Object({ type: Type.Unsafe<Name>({ type: 'string', const: type }), timestamp: Timestamp, data });

/** The bodies of webhooks without a template, by their `type`. */
export const webhookEvents = {
  'alert.notice': body('alert.notice', WebhookNotice),
  'webhook.test': body('webhook.test', Type.Object({})),
};
/** The stored body of a delivery. */
export type WebhookEvent = Static<(typeof webhookEvents)[keyof typeof webhookEvents]>;

const callHeaders = Type.Object({
  'webhook-id': Type.String({ description: 'The same in every attempt: ignore repetitions.' }),
  'webhook-timestamp': Type.String({ description: 'Seconds since 1970.' }),
  'webhook-signature': Type.String({ description: 'As in Standard Webhooks.' }),
});
const timestamp = '2026-01-31T12:00:00.000Z';

export const webhookEventChannel: EventChannel = {
  title: 'Webhooks',
  description:
    'Calls to the address that a person has registered. With a template, the body is the template. Answer 2xx within 5 seconds. Ignore unknown types and fields. See docs/webhooks.md.',
  address: null,
  server: 'receiver',
  action: 'send',
  bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  messages: {
    'alert.notice': {
      summary: 'One attempt to reach the owner of the webhook about an alert.',
      headers: callHeaders,
      payload: webhookEvents['alert.notice'],
      example: { type: 'alert.notice', timestamp, data: exampleNotice },
    },
    'webhook.test': {
      summary: 'The owner has asked for a test.',
      headers: callHeaders,
      payload: webhookEvents['webhook.test'],
      example: { type: 'webhook.test', timestamp, data: {} },
    },
  } satisfies Record<WebhookEvent['type'], EventMessage>,
};

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
