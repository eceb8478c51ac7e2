import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Notice } from '../src/features/deliveries/channel.js';
import type { NewWebhook } from '../src/features/webhooks/webhooks.schema.js';
import { createWebhookRetries, type OnSent } from '../src/features/webhooks/webhooks.worker.js';
import type { Context } from '../src/platform/context.js';
import { createContext, system } from '../src/platform/context.js';
import type { App } from '../src/platform/http/app.js';
import { appWith, testServer } from './harness.js';
import { type Caller, caller, caregiver, type Person, patient } from './people.js';

/** Webhooks of people, with receivers on this machine. */

let app: App;
export let ctx: Context;

/** Call at the start of a test file: opens the API with receivers on this machine allowed. */
export function setUpWebhooks(): void {
  beforeAll(async () => {
    const { platform } = await testServer();
    const config = { ...platform.config, webhookAllowedRanges: ['127.0.0.0/8'] };
    app = await appWith(config);
    ctx = createContext({ ...platform, config }, system);
  });
  afterAll(async () => {
    // Other tests share the database's time.
    await moveTime(-movedMs);
    await app.close();
  });
}

export interface Received {
  /** Method and path. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The status of its answers from now on; null: it never answers. */
  status: number | null;
}

export async function receiver(status: number | null = 204): Promise<Receiver> {
  const state: Receiver = { url: '', received: [], status };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    state.received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    if (state.status !== null) response.writeHead(state.status, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
}

export const here = (person: Person): Caller => caller(person.token, app);

export async function register(
  person: Person,
  url: string,
  more: Partial<NewWebhook> = {},
): Promise<{ id: string; secret: string }> {
  const answer = await here(person).post('/webhooks', { url, ...more });
  expect(answer).toHaveStatus(201);
  return answer.data;
}

/** A caregiver with a webhook, and an assigned patient. */
export async function cast(status: number | null = 204) {
  const ann = await patient();
  const bob = await caregiver({ of: ann });
  const target = await receiver(status);
  return { ann, bob, target, webhook: await register(bob, target.url) };
}

export const noticeFor = (recipient: Person, about: Person): Notice => ({
  deliveryId: randomUUID(),
  alertId: randomUUID(),
  escalationId: randomUUID(),
  recipientId: recipient.id,
  contactPointId: null,
  patientId: about.id,
  fallId: null,
  type: 'FALL_DETECTED',
  severity: 'HIGH',
  message: 'Fall detected, HIGH.',
  raisedAt: '2026-01-31T12:00:00.000Z',
  step: 1,
  isDrill: false,
  calledBy: null,
});

export const readDeliveryLog = async (person: Person, id: string) =>
  (await here(person).get(`/webhooks/${id}/deliveries`)).data;

let movedMs = 0;
export async function moveTime(ms: number): Promise<void> {
  movedMs += ms;
  await sql`insert into time_shift values (${ms} * interval '1 millisecond')`.execute(ctx.db);
}

/** Moves the time, runs what is due, and waits until it is done. */
export async function retriesAfter(ms: number, onSent: OnSent = async () => {}): Promise<void> {
  await moveTime(ms);
  await (await createWebhookRetries(onSent)(ctx)).done;
}
