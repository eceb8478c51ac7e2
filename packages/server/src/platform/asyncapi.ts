/** Builds docs/api/asyncapi.json: what the service sends to programs, from the schemas that the code uses. */
import type { EventChannel } from './http/event-shapes.js';
import { createSchemaNamer } from './http/named-schemas.js';

export interface EventDocument {
  readonly info: object;
  readonly servers: Readonly<Record<string, object>>;
  readonly channels: Readonly<Record<string, EventChannel>>;
}

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

export function toAsyncApi({ info, servers, channels }: EventDocument): object {
  const namer = createSchemaNamer();
  const messages = new Map<string, object>();
  for (const [name, { messages: own }] of Object.entries(channels))
    for (const [key, { summary, payload, headers, example }] of Object.entries(own))
      messages.set(`${name}.${key}`, {
        name: key,
        title: key,
        summary,
        contentType: 'application/json',
        ...(headers ? { headers: namer.visit(headers) } : {}),
        payload: namer.visit(payload),
        examples: [{ payload: example }],
      });
  return {
    asyncapi: '3.0.0',
    info,
    defaultContentType: 'application/json',
    servers,
    channels: mapValues(channels, describeChannel),
    operations: mapValues(channels, describeOperation),
    components: { schemas: namer.schemas(), messages: Object.fromEntries(messages) },
  };
}

function describeChannel({ title, description, address, parameters, server, messages }: EventChannel, name: string) {
  return {
    address,
    title,
    description,
    servers: [{ $ref: `#/servers/${server}` }],
    ...(parameters ? { parameters } : {}),
    messages: mapValues(messages, (_, key) => ({ $ref: `#/components/messages/${name}.${key}` })),
  };
}

function describeOperation({ action, title, answeredOn, bindings }: EventChannel, name: string) {
  return {
    action,
    channel: { $ref: `#/channels/${name}` },
    title,
    bindings,
    ...(answeredOn ? { reply: { channel: { $ref: `#/channels/${answeredOn}` } } } : {}),
  };
}
