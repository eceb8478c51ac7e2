/** A lost password, a lost invitation, a new e-mail and a session on another device, with a real mail server. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '../../server/test/processes/care.js';
import { freePort, send } from '../../server/test/processes/process.js';
import { type MailServer, readBodies, startMailServer } from '../../server/test/smtp.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, lookAfter, make, signedIn, signIn, visit, type World, wear } from './world.js';

const next = 'Battery-staple-8!';

let world: World;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  const port = String(await freePort());
  world = await createWorld('console_recovery', {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'fallwatch@care.test',
  });
});
afterAll(async () => {
  await world?.close();
  mail?.close();
});

/** The text of the newest mail to this address with this subject; waits for it. */
async function waitForMail(address: string, subject: string): Promise<string> {
  const find = () =>
    mail.inbox.findLast(({ to, raw }) => to.includes(address) && raw.includes(`\r\nSubject: ${subject}\r\n`));
  await expect.poll(() => find() !== undefined).toBe(true);
  const found = find();
  return found ? readBodies(found).text : '';
}

/** The link in a mail: whole, as a person taps it. */
const readLink = (text: string): string => /http:\S+#\S+/.exec(text)?.[0] ?? '';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a forgotten password: asked for, mailed, chosen anew, signed in', async () => {
  const rose = await make(world, 'PATIENT', 'Rose Hill');
  const { page, problems, close } = await visit(world);
  const referrers: string[] = [];
  page.on('request', (request) => referrers.push(request.url(), request.headers().referer ?? ''));
  await page.goto(world.origin);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.getByLabel('E-mail').fill(rose.email);
  await button(page, 'Send the link').click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);

  const link = readLink(await waitForMail(rose.email, 'A new password for Fallwatch'));
  expect(new URL(link).origin).toBe(world.origin);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.locator('input[name=password]').fill('weak');
  await button(page, 'Save the password').click();
  await page.getByText('must have at least 8 characters').waitFor();
  await page.locator('input[name=password]').fill(next);
  await button(page, 'Save the password').click();
  await page.getByRole('heading', { level: 1, name: 'Hello, Rose' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await waitForMail(rose.email, 'Your password was reset');

  // The secret reached the service only in the body of one request: no address and no Referer contains it.
  const secret = new URL(link).hash.slice(1);
  expect(referrers.length).toBeGreaterThan(0);
  expect(referrers.filter((text) => text.includes(secret))).toEqual([]);

  await page.goto(`${world.origin}/settings`);
  await page.goto(link);
  await page.locator('input[name=password]').fill('Another-one-9!');
  await button(page, 'Save the password').click();
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('an unknown e-mail looks the same', async () => {
  const { page, close } = await visit(world, { language: 'de' });
  await page.goto(`${world.origin}/forgot`);
  await page.getByLabel('E-Mail').fill('nobody@example.org');
  await button(page, 'Link senden').click();
  await page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' }).waitFor();
  await close();
});

test('an admin resets the password of a caregiver who has lost it', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.goto(`${world.origin}/admin/users/${carl.id}`);
  await button(page, 'Reset the password').click();
  await page.getByRole('dialog').getByText('The old password stays valid until the link is used.').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(page, 'Create the link').click();
  const shown = await page.getByRole('dialog').getByRole('textbox', { name: 'Link for Carl West' }).inputValue();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(readLink(await waitForMail(carl.email, 'A new password for Fallwatch'))).toBe(shown);

  const atCarl = await visit(world);
  await atCarl.page.goto(shown);
  await atCarl.page.locator('input[name=password]').fill(next);
  await button(atCarl.page, 'Save the password').click();
  await atCarl.page.getByText('Nobody is assigned to you yet').waitFor();
  expect([...problems, ...atCarl.problems]).toEqual([]);
  for (const one of [atCarl, { close }]) await one.close();
});

test('a lost invitation is sent again; the page shows who invites, and the one before says that it is over', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, carl);
  const draft = { email: 'olga@example.org', firstName: 'Olga', lastName: 'Old' };
  const { body } = await send(world.base, 'POST', '/patients', draft, carl.token);
  const first = readLink(await waitForMail(draft.email, 'Your invitation to Fallwatch'));
  await page.goto(`${world.origin}/people/${body.data.id}`);
  await page.getByText('Olga Old has not accepted the invitation yet.').waitFor();
  await button(page, 'Send a new invitation').click();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('heading', { name: 'Olga Old is invited again' }).waitFor();
  const shown = await page.getByRole('dialog').getByRole('textbox', { name: 'Link for Olga Old' }).inputValue();
  const isNew = async () => readLink(await waitForMail(draft.email, 'Your invitation to Fallwatch')) !== first;
  await expect.poll(isNew).toBe(true);

  const atOlga = await visit(world);
  await atOlga.page.goto(first);
  await atOlga.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
  expect(await violationsByDayAndNight(atOlga.page)).toEqual([]);
  // Only the fragment differs: without a reload the page would not notice.
  await atOlga.page.goto('about:blank');
  await atOlga.page.goto(shown);
  await atOlga.page.getByText('Carl West has invited you to Fallwatch.').waitFor();
  expect(await atOlga.page.getByLabel('E-mail').inputValue()).toBe(draft.email);
  expect(await violationsByDayAndNight(atOlga.page)).toEqual([]);
  await atOlga.page.locator('input[name=password]').fill(password);
  await button(atOlga.page, 'Set the password').click();
  await atOlga.page.getByRole('heading', { level: 1, name: 'Hello, Olga' }).waitFor();
  expect([...problems, ...atOlga.problems]).toEqual([]);
  for (const one of [atOlga, { close }]) await one.close();
});

