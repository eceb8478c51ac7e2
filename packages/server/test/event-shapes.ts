import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { expect } from 'vitest';
import { mqttAnswers } from '../src/features/ingest/mqtt.schema.js';
import { webhookEvents } from '../src/features/webhooks/webhooks.schema.js';
import { liveEvents } from '../src/live-events.js';
import { type TestServer, testServer } from './harness.js';

/** What tests cause the service to send has exactly the fields of docs/api/asyncapi.json. */

const ajv = new Ajv({ strict: false, allErrors: true });
// The package is CommonJS: its default export is a property.
formats.default(ajv);
for (const own of ['mac', 'text']) ajv.addFormat(own, true);

/** Receivers ignore fields that they do not know; the service must not send any. */
function withoutMore(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMore);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutMore(value)]));
  return 'properties' in node && !('additionalProperties' in node) ? { ...copy, additionalProperties: false } : copy;
}

type Check = (data: unknown) => string | undefined;

export function checkShape(schema: TSchema): Check {
  const validate = ajv.compile(withoutMore(schema) as object);
  return (data) =>
    validate(data)
      ? undefined
      : validate.errors
          ?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
          .join('; ');
}

const mapChecks = (schemas: Readonly<Record<string, TSchema>>): ReadonlyMap<string, Check> =>
  new Map(Object.entries(schemas).map(([type, schema]) => [type, checkShape(schema)]));

const live = mapChecks(Object.fromEntries(Object.entries(liveEvents).map(([type, { data }]) => [type, data])));
const webhook = mapChecks(webhookEvents);
const answers = [...mapChecks(mqttAnswers).values()];

/** What is wrong with an event, and where to change it. */
export function problemOfEvent(type: string, data: object): string | undefined {
  const check = live.get(type);
  if (!check) return `${type}: add it to the events of its feature (*-events.schema.ts), then run npm run generate`;
  const problem = check(data);
  return problem && `${type}: ${problem}. Change its shape (*-events.schema.ts), or what is announced`;
}

function problemOfWebhook(body: string): string | undefined {
  const event = JSON.parse(body);
  const check = webhook.get(event.type);
  if (!check) return `${event.type}: add it to webhookEvents in features/webhooks/webhooks.schema.ts`;
  const problem = check(event);
  return problem && `${event.type}: ${problem}. Change webhookEvents in features/webhooks/webhooks.schema.ts`;
}

export function checkAnswer(answer: unknown): void {
  const problems = answers.map((check) => check(answer));
  if (problems.every((problem) => problem !== undefined))
    expect.unreachable(`An answer over MQTT is in no schema of mqtt.schema.ts: ${problems.join(' | ')}`);
}

let checkedUpTo = 0;
const checkedBodies = new Set<string>();

/** Everything that was announced, and every body of a webhook, since the last call. */
export async function checkEvents({ platform: { db } }: TestServer): Promise<void> {
  const events = await db
    .selectFrom('liveEvents')
    .select(['id', 'type', 'data'])
    .where('id', '>', checkedUpTo)
    .execute();
  checkedUpTo = Math.max(checkedUpTo, ...events.map(({ id }) => id));
  const caused = events.filter(({ data }) => !('isMadeUp' in data));
  const bodies = (await db.selectFrom('webhookDeliveries').select('body').execute()).map(({ body }) => body);
  const problems = [
    ...caused.map(({ type, data }) => problemOfEvent(type, data)),
    ...bodies.filter((body) => !checkedBodies.has(body)).map(problemOfWebhook),
  ];
  for (const body of bodies) checkedBodies.add(body);
  expect([...new Set(problems)].filter((problem) => problem !== undefined)).toEqual([]);
}

/** Nothing to check where no test has started a server. */
export async function checkEventsOfFile(): Promise<void> {
  if ('fallwatchTestServer' in globalThis) await checkEvents(await testServer());
}
