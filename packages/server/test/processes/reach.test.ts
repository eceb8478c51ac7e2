import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { expectWithin, percentile } from '../times.js';
import { acknowledge, assign, careEnvironment, fall, logInAsAdmin, type Someone, signUp } from './care.js';
import { type Running, send, startServer } from './process.js';
import { addWebhook, type Receiver, startReceiver } from './receiver.js';

/**
 * Without a recipient, or with every channel failing, the admins get an alert within five seconds; other alerts are not
 * delayed.
 */

/** Falls of others at the same time. The median counts: a blocking channel delays every fall, a busy disk one or two. */
const turns = 7;

let server: Running;
let receiver: Receiver;
let admin: Someone;

beforeAll(async () => {
  server = await startServer(careEnvironment(await createDatabase(inject('namespace'), 'reach')));
  receiver = await startReceiver();
  admin = await logInAsAdmin(server.base);
});
afterAll(async () => {
  receiver?.close();
  await server?.stop();
});

async function addCaregiver(patient: Someone, url?: string): Promise<Someone> {
  const caregiver = await signUp(server.base, 'CAREGIVER');
  await assign(server.base, admin, caregiver, patient);
  if (url) await addWebhook(server.base, caregiver, url);
  return caregiver;
}

/** Milliseconds until the admins have an alert about this fall. */
async function untilAdminsKnow(fallId: string): Promise<{ ms: number; type: string }> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 60_000) {
    const { body } = await send(server.base, 'GET', '/admin/alerts?limit=100', undefined, admin.token);
    const alert = body.data.find((one: { fallId: string }) => one.fallId === fallId);
    if (alert) return { ms: performance.now() - startedAt, type: alert.type };
    await pause(50);
  }
  throw new Error('the admins have no alert');
}

interface Scene {
  readonly name: string;
  readonly arrange: (patient: Someone) => Promise<void>;
}

const scenes: Scene[] = [
  { name: 'no caregiver', arrange: async () => {} },
  {
    name: 'all deactivated',
    arrange: async (patient) => {
      for (const caregiver of [await addCaregiver(patient), await addCaregiver(patient)])
        await send(server.base, 'PUT', `/admin/users/${caregiver.id}`, { status: 'inactive' }, admin.token);
    },
  },
  {
    name: 'all webhooks failing',
    arrange: async (patient) => {
      await addCaregiver(patient, `${receiver.url}/failing`);
      await addCaregiver(patient, 'http://127.0.0.1:1');
    },
  },
  {
    name: 'one webhook hanging for 30 s',
    arrange: async (patient) => void (await addCaregiver(patient, `${receiver.url}/hanging`)),
  },
  { name: 'nobody has a channel', arrange: async (patient) => void (await addCaregiver(patient)) },
];

test.each(scenes)('$name: the admins have an alert within 5 s, others wait no longer', async ({ name, arrange }) => {
  receiver.answer = (response, path) => {
    if (path.startsWith('/failing')) response.writeHead(500).end();
    else if (!path.startsWith('/hanging')) response.writeHead(204).end();
    else setTimeout(() => response.writeHead(204).end(), 30_000).unref();
  };
  const [patient, other] = [await signUp(server.base, 'PATIENT'), await signUp(server.base, 'PATIENT')];
  const reachable = await addCaregiver(other, receiver.url);
  await arrange(patient);
  const fallId = await fall(server.base, patient);
  const known = untilAdminsKnow(fallId);
  const delays: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const begun = Date.now();
    const otherFallId = await fall(server.base, other);
    await expect
      .poll(
        () => receiver.received.some((notice) => notice.fallId === otherFallId && notice.path === `/${reachable.id}`),
        { interval: 10 },
      )
      .toBe(true);
    delays.push(Date.now() - begun);
    // Acknowledged, so that the next fall does not share its notices.
    await acknowledge(server.base, reachable, otherFallId);
    await pause(300);
  }
  const { ms, type } = await known;
  process.stdout.write(
    `${name}: the admins know after ${Math.round(ms)} ms (${type}); others after ${percentile(delays, 0.5)} ms, at most ${Math.max(...delays)} ms\n`,
  );
  expectWithin(`${name}: the admins know`, ms, 5_000);
  expectWithin(`${name}: others know, p50`, percentile(delays, 0.5), 1_000);
});
