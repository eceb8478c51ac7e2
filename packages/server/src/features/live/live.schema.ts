import Type, { type TObject } from 'typebox';
import type { EventChannel, EventMessage } from '../../platform/http/event-shapes.js';
import { Timestamp } from '../../platform/http/shapes.js';
import { type LiveEventDefinition, type LiveEvents, type StreamSignal, streamSignals } from './live-event.schema.js';

export const EventsQuery = Type.Object({
  lastEventId: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'The same as the header Last-Event-ID, for clients that cannot set it.',
    }),
  ),
});

export const EventsHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 40, description: 'The id of the last event received: the stream goes on after it.' }),
  ),
});

const example = `retry: 2000

id: 4711
event: ready
data: {}

id: 4712
event: message.sent
data: {"at":"2026-01-31T12:00:00.000Z","id":"018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f","senderId":"018f3c1e-7b2a-7c3d-9e4f-000000000001","recipientId":"018f3c1e-7b2a-7c3d-9e4f-000000000002","type":"TEXT","read":false,"readAt":null,"createdAt":"2026-01-31T12:00:00.000Z"}

: heartbeat
id: 4712

`;

/** Not JSON, and endless: used for docs/api/openapi.json only. */
export const EventStreamText = {
  description: 'Server-sent events, until one side closes. See docs/live-stream.md.',
  content: { 'text/event-stream': { schema: Type.String(), examples: { stream: { value: example } } } },
};

/** The number in the line `id:`. */
const headers = Type.Object({ id: Type.String({ description: 'Send the last one as Last-Event-ID to resume.' }) });
const at = '2026-01-31T12:00:00.000Z';

function toMessages(events: LiveEvents): [string, EventMessage][] {
  return Object.entries<LiveEventDefinition<TObject>>({ ...events }).map(([type, definition]) => {
    const { summary, data, example } = definition;
    const payload = Type.Object({ at: Timestamp, ...data.properties });
    return [type, { summary, headers, payload, example: { at, ...example } }];
  });
}

const signalMessages = (Object.keys(streamSignals) as StreamSignal[]).map((type): [string, EventMessage] => {
  return [type, { summary: streamSignals[type], headers, payload: Type.Object({}), example: {} }];
});

export function createLiveChannel(events: LiveEvents): EventChannel {
  return {
    title: 'Live stream',
    description:
      'Server-sent events: the name of a message is in the line `event:`, its payload in `data:`. To whoever may see it when it is sent. Ignore unknown types and fields. See docs/live-stream.md.',
    address: '/events',
    server: 'api',
    action: 'send',
    bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
    messages: Object.fromEntries([...toMessages(events), ...signalMessages]),
  };
}
