/**
 * From an empty installation to a fall on the caregiver's screen, by the screens alone. The first admin comes from the
 * configuration. With SCREENSHOTS=<folder>, or at full size, each step leaves a picture.
 */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../server/test/faults/size.js';
import { password } from '../../server/test/processes/care.js';
import { emulateMotion, motion, perform } from './phone.js';
import { createWorld, signedIn, stage, visit, type World } from './world.js';

const folder = process.env.SCREENSHOTS ?? (isFull ? 'node_modules/.cache/journey' : undefined);

let world: World;
beforeAll(async () => {
  world = await createWorld('console_journey');
  if (folder) mkdirSync(folder, { recursive: true });
});
afterAll(() => world?.close());

/** Prints how long each step took, and takes a picture of its end. */
function createSteps() {
  let [count, startedAt] = [0, performance.now()];
  const beganAt = startedAt;
  return async (name: string, page: Page): Promise<void> => {
    const now = performance.now();
    count += 1;
    process.stdout.write(
      `${count}. ${name}: ${((now - startedAt) / 1_000).toFixed(1)} s, ${((now - beganAt) / 1_000).toFixed(1)} s in all\n`,
    );
    const file = `${String(count).padStart(2, '0')}-${name.replace(/[^a-z]+/gi, '-').toLowerCase()}.png`;
    if (folder) await page.screenshot({ path: `${folder}/${file}` });
    startedAt = performance.now();
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function signUpWearer(page: Page): Promise<void> {
  await page.goto(`${world.origin}/sign-up`);
  await page.getByText('I wear a device').click();
  await page.getByLabel('First name').fill('Rose');
  await page.getByLabel('Last name').fill('Hill');
  await page.locator('input[name=email]').fill('rose@example.org');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Hello, Rose' }).waitFor();
}

/** Returns the link of the invitation. */
async function inviteCaregiver(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Caregivers' }).click();
  await button(page, 'Add a caregiver').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Carl');
  await dialog.getByLabel('Last name').fill('West');
  await dialog.getByLabel('E-mail').fill('carl@example.org');
  await dialog.locator('button[type=submit]').click();
  return dialog.getByRole('textbox', { name: /^Link/ }).inputValue();
}

async function assignPerson(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Carl West' }).click();
  await button(page, 'Assign a person').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Rose');
  await page.getByRole('option', { name: /Rose Hill/ }).click();
  await dialog.locator('button[type=submit]').click();
  await page.getByRole('link', { name: 'Rose Hill' }).waitFor();
}

/** Returns the address in the QR code. */
async function showCode(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Rose Hill' }).first().click();
  await button(page, 'Connect a device').click();
  await button(page, /^Use a phone/).click();
  const label = await page.getByRole('dialog').getByRole('img', { name: /^QR/ }).getAttribute('aria-label');
  return label?.match(/\/wear#[A-Z-]+$/)?.[0] ?? '';
}

test('an empty installation becomes one that detects a fall, by the screens alone', async () => {
  const step = createSteps();
  const atRose = await visit(world);
  await signUpWearer(atRose.page);
  await step('the wearer has an account', atRose.page);

  const atAdmin = await signedIn(world, world.admin, { width: 1280 });
  const link = await inviteCaregiver(atAdmin.page);
  await step('the admin has invited a caregiver', atAdmin.page);
  const atCarl = await visit(world);
  await atCarl.page.goto(link);
  await atCarl.page.locator('input[name=password]').fill(password);
  await atCarl.page.locator('button[type=submit]').click();
  await atCarl.page.getByText('One more step: choose how alerts reach you.').waitFor();
  await step('the caregiver has a password', atCarl.page);
  await assignPerson(atAdmin.page);
  await step('the admin has assigned the wearer', atAdmin.page);

  await atCarl.page.goto(world.origin);
  const path = await showCode(atCarl.page);
  await step('the caregiver sees a code for a phone', atCarl.page);
  const phone = await visit(world);
  await emulateMotion(phone.context);
  await phone.page.goto(`${world.origin}${path}`);
  await button(phone.page, 'Connect this phone').waitFor();
  await step('the phone has opened the code', phone.page);
  await button(phone.page, 'Connect this phone').click();
  await phone.page.getByRole('heading', { level: 1, name: 'Watching for falls' }).waitFor();
  await step('the phone detects falls', phone.page);
  await atCarl.page.getByText('First reading received.').waitFor();
  await step('the caregiver sees the first reading', atCarl.page);

  await perform(phone.page, motion('trip-forward'));
  await stage(atCarl.page).getByText('has fallen').waitFor();
  await step('the fall is on the screen of the caregiver', atCarl.page);
  await step('the phone after the fall', phone.page);
  await button(atCarl.page, 'I’m on it').click();
  await stage(atCarl.page).getByText('You are on it, since').waitFor();
  await step('the caregiver is on it', atCarl.page);
  const visits = [atRose, atAdmin, atCarl, phone];
  expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  for (const { close } of visits) await close();
});
