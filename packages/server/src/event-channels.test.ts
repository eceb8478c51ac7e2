import { readFileSync } from 'node:fs';
import specifications from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { checkShape } from '../test/event-shapes.js';
import { createEventDocument, eventChannels } from './event-channels.js';
import { streamSignals } from './features/live/live-event.schema.js';
import { webhookEvents } from './features/webhooks/webhooks.schema.js';
import { liveEvents } from './live-events.js';

/** Published by the AsyncAPI project; it contains the schema of schemas that Ajv would add. Formats are not checked. */
const checkDocument = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false }).compile(
  specifications.schemas['3.0.0'],
);
// biome-ignore lint/suspicious/noExplicitAny: any document; tests look into it freely.
const document = createEventDocument() as any;

function listReferences(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : listReferences(value)));
}

describe('docs/api/asyncapi.json', () => {
  test('is a valid AsyncAPI 3.0 document', () => {
    expect(checkDocument(document) ? [] : checkDocument.errors).toEqual([]);
    const wrong = structuredClone(document);
    wrong.operations.liveStream.action = 'publish';
    expect(checkDocument(wrong)).toBe(false);
  });

  test('refers only to what it contains', () => {
    const references = [...new Set(listReferences(document))];
    expect(references.length).toBeGreaterThan(20);
    const find = (reference: string): unknown =>
      reference
        .slice(2)
        .split('/')
        .reduce<Record<string, unknown> | undefined>((node, key) => node?.[key] as never, document);
    expect(references.filter((reference) => find(reference) === undefined)).toEqual([]);
  });

  test('has a message for each event of the stream and of webhooks, and no other', () => {
    const listed = (channel: string): string[] => Object.keys(document.channels[channel].messages).sort();
    expect(listed('liveStream')).toEqual([...Object.keys(liveEvents), ...Object.keys(streamSignals)].sort());
    expect(listed('webhooks')).toEqual(Object.keys(webhookEvents).sort());
  });

  const examples = Object.entries(eventChannels).flatMap(([channel, { messages }]) =>
    Object.entries(messages).map(([type, message]) => ({ name: `${channel} ${type}`, message })),
  );
  test.each(examples)('the example of $name matches its schema', ({ message: { payload, example } }) => {
    expect(checkShape(payload)(example)).toBeUndefined();
  });
});

test.each(Object.keys({ ...liveEvents, ...streamSignals }))('docs/live-stream.md describes %s', (type) => {
  const text = readFileSync(new URL('../../../docs/live-stream.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const isDescribed = rows.some((row) => row.includes(`\`${type}\``));
  expect(isDescribed, `add a row for ${type} to the table “Events” in docs/live-stream.md`).toBe(true);
});
