import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { createWorld, lookAfter, make, type Named, signedIn, visit, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_offline');
});
afterAll(() => world?.close());

async function pair(): Promise<{ rose: Named; carl: Named }> {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, carl, rose);
  await send(world.base, 'PUT', '/profile/me', { phone: '+49 30 1111' }, carl.token);
  await send(world.base, 'PUT', '/profile/me', { phone: '+49 30 3333' }, rose.token);
  const contact = { emergencyContact: '+49 30 2222 (Eve)' };
  await send(world.base, 'PUT', `/patients/${rose.id}`, contact, world.admin.token);
  return { rose, carl };
}

/** One visit is enough: the service worker has cached every script and style. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const paths: string[] = await (await fetch('/shell.json')).json();
    const found = await Promise.all(paths.map((path) => caches.match(path)));
    return paths.length > 10 && found.every((each) => each !== undefined);
  });
}

const keptHere = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('fallwatch.kept'));

test('a wearer who opens the app offline finds the red button and the numbers; the call is sent once online', async () => {
  const { rose } = await pair();
  const { page, context, problems, close } = await signedIn(world, rose);
  await page.getByText('Carl West').waitFor();
  await untilKept(page);
  await context.setOffline(true);
  await page.goto(world.origin);
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByText('This device is not connected to the internet.').waitFor();
  await page.getByText(/Last connected: /).waitFor();
  await page.getByText('the red button cannot reach anybody right now').waitFor();
  const hrefs = await page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['tel:+49302222', 'tel:+49301111', 'tel:112']);

  await page.getByRole('button', { name: 'I need help' }).click();
  await page.getByText('Your call for help is not sent yet.').waitFor();
  await context.setOffline(false);
  await page.getByText('Help has been called').waitFor();
  const { body } = await send(world.base, 'GET', '/falls', undefined, rose.token);
  expect(body.data).toHaveLength(1);

  await page.goto(`${world.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.locator('input[name=password]').waitFor();
  expect(await keptHere(page)).toBeNull();
  expect(problems).toEqual([]);
  await close();
});

test('a caregiver offline finds the numbers of their patients until the session expires', async () => {
  const { carl } = await pair();
  const { page, context, close } = await signedIn(world, carl, { language: 'de' });
  await page.getByText('Rose Hill').first().waitFor();
  await untilKept(page);
  await context.setOffline(true);
  await page.goto(world.origin);
  await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
  await page.getByText('Auf diesem Bildschirm kommen gerade keine Alarme an.').waitFor();
  await page.getByRole('link', { name: /Rose Hill.*\+49 30 3333/ }).waitFor();
  await page.getByRole('link', { name: /Notfallkontakt.*\+49 30 2222/ }).waitFor();
  const kept = JSON.parse((await keptHere(page)) ?? '{}');
  // Names and numbers, and no other data about anybody.
  expect(kept.numbers).toEqual([
    { name: 'Rose Hill', phone: '+49 30 3333' },
    { name: 'Rose Hill', as: 'Notfallkontakt', phone: '+49 30 2222 (Eve)' },
  ]);
  await page.evaluate(
    (text) => localStorage.setItem('fallwatch.kept', text),
    JSON.stringify({ ...kept, sessionEndsAtMs: Date.now() - 1 }),
  );
  await page.goto(world.origin);
  await page.getByRole('link', { name: /Notruf/ }).waitFor();
  expect(await page.getByRole('link', { name: /Rose Hill/ }).count()).toBe(0);
  await close();
});

test('a first visit while the service does not answer says so, and continues by itself', async () => {
  const { page, context, problems, close } = await visit(world);
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(world.origin);
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.getByText('The service is not responding.').waitFor();
  await page.getByRole('link', { name: /Emergency services.*112/ }).waitFor();
  await context.unroute('**/api/**');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a service that accepts the request and never answers causes no endless spinner', async () => {
  const { page, context, close } = await visit(world);
  await context.route('**/api/**', () => {});
  await page.goto(world.origin);
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await close();
});
