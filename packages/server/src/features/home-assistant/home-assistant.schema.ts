import Type, { type Static } from 'typebox';
import type { EventChannel } from '../../platform/http/event-shapes.js';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { alertSeverities } from '../deliveries/notice.schema.js';

export const bridgeStates = ['NOT_SET_UP', 'CONNECTED', 'DISCONNECTED'] as const;
export type BridgeState = (typeof bridgeStates)[number];

export const HomeAssistant = Named(
  'HomeAssistant',
  {
    patientId: Id,
    enabled: Type.Boolean({ description: 'The person has agreed to it. False until somebody switches it on.' }),
    changedAt: Nullable(Timestamp),
    changedBy: Nullable(Id),
    state: OneOf(bridgeStates, { description: 'Of the connection to the broker of Home Assistant.' }),
    message: Type.String({ description: 'The state in a sentence.' }),
  },
  {
    examples: [
      {
        patientId: '01926f3c-1111-7000-8000-000000000001',
        enabled: true,
        changedAt: '2026-01-31T12:00:00.000Z',
        changedBy: '01926f3c-1111-7000-8000-000000000001',
        state: 'CONNECTED',
        message: 'Connected to the broker of Home Assistant.',
      },
    ],
  },
);
export type HomeAssistant = Static<typeof HomeAssistant>;

export const HomeAssistantChange = Type.Object(
  { enabled: Type.Boolean() },
  { additionalProperties: false, title: 'HomeAssistantChange', examples: [{ enabled: true }] },
);
export type HomeAssistantChange = Static<typeof HomeAssistantChange>;

export const eventTypes = ['raised', 'answered', 'closed'] as const;
export type EventType = (typeof eventTypes)[number];
const onOff = ['ON', 'OFF'] as const;

/** Retained. A value of null is shown as unknown. */
export const PersonState = Type.Object({
  fall: OneOf(onOff, { description: 'ON while an alert about a fall is open.' }),
  battery: Nullable(Type.Integer({ description: 'Percent.' })),
  heart_rate: Nullable(Type.Integer({ description: 'Beats per minute, at most two minutes old.' })),
  connected: OneOf(onOff),
});
export type PersonState = Static<typeof PersonState>;

/** Not retained. */
export const PersonEvent = Type.Object({
  event_type: OneOf(eventTypes),
  id: Type.String({ format: 'uuid', description: 'The same for all events of one alert.' }),
  severity: OneOf(alertSeverities),
  raised_at: Timestamp,
});
export type PersonEvent = Static<typeof PersonEvent>;

const server = 'homeAssistant';
const parameters = {
  node: { description: 'The id of the person for Home Assistant.', examples: ['018f3c1e7b2a7c3d9e4f5a6b7c8d9e0f'] },
};
const retained = { mqtt: { qos: 1, retain: true, bindingVersion: '0.2.0' } };

/** With the prefixes that are the default. */
export const homeAssistantStateChannel: EventChannel = {
  title: 'State of a person for Home Assistant',
  description:
    'Retained, of people who agree. Described to Home Assistant by a retained message on `homeassistant/device/fallwatch_{node}/config`. See docs/home-assistant.md.',
  address: 'fallwatch/people/{node}/state',
  parameters,
  server,
  action: 'send',
  bindings: retained,
  messages: {
    state: {
      summary: 'The present state.',
      payload: PersonState,
      example: { fall: 'OFF', battery: 84, heart_rate: 72, connected: 'ON' } satisfies PersonState,
    },
  },
};

export const homeAssistantEventChannel: EventChannel = {
  title: 'Alerts of a person for Home Assistant',
  description: 'Of people who agree. An event can arrive twice, with the same id.',
  address: 'fallwatch/people/{node}/event',
  parameters,
  server,
  action: 'send',
  bindings: { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } },
  messages: {
    event: {
      summary: 'An alert was raised, answered or closed.',
      payload: PersonEvent,
      example: {
        event_type: 'raised',
        id: '018f3c1e-7b2a-7c3d-9e4f-000000000001',
        severity: 'HIGH',
        raised_at: '2026-01-31T12:00:00.000Z',
      } satisfies PersonEvent,
    },
  },
};
