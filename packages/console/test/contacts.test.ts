import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { addVerifiedEmail, listSent, readCode } from './outbox.js';
import { createWorld, lookAfter, make, type Named, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_contacts');
});
afterAll(() => world?.close());

const readPoints = async ({ token }: Named) =>
  (await send(world.base, 'GET', '/contact-points', undefined, token)).body.data;

const dialog = (page: Page) => page.getByRole('dialog');
const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();

/** The first touch of a page starts the sound: its bar disappears, and everything below it moves. */
async function show(page: Page, path: string) {
  await page.goto(`${world.origin}${path}`);
  await page.getByRole('heading', { level: 1 }).click();
  await page.locator('.sound-bar').waitFor({ state: 'detached' });
}

/** Fills in the dialog that adds a contact point, and waits for its code. */
async function add(page: Page, kind: string, [label, address]: readonly [label: string, address: string]) {
  await dialog(page).getByLabel('Kind').selectOption(kind);
  await dialog(page).getByLabel(label).fill(address);
  await press(page, 'Add and send a code');
  await dialog(page).getByText('A code was sent to').waitFor();
}

async function enterCode(page: Page, code: string) {
  await dialog(page).getByRole('textbox', { name: 'Code' }).fill(code);
  await press(page, 'Verify');
}