test('a new e-mail: the password, a link to the new address, a notice to the old one', async () => {
  const ida = await make(world, 'CAREGIVER', 'Ida Brook');
  const { page, problems, close } = await signedIn(world, ida);
  await page.goto(`${world.origin}/settings`);
  await page.getByText('Not confirmed').waitFor();
  await button(page, 'Change the e-mail').click();
  const dialog = page.getByRole('dialog');
  const address = `new.${ida.email}`;
  await dialog.getByLabel('New e-mail').fill(address);
  await dialog.locator('input[name=password]').fill('Wrong-horse-7!');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await dialog.getByText(`We have sent a link to ${address}.`).waitFor();

  const link = readLink(await waitForMail(address, 'Confirm your e-mail address'));
  const onPhone = await visit(world);
  await onPhone.page.goto(link);
  await onPhone.page.getByRole('heading', { name: 'Confirm your e-mail' }).waitFor();
  expect(await violationsByDayAndNight(onPhone.page)).toEqual([]);
  // Opening the page confirms nothing.
  expect((await send(world.base, 'GET', '/profile/me', undefined, ida.token)).body.data.email).toBe(ida.email);
  await button(onPhone.page, 'Confirm the address').click();
  await onPhone.page.getByText(`From now on you sign in with ${address}.`).waitFor();
  expect(await violationsByDayAndNight(onPhone.page)).toEqual([]);
  await waitForMail(ida.email, 'The e-mail address of your account was changed');
  await onPhone.page.getByRole('link', { name: 'Continue' }).click();
  await signIn(onPhone.page, { ...ida, email: address });

  await page.reload();
  await page.getByText(address).waitFor();
  await page.getByText('Confirmed', { exact: true }).waitFor();
  expect([...problems, ...onPhone.problems]).toEqual([]);
  for (const one of [onPhone, { close }]) await one.close();
});

test('a session that is ended elsewhere is signed out', async () => {
  const dora = await make(world, 'CAREGIVER', 'Dora East');
  const left = await signedIn(world, dora);
  const { page, problems, close } = await signedIn(world, dora, { width: 1280 });
  await page.goto(`${world.origin}/settings`);
  const table = page.getByRole('table', { name: 'Where you are signed in' });
  await table.getByText('Chrome on Linux').first().waitFor();
  await table.getByText('This device').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  // Also the session of `make`.
  const others = table.getByRole('button', { name: /^Sign out:/ });
  expect(await others.count()).toBe(2);
  await others.first().click();
  const dialog = page.getByRole('dialog');
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button(page, 'Sign out everywhere else').click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await others.count()).toBe(0);
  await left.page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.reload();
  await table.getByText('This device').waitFor();
  expect(problems).toEqual([]);
  for (const one of [left, { close }]) await one.close();
});

test('everything about me is one download, and a table of it another', async () => {
  const rose = await make(world, 'PATIENT', 'Rose Hill');
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  await lookAfter(world, carl, rose);
  const { mac } = await wear(world, rose);
  const { page, problems, close } = await signedIn(world, rose);
  await page.goto(`${world.origin}/settings`);
  const save = async (name: string): Promise<{ file: string; text: string }> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    return { file: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const all = await save('Download everything (JSON)');
  expect(all.file).toMatch(/^fallwatch-\d{4}-\d\d-\d\d\.json$/);
  const { profile, assignments, readings } = JSON.parse(all.text);
  expect(profile).toMatchObject([{ email: rose.email }]);
  expect(assignments).toMatchObject([{ caregiver: 'Carl West' }]);
  expect(readings).toMatchObject([{ device: mac, heartRate: 71 }]);
  await page.getByLabel('One table').selectOption('Sensor readings');
  const table = await save('Download as CSV');
  expect(table.file).toMatch(/^fallwatch-readings-\d{4}-\d\d-\d\d\.csv$/);
  expect(table.text.split('\r\n')).toHaveLength(3);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});
