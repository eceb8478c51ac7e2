/**
 * From a start in an empty folder to a fall on the caregiver's phone, with the room and what to do there, by the
 * screens alone. With SCREENSHOTS=<folder>, or at full size, each step leaves a picture.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../server/test/faults/size.js';
import { password } from '../../server/test/processes/care.js';
import { type Running, startServer } from '../../server/test/processes/process.js';
import { createHand, type Hand } from './hand.js';
import { emulateMotion, fallMotion, perform } from './phone.js';
import { launchBrowser, stage, visit } from './world.js';

const folder = process.env.SCREENSHOTS ?? (isFull ? 'node_modules/.cache/journey' : undefined);
const instructions = 'Speak loudly, she hears little. Do not lift her: right hip replaced.';
const phoneWidth = 390;

let world: { readonly origin: string; readonly browser: Browser };
let server: Running;
const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-journey-'));

beforeAll(async () => {
  // As `npm start` does. The limit of requests is for people, who are slower than this test.
  server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT_GLOBAL: 'off', SITE_NAME: 'Elm House' });
  world = { origin: new URL(server.base).origin.replace('127.0.0.1', 'localhost'), browser: await launchBrowser() };
});
afterAll(async () => {
  await world?.browser.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** The link in the start message, as somebody would click it in the terminal. */
const printedLink = (): string => /https?:\S+\/setup#\S+/.exec(server.output())?.[0] ?? 'no link was printed';

async function createAdmin({ tap, type, step }: Hand, page: Page): Promise<void> {
  await page.goto(world.origin);
  await page.getByText('This installation has no admin yet.').waitFor();
  await step('the sign-in page says that there is no admin', page);
  await page.goto(printedLink());
  await type(page.getByLabel('First name'), 'Ada');
  await type(page.getByLabel('Last name'), 'Bloom');
  await type(page.locator('input[name=email]'), 'ada@example.org');
  await type(page.locator('input[name=password]'), password);
  await step('the setup page with the code of the link', page);
  await tap(button(page, 'Create the admin'));
  await page.getByText('0 of 6 done').waitFor();
  await step('the admin sees what to do', page);
}

/** Returns the address of the page of the person. */
async function addPerson({ tap, type, step }: Hand, page: Page): Promise<void> {
  await tap(link(page, 'Add a person').first());
  await type(page.getByLabel('First name'), 'Rose');
  await type(page.getByLabel('Last name'), 'Hill');
  await type(page.getByLabel('E-mail'), 'rose@example.org');
  await type(page.getByLabel('Room'), '12');
  await type(page.getByLabel('Ward, floor or house'), 'First floor');
  await type(page.getByLabel('Key or key safe'), 'The master key opens every door');
  await type(page.getByLabel('Instructions for responders'), instructions);
  await tap(button(page, 'Add a number'));
  const number = page.getByRole('group', { name: 'Number 1' });
  await type(number.getByLabel('Name'), 'Marie Hill');
  await type(number.getByLabel('Who is it?'), 'Daughter');
  await type(number.getByLabel('Phone number'), '+49 171 5550112');
  await step('the form of the new person', page);
  await tap(button(page, 'Add the person'));
  await page.getByRole('heading', { level: 1, name: 'Rose Hill is invited' }).waitFor();
  await page.getByRole('img', { name: /^QR/ }).first().waitFor();
  await step('the letter with the invitation', page);
  await page.emulateMedia({ media: 'print' });
  await step('the letter on paper', page);
  await page.emulateMedia({ media: 'screen' });
  await tap(link(page, 'Go to Rose Hill'));
}

/** Returns the link of the invitation. */
async function inviteCaregiver({ tap, type, step }: Hand, page: Page): Promise<string> {
  await tap(button(page, 'Invite a new caregiver'));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('First name'), 'Carl');
  await type(dialog.getByLabel('Last name'), 'West');
  await type(dialog.getByLabel('E-mail'), 'carl@example.org');
  await tap(dialog.locator('button[type=submit]'));
  const url = await dialog.getByRole('textbox', { name: /^Link/ }).inputValue();
  await step('the admin has invited a caregiver', page);
  await tap(dialog.getByRole('button', { name: 'Close' }).first());
  await page.getByText('Carl West').first().waitFor();
  await step('the page of the person', page);
  return url;
}

/** Without a mail server the message is in the outbox of the admin. */
async function readCode({ tap, step }: Hand, page: Page): Promise<string> {
  await tap(link(page, 'Outbox'));
  const text = await page
    .getByText(/\b\d{6}\b/)
    .first()
    .textContent();
  await step('the message with the code of the caregiver', page);
  return /\d{6}/.exec(text ?? '')?.[0] ?? '';
}