test('a caregiver adds an e-mail address, enters its code, tests it, changes it and deletes it', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, carl);
  await show(page, '/settings');
  await page.getByText('Nobody can wake you unless the console is open').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);

  const address = `night.${carl.email}`;
  await press(page, 'Add a way to reach you');
  const kinds = await dialog(page).getByLabel('Kind').locator('option').allInnerTexts();
  expect(kinds).toEqual(expect.arrayContaining(['E-mail', 'Text message']));
  expect(kinds).not.toContain('Push on this device');
  expect(await dialog(page).getByLabel('E-mail address').inputValue()).toBe(carl.email);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await add(page, 'email', ['E-mail address', address]);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /^Send a new code in \d+ s$/ }).isDisabled()).toBe(true);

  const code = await readCode(world, address);
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await dialog(page).getByText('This code is wrong or has expired.').waitFor();
  // With a space, as some people type it.
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog(page).waitFor({ state: 'detached' });
  const entry = page.getByRole('list', { name: 'How you are notified' }).getByRole('listitem');
  await entry.getByText('Works').waitFor();

  await press(page, `Test now: ${address}`);
  await page.getByText(`A test message was sent to ${address}.`).waitFor();
  expect((await listSent(world, address))[0]).toMatchObject({ kind: 'email', title: 'Fallwatch: test' });

  await press(page, `Change: ${address}`);
  await dialog(page).getByLabel('Which alerts?').selectOption('High severity and above');
  await dialog(page).getByLabel('From when on?').selectOption('From step 2 on');
  await press(dialog(page), 'Save');
  await dialog(page).waitFor({ state: 'detached' });
  await entry.getByText('High severity and above').waitFor();
  await entry.getByText('From step 2 on').waitFor();
  expect(await readPoints(carl)).toMatchObject([{ address, fromStep: 2, minSeverity: 'HIGH' }]);
  expect(await violationsByDayAndNight(page)).toEqual([]);

  await press(page, `Delete: ${address}`);
  await dialog(page).getByText('alerts then arrive only while the console is open').waitFor();
  await press(dialog(page), 'Delete');
  await page.getByText('Nobody can wake you unless the console is open').waitFor();
  expect(await readPoints(carl)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

/** An ntfy server: keeps the last message, and answers with the status it is told. */
async function startNtfy() {
  const ntfy = { status: 200, message: '', url: '', close: () => {} };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    ntfy.message = JSON.parse(body).message;
    response.writeHead(ntfy.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ntfy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/carl`;
  ntfy.close = () => server.close();
  return ntfy;
}

test('a contact point that fails is marked, with the reason; the admins see it on the overview', async () => {
  const [carl, ntfy] = [await make(world, 'CAREGIVER', 'Carl West'), await startNtfy()];
  const { page, problems, close } = await signedIn(world, carl);
  await show(page, '/settings');
  await press(page, 'Add a way to reach you');
  await add(page, 'ntfy', ['Address of the ntfy topic', ntfy.url]);
  await enterCode(page, /\d{6}/.exec(ntfy.message)?.[0] ?? '');
  await page.getByText('Works').waitFor();

  ntfy.status = 404;
  await press(page, `Test now: ${ntfy.url}`);
  await page.getByText(`The test message to ${ntfy.url} could not be sent`).waitFor();
  const entry = page.getByRole('list', { name: 'How you are notified' }).getByRole('listitem');
  await entry.getByText('Failing').waitFor();
  await entry.getByText('The server answered 404').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);

  const atAdmin = await signedIn(world, world.admin, { width: 1280 });
  await atAdmin.page.getByRole('heading', { name: '1 contact point does not work' }).waitFor();
  const row = atAdmin.page.getByRole('row', { name: carl.name });
  await row.getByText('The server answered 404').waitFor();
  expect(await violationsByDayAndNight(atAdmin.page)).toEqual([]);
  await row.getByRole('link', { name: carl.name }).click();
  await atAdmin.page.getByRole('heading', { name: 'How Carl West is notified' }).waitFor();
  ntfy.status = 200;
  await press(atAdmin.page, `Test now: ${ntfy.url}`);
  await atAdmin.page.getByText('Works').waitFor();
  expect([...problems, ...atAdmin.problems]).toEqual([]);
  for (const one of [atAdmin, { close }, ntfy]) await one.close();
});

test('an admin adds a phone number for a caregiver, who enters the code', async () => {
  const noah = await make(world, 'CAREGIVER', 'Noah Berg');
  const number = '+491701234567';
  const { page, problems, close } = await signedIn(world, world.admin, { width: 1280 });
  await show(page, '/admin/users');
  await page.getByRole('link', { name: 'Noah Berg' }).click();
  await page.getByText('Nobody can wake Noah Berg').waitFor();
  await press(page, 'Add a way to reach Noah Berg');
  await dialog(page).getByLabel('Kind').selectOption('sms');
  await dialog(page).getByLabel('Mobile number with country code').fill('0170 1');
  await press(page, 'Add and send a code');
  await dialog(page).getByText('must be a phone number').waitFor();
  await add(page, 'sms', ['Mobile number with country code', '+49 170 1234567']);
  await dialog(page).getByText('Noah Berg has to enter it').waitFor();
  expect(await dialog(page).getByRole('textbox').count()).toBe(0);
  expect(await violationsByDayAndNight(page)).toEqual([]);

  const atNoah = await signedIn(world, noah);
  await show(atNoah.page, '/settings');
  await atNoah.page.getByText('Not verified').waitFor();
  await press(atNoah.page, `Enter the code: ${number}`);
  await enterCode(atNoah.page, await readCode(world, number));
  await atNoah.page.getByText('Works').waitFor();
  expect([...problems, ...atNoah.problems]).toEqual([]);
  for (const one of [atNoah, { close }]) await one.close();
});

test('messages are in the chosen language, and the outbox lists them with their link', async () => {
  const [rose, ida] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Ida Brook')];
  await lookAfter(world, ida, rose);
  const { page, close } = await signedIn(world, ida);
  await show(page, '/settings');
  await page.getByLabel('Language of messages').selectOption('Deutsch');
  await page.getByText('Saved').waitFor();
  await close();

  const atAdmin = await signedIn(world, world.admin);
  await atAdmin.page.getByRole('button', { name: 'Menu' }).click();
  await atAdmin.page.getByRole('link', { name: 'Outbox' }).click();
  await atAdmin.page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor();
  await addVerifiedEmail(world, ida);
  // The alert may fill the admin's screen; the list behind it goes on.
  await fall(world.base, rose, 0.7);
  const message = atAdmin.page.getByRole('listitem').filter({ hasText: 'R.H. ist gestürzt' }).first();
  await message.getByText(ida.email).waitFor();
  expect(await message.getByRole('link', { name: /^Open the answer page/ }).getAttribute('href')).toMatch(
    /\/answer#.{20,}/,
  );
  await atAdmin.close();
});
