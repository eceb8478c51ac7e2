/** What a collector gets from a process with real servers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshMac, reading } from '../people.js';
import { createDatabase, deleteStreams, servers } from '../servers.js';
import { assign, careEnvironment, fall, logInAsAdmin, type Someone, signUp } from './care.js';
import { type Running, send, startServer } from './process.js';
import { addWebhook, type Receiver, startReceiver } from './receiver.js';

const namespace = `${inject('namespace')}_traces`;

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const spans: ReceivedSpan[] = [];
const bodies: string[] = [];
let collector: Server;
let server: Running;
let receiver: Receiver;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    bodies.push(body);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) for (const one of scopeSpans) spans.push(...one.spans);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  receiver = await startReceiver();
  server = await startServer({
    ...careEnvironment(await createDatabase(inject('namespace'), 'traces')),
    NATS_URL: servers.nats,
    REDIS_URL: servers.redis,
    NAMESPACE: namespace,
    TRACES_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`,
    TRACES_RATIO: '1',
  });
});
afterAll(async () => {
  await server?.stop();
  receiver?.close();
  collector?.close();
  await deleteStreams(namespace);
});

async function startCare(): Promise<{ ann: Someone; carl: Someone }> {
  const { base } = server;
  const [ann, carl] = [await signUp(base, 'PATIENT'), await signUp(base, 'CAREGIVER')];
  await assign(base, await logInAsAdmin(base), carl, ann);
  await addWebhook(base, carl, receiver.url);
  return { ann, carl };
}

const namesOfTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId).map(({ name }) => name);

test('a request is a trace with the id of the request; what it waits for is part of it', async () => {
  const { ann } = await startCare();
  const body = reading(freshMac(), { uptime_ms: 1_000 });
  const answer = await fetch(`${server.base}/device/sensor-stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const traceId = answer.headers.get('x-request-id')?.replaceAll('-', '') ?? '';
  const expected = ['POST /api/device/sensor-stream', 'redis takeTurns', 'nats append'];
  await expect.poll(() => namesOfTrace(traceId)).toEqual(expect.arrayContaining(expected));
  const trace = spans.filter((span) => span.traceId === traceId);
  const root = trace.find(({ parentSpanId }) => parentSpanId === undefined) as ReceivedSpan;
  expect(root.name).toBe('POST /api/device/sensor-stream');
  expect(Object.fromEntries(root.attributes.map(({ key, value }) => [key, value]))).toEqual({
    'http.request.method': { stringValue: 'POST' },
    'http.route': { stringValue: '/api/device/sensor-stream' },
    'http.response.status_code': { intValue: 200 },
  });
  for (const span of trace) {
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    if (span !== root) expect(trace.map(({ spanId }) => spanId)).toContain(span.parentSpanId);
  }
});

test('an alert is traced up to the message, and traces contain nothing about people', async () => {
  const { ann, carl } = await startCare();
  await fall(server.base, ann);
  await expect.poll(() => spans.map(({ name }) => name)).toContain('deliver webhook');
  const delivery = spans.find(({ name }) => name === 'deliver webhook') as ReceivedSpan;
  const ofTrace = () => spans.filter(({ traceId }) => traceId === delivery.traceId);
  await expect.poll(() => ofTrace().some(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
  expect(namesOfTrace(delivery.traceId)).toContain('select');
  const { body } = await send(server.base, 'GET', '/me', undefined, carl.token);
  const all = bodies.join();
  for (const secret of [body.data.email, carl.token, ann.token, receiver.url, ann.id])
    expect(all).not.toContain(secret);
});
