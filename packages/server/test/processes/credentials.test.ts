import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshMac, reading } from '../people.js';
import { createDatabase, servers } from '../servers.js';
import { expectWithin } from '../times.js';
import { careEnvironment, logInAsAdmin, signUp } from './care.js';
import { type Running, send, startServer } from './process.js';

/** Two processes, one PostgreSQL and one Redis, no NATS. */
const stream = '/device/sensor-stream';
let here: Running;
let there: Running;
let bossToken: string;

beforeAll(async () => {
  const env = {
    ...careEnvironment(await createDatabase(inject('namespace'), 'credentials')),
    REDIS_URL: servers.redis,
    NAMESPACE: `${inject('namespace')}c`,
  };
  here = await startServer(env);
  there = await startServer(env);
  bossToken = (await logInAsAdmin(here.base)).token;
});
afterAll(async () => {
  await here?.stop();
  await there?.stop();
});

/** Paired at one process, and sending to both. */
async function pair() {
  const owner = await signUp(here.base, 'PATIENT');
  const mac = freshMac();
  const started = (await send(here.base, 'POST', '/device/pairings', { device_id: mac })).body.data;
  await send(there.base, 'POST', '/device/pairings/claim', { userCode: started.userCode }, owner.token);
  const { deviceCode } = started;
  const { credential, deviceId } = (await send(here.base, 'POST', '/device/pairings/poll', { deviceCode })).body.data;
  for (const { base } of [here, there])
    expect((await send(base, 'POST', stream, reading(mac), credential)).status).toBe(200);
  const { data } = (await send(here.base, 'GET', `/device/${deviceId}/credentials`, undefined, owner.token)).body;
  return { owner, mac, credential: credential as string, deviceId: deviceId as string, credentialId: data[0].id };
}

type Paired = Awaited<ReturnType<typeof pair>>;

/** Sends to the other process all the time, so that its cache is as fresh as possible. */
async function msUntilRefused({ mac, credential }: Paired): Promise<number> {
  const startedAt = performance.now();
  while ((await send(there.base, 'POST', stream, reading(mac), credential)).status !== 401) await pause(5);
  return performance.now() - startedAt;
}

const ends: Record<string, (paired: Paired) => Promise<unknown>> = {
  revoked: ({ deviceId, credentialId, owner }) =>
    send(here.base, 'DELETE', `/device/${deviceId}/credentials/${credentialId}`, undefined, owner.token),
  released: ({ deviceId, owner }) => send(here.base, 'POST', `/device/${deviceId}/release`, undefined, owner.token),
  transferred: async ({ deviceId }) =>
    send(
      here.base,
      'POST',
      `/device/${deviceId}/transfer`,
      { patientId: (await signUp(here.base, 'PATIENT')).id },
      bossToken,
    ),
  deleted: ({ deviceId, owner }) => send(here.base, 'DELETE', `/device/${deviceId}`, undefined, owner.token),
  deactivated: ({ owner }) => send(here.base, 'PUT', `/admin/users/${owner.id}`, { status: 'inactive' }, bossToken),
  'account deleted': ({ owner }) => send(here.base, 'DELETE', `/admin/users/${owner.id}`, undefined, bossToken),
};

test('a credential that ends at one process is refused by the other within a second', async () => {
  const took: Record<string, number> = {};
  for (const [how, end] of Object.entries(ends)) {
    const paired = await pair();
    await end(paired);
    took[how] = await msUntilRefused(paired);
    expect((await send(here.base, 'POST', stream, reading(paired.mac), paired.credential)).status).toBe(401);
  }
  process.stdout.write(`credential refused by the other process after (ms): ${JSON.stringify(took)}\n`);
  for (const [how, ms] of Object.entries(took)) expectWithin(`${how}, on the other process`, ms, 1_000);
});

test('two processes share the count of wrong codes', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    const { base } = count % 2 === 0 ? here : there;
    const body = { code: 'BCDF-GHJK', device_id: freshMac() };
    statuses.push((await send(base, 'POST', '/device/pairings/redeem', body)).status);
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});