async function addContact({ tap, type, step }: Hand, page: Page, askCode: () => Promise<string>): Promise<void> {
  await tap(button(page, 'Add a way to reach you').first());
  await tap(button(page, 'Add and send a code'));
  await page.getByText('A code was sent to carl@example.org.').waitFor();
  const code = await askCode();
  await type(page.locator('input[name=code]'), code);
  await tap(page.getByRole('dialog').locator('button[type=submit]'));
  await page.getByText('Works').first().waitFor();
  await step('alerts reach the caregiver by e-mail', page);
}

/** Returns the address in the QR code. */
async function showCode({ tap, step }: Hand, page: Page): Promise<string> {
  await tap(link(page, /Rose Hill/).first());
  await tap(button(page, 'Connect a device'));
  await tap(button(page, /^Use a phone/));
  const label = await page.getByRole('dialog').getByRole('img', { name: /^QR/ }).getAttribute('aria-label');
  await step('the caregiver sees a code for a phone', page);
  return label?.match(/\/wear#[A-Z-]+$/)?.[0] ?? '';
}

test('an empty folder becomes an installation that shows a fall with room and instructions on a phone', async () => {
  const hand = createHand(folder);
  const { tap, type, step } = hand;
  const atAdmin = await visit(world, { width: 1280 });
  await createAdmin(hand, atAdmin.page);
  await addPerson(hand, atAdmin.page);
  const invitation = await inviteCaregiver(hand, atAdmin.page);

  const atCarl = await visit(world, { width: phoneWidth });
  await atCarl.page.goto(invitation);
  await type(atCarl.page.locator('input[name=password]'), password);
  await tap(atCarl.page.locator('button[type=submit]'));
  await atCarl.page.getByText('One more step: choose how alerts reach you.').waitFor();
  await step('the caregiver has a password', atCarl.page);
  await addContact(hand, atCarl.page, () => readCode(hand, atAdmin.page));

  await tap(link(atCarl.page, 'Go to the start page'));
  const path = await showCode(hand, atCarl.page);
  const phone = await visit(world, { width: phoneWidth });
  await emulateMotion(phone.context);
  await phone.page.goto(`${world.origin}${path}`);
  await tap(button(phone.page, 'Connect this phone'));
  await phone.page.getByRole('heading', { level: 1, name: 'Watching for falls' }).waitFor();
  await step('the phone detects falls', phone.page);
  await atCarl.page.getByText('First reading received.').waitFor();
  await step('the caregiver sees the first reading', atCarl.page);
  await tap(button(atCarl.page, 'Done'));

  await tap(link(atAdmin.page, 'Overview'));
  await atAdmin.page.getByText('5 of 6 done').waitFor();
  await step('one thing is left to do', atAdmin.page);
  await tap(link(atAdmin.page, 'Send a test alert'));
  await tap(button(atAdmin.page, 'Send a test alert'));
  await tap(atAdmin.page.getByRole('dialog').locator('button[type=submit]'));
  await stage(atCarl.page).getByRole('button', { name: 'I’m on it' }).waitFor();
  await step('the test alert rings on the phone of the caregiver', atCarl.page);
  await tap(stage(atCarl.page).getByRole('button', { name: 'I’m on it' }));
  await tap(stage(atCarl.page).getByRole('button', { name: /^Back/ }));
  await stage(atCarl.page).waitFor({ state: 'detached' });
  await tap(link(atAdmin.page, 'Overview'));
  await expect.poll(() => atAdmin.page.getByText('Getting started').count()).toBe(0);
  await step('everything is set up', atAdmin.page);

  const { name, samples } = fallMotion();
  await perform(phone.page, samples);
  // Nobody answers.
  await phone.page.getByRole('heading', { level: 1, name: 'Are you OK?' }).waitFor();
  await step('the phone asks its wearer', phone.page);
  await stage(atCarl.page).getByText('fell at').waitFor();
  await stage(atCarl.page).getByText(instructions).waitFor();
  await stage(atCarl.page)
    .getByText(/Room 12/)
    .first()
    .waitFor();
  await step(`the fall (${name}) is on the phone of the caregiver with room and instructions`, atCarl.page);
  await tap(stage(atCarl.page).getByRole('button', { name: 'I’m on it' }));
  await stage(atCarl.page).getByText('You are on it, since').waitFor();
  await step('the caregiver is on it', atCarl.page);
  hand.end();
  const visits = [atAdmin, atCarl, phone];
  expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  for (const { close } of visits) await close();
});
