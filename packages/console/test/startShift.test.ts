import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { createSubscription } from '../../server/test/subscription.js';
import { violationsByDayAndNight } from './axe.js';
import { createPush, type Pushed } from './pushes.js';
import { createWorld, listen, makeWard, type Named, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_start_shift');
});
afterAll(() => world?.close());

/** A push service: it passes what it gets to `forward`, which may come later than the first message. */
async function startPushService() {
  const { keys, read } = createSubscription();
  const state = { forward: (_: Pushed): void => {}, received: [] as Pushed[] };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message = read(Buffer.concat(chunks));
    state.received.push(message);
    response.writeHead(201).end();
    state.forward(message);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`;
  return Object.assign(state, { address, keys });
}

/** A browser that has subscribed to this push service, and is verified. */
async function subscribe({ token }: Named, service: Awaited<ReturnType<typeof startPushService>>): Promise<void> {
  const { address, keys } = service;
  const { body } = await send(world.base, 'POST', '/contact-points', { kind: 'push', address, keys }, token);
  const path = `/contact-points/${body.data.id}`;
  await send(world.base, 'POST', `${path}/code`, {}, token);
  const code = /\d{6}/.exec(service.received[0]?.text ?? '')?.[0];
  expect((await send(world.base, 'POST', `${path}/verify`, { code }, token)).status).toBe(200);
}

async function readReadiness({ id }: Named) {
  const { body } = await send(world.base, 'GET', '/admin/readiness', undefined, world.admin.token);
  return body.data.find((one: { readonly id: string }) => one.id === id);
}

test('a caregiver hears the sound, gets the test notification in this browser, and the admins see both', async () => {
  const { carl } = await makeWard(world);
  const service = await startPushService();
  await subscribe(carl, service);
  const { page, context, problems, close } = await signedIn(world, carl);
  await listen(context);
  await context.grantPermissions(['notifications'], { origin: world.origin });
  // Chromium subscribes to its maker's push service only.
  await context.addInitScript((endpoint) => {
    PushManager.prototype.getSubscription = async () => ({ endpoint }) as PushSubscription;
  }, service.address);
  await page.goto(`${world.origin}/shift`);
  const push = await createPush(world, context, page);
  service.forward = (message) => void push(message);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { name: 'Did you hear it?' }).waitFor();
  const heard = await page.evaluate(() => (window as unknown as { heard: number[] }).heard);
  expect(heard.map(Math.round)).toEqual([660, 880]);
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('heading', { name: 'Your shift has started' }).waitFor();
  await page.getByText('Received').waitFor();
  await expect
    .poll(() => readReadiness(carl))
    .toMatchObject({ channels: ['push'], lastCheck: { sound: 'HEARD', push: 'RECEIVED' } });
  expect(problems).toEqual([]);
  await close();
});

test('unheard sound and blocked notifications are named, and the admins see who cannot be reached', async () => {
  const { dora } = await makeWard(world);
  const { page, context, close } = await signedIn(world, dora);
  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.goto(`${world.origin}/shift`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByText('Turn up the volume').waitFor();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByText('This browser blocks notifications').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue without' }).click();
  await page.getByRole('heading', { name: 'Alerts may not wake you' }).waitFor();
  await page.getByText('Nothing reaches you').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await close();
  await expect
    .poll(() => readReadiness(dora))
    .toMatchObject({ channels: [], lastCheck: { sound: 'NOT_HEARD', push: 'UNSUPPORTED' } });
  const admin = await signedIn(world, world.admin);
  const warned = admin.page.getByRole('list', { name: 'Caregivers who cannot be reached' });
  await warned.getByRole('listitem').filter({ hasText: dora.name }).getByText('Not heard').first().waitFor();
  await admin.close();
});
