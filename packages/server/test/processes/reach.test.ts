import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../servers.js';
import { addWebhook, assign, careEnvironment, fall, logInAsAdmin, percentile, type Someone, signUp } from './care.js';
import { type Running, send, startServer } from './process.js';
import { type Receiver, startReceiver } from './receiver.js';

/** Nobody to alert, or every channel failing, is itself an alert to the admins within five seconds; and it holds up nobody else. */
/** Falls of others meanwhile. The middle one counts: a channel that holds them up holds up each, a busy disk one or two. */
const turns = 7;

let server: Running;
let receiver: Receiver;
let admin: Someone;

beforeAll(async () => {
  server = await startServer(careEnvironment(await createDatabase(inject('namespace'), 'reach')));
  receiver = await startReceiver();
  admin = await logInAsAdmin(server.base);
}, 60_000);
afterAll(async () => {
  receiver?.close();
  await server?.stop();
});

async function caregiverOf(patient: Someone, url?: string): Promise<Someone> {
  const caregiver = await signUp(server.base, 'CAREGIVER');
  await assign(server.base, admin, caregiver, patient);
  if (url) await addWebhook(server.base, caregiver, url);
  return caregiver;
}

/** How long until the admins have an alert about this fall, in milliseconds. */
async function untilAdminsKnow(fallId: string): Promise<{ ms: number; type: string }> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 8_000) {
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
      for (const caregiver of [await caregiverOf(patient), await caregiverOf(patient)])
        await send(server.base, 'PUT', `/admin/users/${caregiver.id}`, { status: 'inactive' }, admin.token);
    },
  },
  {
    name: 'all webhooks failing',
    arrange: async (patient) => {
      await caregiverOf(patient, `${receiver.url}/failing`);
      await caregiverOf(patient, 'http://127.0.0.1:1');
    },
  },
  {
    name: 'one webhook hanging for 30 s',
    arrange: async (patient) => void (await caregiverOf(patient, `${receiver.url}/hanging`)),
  },
  { name: 'nobody has a channel', arrange: async (patient) => void (await caregiverOf(patient)) },
];

test.each(scenes)('$name: the admins have an alert within 5 s, others wait no longer', async ({ name, arrange }) => {
  receiver.answer = (response, path) => {
    if (path.startsWith('/failing')) response.writeHead(500).end();
    else if (!path.startsWith('/hanging')) response.writeHead(204).end();
    else setTimeout(() => response.writeHead(204).end(), 30_000).unref();
  };
  const [patient, other] = [await signUp(server.base, 'PATIENT'), await signUp(server.base, 'PATIENT')];
  const reachable = await caregiverOf(other, receiver.url);
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
        {
          timeout: 10_000,
          interval: 10,
        },
      )
      .toBe(true);
    delays.push(Date.now() - begun);
    await pause(300);
  }
  const { ms, type } = await known;
  process.stdout.write(
    `${name}: the admins know after ${Math.round(ms)} ms (${type}); others after ${percentile(delays, 0.5)} ms, at most ${Math.max(...delays)} ms\n`,
  );
  expect(ms).toBeLessThan(5_000);
  expect(percentile(delays, 0.5)).toBeLessThan(1_000);
});
