import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { People } from '../../server/test/channels/people.js';
import { say } from '../../server/test/faults/say.js';
import { isFull } from '../../server/test/faults/size.js';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { expectWithin, percentile } from '../../server/test/times.js';
import { addVerifiedEmail, listSent } from './outbox.js';
import { createPush } from './pushes.js';
import { createWorld, makeWard, type Named, visit, type World } from './world.js';

/**
 * The service worker in a real browser. Chromium subscribes to its maker's push service only, so the test hands the
 * worker what the push service would bring; packages/server/src/features/push/push.test.ts covers the way there.
 */
let world: World;
beforeAll(async () => {
  world = await createWorld('console_push');
});
afterAll(() => world?.close());

const listShown = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

/**
 * Presses a button of the notification: DevTools cannot, so the worker gets the event. Returns when it was pressed, or
 * undefined if there is no notification yet.
 */
async function press(context: BrowserContext, action: 'ON_IT' | 'CANNOT'): Promise<number | undefined> {
  const [worker] = context.serviceWorkers();
  return worker?.evaluate(async (pressed) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent: (event: Event) => boolean;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) return undefined;
    const pressedAtMs = Date.now();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: pressed }));
    return pressedAtMs;
  }, action);
}

/** A browser with nobody signed in. */
async function openSignedOut() {
  const { page, context, close } = await visit(world);
  await context.grantPermissions(['notifications'], { origin: world.origin });
  await page.goto(world.origin);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return { page, context, close, push: await createPush(world, context, page) };
}

/** Rose has fallen, and Carl has a message about it. Nobody is signed in in the browser. */
async function makeFallen() {
  const { rose, carl } = await makeWard(world);
  await addVerifiedEmail(world, carl);
  await fall(world.base, rose);
  const findUrl = async () => (await listSent(world, carl.email)).find(({ url }) => url !== null)?.url;
  await expect.poll(findUrl).toBeTruthy();
  const url = `${world.origin}/answer${new URL((await findUrl()) ?? '').hash}`;
  const answer = { url, token: new URL(url).hash.slice(1), onIt: 'I’m on it', cannot: 'I can’t' };
  return { carl, answer };
}

const readAlert = async ({ token }: Named) =>
  (await send(world.base, 'GET', '/caregivers/alerts?status=open', undefined, token)).body.data[0];

test('a notification is confirmed, is replaced in place, and its button takes the alert without a session', async () => {
  const { carl, answer } = await makeFallen();
  const { page, context, push, close } = await openSignedOut();

  await push({ title: 'R.H. has fallen', text: 'Just now.', answer, isUpdate: false });
  await expect
    .poll(() => listShown(page))
    .toEqual([{ title: 'R.H. has fallen', body: 'Just now.', tag: 'incident-1', silent: false }]);
  const readStatus = async () =>
    (await readAlert(carl)).deliveries.find(({ channel }: { channel: string }) => channel === 'email').status;
  await expect.poll(readStatus).toBe('sent');
  expect(await readAlert(carl)).toMatchObject({ state: 'ESCALATING' });

  await press(context, 'ON_IT');
  await expect.poll(async () => (await readAlert(carl)).state).toBe('HANDLED');
  expect(await readAlert(carl)).toMatchObject({ handledBy: { id: carl.id } });

  await push({ title: 'R.H. has fallen', text: 'Carl West is on it.', answer: null, isUpdate: true });
  await expect
    .poll(() => listShown(page))
    .toEqual([{ title: 'R.H. has fallen', body: 'Carl West is on it.', tag: 'incident-1', silent: true }]);
  await close();
});

const times = isFull ? 100 : 5;

test('the button of a notification takes the alert within 2 s, with no page of the console open', async () => {
  const { page, context, push, close } = await openSignedOut();
  await page.goto('about:blank');
  const people = await People.connect(world.databaseUrl);
  const handled: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const { patient, caregiver } = await people.addPair({ kind: 'email', address: `noah${turn}@example.test` });
    const fallId = await fall(world.base, patient);
    const token = await people.createAnswerToken(fallId, caregiver);
    const answer = { url: `${world.origin}/answer#${token}`, token, onIt: 'I’m on it', cannot: 'I can’t' };
    await push({ title: 'R.H. has fallen', text: 'Just now.', answer, isUpdate: false });
    let pressedAtMs: number | undefined;
    await expect
      .poll(async () => {
        pressedAtMs ??= await press(context, 'ON_IT');
        return pressedAtMs;
      })
      .toBeDefined();
    await expect.poll(() => people.handledAt(fallId)).toBeDefined();
    handled.push(Math.max(0, ((await people.handledAt(fallId)) ?? 0) - (pressedAtMs ?? 0)));
  }
  await people.close();
  await close();
  const [p50, p95] = [percentile(handled, 0.5), percentile(handled, 0.95)];
  say('a notification’s button to HANDLED', `p50 ${p50} ms, p95 ${p95} ms; ${times} answers, Chromium, console closed`);
  expectWithin('a button, p95', p95, 2_000);
});
