import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, make, signedIn, visit, type World, wear } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_admin');
});
afterAll(() => world?.close());

test('an admin adds a caregiver, who comes by the link; assigns a person; and disables a device', async () => {
  const rose = await make(world, 'PATIENT', 'Rose Hill');
  const device = await wear(world, rose);
  const { page, problems, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.getByRole('link', { name: 'Caregivers' }).click();
  await page.getByRole('button', { name: 'Add a caregiver' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Nora');
  await dialog.getByLabel('Last name').fill('Night');
  await dialog.getByLabel('E-mail').fill('nora@example.org');
  await dialog.locator('button[type=submit]').click();
  const link = await dialog.getByRole('textbox', { name: /^Link/ }).inputValue();
  expect(link).toMatch(/\/invitation#/);

  const atNora = await visit(world);
  await atNora.page.goto(link);
  await atNora.page.locator('input[name=password]').fill(password);
  await atNora.page.locator('button[type=submit]').click();
  await atNora.page.getByText('You look after nobody yet').waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Nora Night' }).click();
  await page.getByRole('button', { name: 'Assign a person' }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('Rose');
  await page.getByRole('option', { name: /Rose Hill/ }).click();
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Rose Hill' }).waitFor();
  await atNora.page.reload();
  await atNora.page.getByRole('link', { name: 'Rose Hill' }).waitFor();

  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await page.getByRole('button', { name: /^Disable/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Disable/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Disabled').first().waitFor();
  const { body } = await send(world.base, 'GET', `/device/${device.id}`, undefined, world.admin.token);
  expect(body.data.status).toBe('DISABLED');
  expect([...problems, ...atNora.problems]).toEqual([]);
  for (const one of [atNora, { close }]) await one.close();
});

test('maintenance is tried before it is run', async () => {
  const { page, problems, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/maintenance`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: /^Run/ }).first().isDisabled()).toBe(true);
  await page.getByRole('button', { name: /Try/ }).first().click();
  await expect.poll(() => page.getByRole('button', { name: /^Run/ }).first().isEnabled()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('signed out elsewhere: the sign-in page says so, and leads back to the page that was open', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, carl);
  await page.goto(`${world.origin}/settings`);
  await page.locator('#content').waitFor();
  const change = { currentPassword: password, newPassword: 'Another-horse-8!' };
  const { status } = await send(world.base, 'POST', '/profile/password', change, carl.token);
  expect(status).toBe(200);
  await page.getByText('Your session has ended').waitFor();
  await page.locator('input[name=email]').fill(carl.email);
  await page.locator('input[name=password]').fill('Another-horse-8!');
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});
