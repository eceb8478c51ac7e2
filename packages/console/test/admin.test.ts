import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall, password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { addVerifiedEmail, readToken } from './outbox.js';
import { createWorld, lookAfter, make, signedIn, visit, type World, wear } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_admin');
});
afterAll(() => world?.close());

test('an admin invites a caregiver, who signs in by the link; assigns a person; and disables a device', async () => {
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
  await dialog.getByText('We have sent the link to nora@example.org.').waitFor();
  const link = await dialog.getByRole('textbox', { name: /^Link/ }).inputValue();
  expect(link).toMatch(/\/invitation#/);

  const atNora = await visit(world);
  await atNora.page.goto(link);
  await atNora.page.locator('input[name=password]').fill(password);
  await atNora.page.locator('button[type=submit]').click();
  // First of all, somebody must be able to wake her.
  await atNora.page.getByText('One more step: choose how alerts reach you.').waitFor();
  await atNora.page.getByText('Nobody can wake you unless the console is open').waitFor();
  await atNora.page.getByRole('link', { name: 'Go to the start page' }).click();
  await atNora.page.getByText('Nobody is assigned to you yet').waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Nora Night' }).click();
  await page.getByRole('button', { name: 'Assign a person' }).first().click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Person' }).fill('Rose');
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
  await page.getByRole('row', { name: /Disabled/ }).waitFor();
  const { body } = await send(world.base, 'GET', `/device/${device.id}`, undefined, world.admin.token);
  expect(body.data.status).toBe('DISABLED');
  expect([...problems, ...atNora.problems]).toEqual([]);
  for (const one of [atNora, { close }]) await one.close();
});

test('a maintenance task is run after its dry run', async () => {
  const { page, problems, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/maintenance`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: /^Run/ }).first().isDisabled()).toBe(true);
  await page
    .getByRole('button', { name: /^Dry run/ })
    .first()
    .click();
  await expect.poll(() => page.getByRole('button', { name: /^Run/ }).first().isEnabled()).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('logged out elsewhere: the page says so, and signing in returns to the same page', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, carl);
  await page.goto(`${world.origin}/settings`);
  await page.locator('#content').waitFor();
  const change = { currentPassword: password, newPassword: 'Another-horse-8!' };
  const { status } = await send(world.base, 'POST', '/profile/password', change, carl.token);
  expect(status).toBe(200);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('input[name=email]').fill(carl.email);
  await page.locator('input[name=password]').fill('Another-horse-8!');
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('an admin finds a person without a caregiver and assigns one', async () => {
  const ida = await make(world, 'CAREGIVER', 'Ida Brook');
  const greta = await make(world, 'PATIENT', 'Greta Vale');
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.getByRole('link', { name: 'Without a caregiver' }).click();
  await page.getByRole('row', { name: greta.name }).getByRole('button', { name: 'Assign a caregiver' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Caregiver' }).fill('brook');
  await dialog.getByRole('option', { name: new RegExp(ida.name) }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('row', { name: greta.name }).waitFor({ state: 'detached' });
  await close();
});

test('an alert to the admins appears without a reload, and filters do not hide it', async () => {
  const otto = await make(world, 'PATIENT', 'Otto Marsh');
  const { page, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/alerts?show=all`);
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();

  await fall(world.base, otto, 0.92);
  // It fills the screen; the list behind it is updated as well.
  await page.getByRole('dialog').getByText(otto.name).first().waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const open = page
    .getByRole('list', { name: 'Open', exact: true })
    .getByRole('listitem')
    .filter({ hasText: otto.name });
  await open.first().waitFor();
  await open.first().getByRole('button', { name: 'I’m on it' }).click();
  // Acknowledged is not closed: it stays visible until somebody enters an outcome.
  await open
    .first()
    .getByText(/First Admin is on it/)
    .waitFor();
  await close();
});

test('the overview shows for each channel how many messages arrived and how many alerts were taken', async () => {
  const [hugo, ruth] = [await make(world, 'PATIENT', 'Hugo Lang'), await make(world, 'CAREGIVER', 'Ruth Field')];
  await lookAfter(world, ruth, hugo);
  await addVerifiedEmail(world, ruth);
  await fall(world.base, hugo, 0.8);
  await send(world.base, 'POST', '/answers', { token: await readToken(world, ruth), answer: 'ON_IT' });
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  const table = page.getByRole('table', { name: 'By channel' });
  // Arrived, half within, 95 % within, taken.
  await table.getByRole('row', { name: /^E-mail 1 of 1 \(100 %\) \d+ s \d+ s 1$/ }).waitFor();
  await table.getByRole('row', { name: /^Open console .* –$/ }).waitFor();
  await close();
});

test('disabling a device asks for confirmation; the device can be enabled again', async () => {
  const edith = await make(world, 'PATIENT', 'Edith Wood');
  const { id } = await wear(world, edith);
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  const readStatus = async () =>
    (await send(world.base, 'GET', `/device/${id}`, undefined, edith.token)).body.data.status;
  await page.goto(`${world.origin}/admin/devices`);
  await page.getByLabel('Search').fill('edith');
  const row = page.getByRole('row', { name: edith.name });
  for (const [verb, meaning, status] of [
    ['Disable', /Its readings are refused/, 'DISABLED'],
    ['Enable', /Its readings are accepted again/, 'ACTIVE'],
  ] as const) {
    await row.getByRole('button', { name: verb }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(meaning).waitFor();
    await dialog.getByRole('button', { name: verb }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await readStatus()).toBe(status);
  }
  await close();
});

test('an admin deletes an account by typing its address, and cannot delete their own', async () => {
  const paul = await make(world, 'PATIENT', 'Paul Ridge');
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.goto(`${world.origin}/admin/users`);
  await page.getByText('This is you').waitFor();
  expect(await page.getByRole('button', { name: 'Change First Admin' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Change Paul Ridge' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Delete' });
  await dialog.getByRole('textbox').fill('somebody.else@example.org');
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(paul.email);
  await submit.click();
  await dialog.waitFor({ state: 'detached' });
  expect((await send(world.base, 'GET', `/admin/users/${paul.id}`, undefined, world.admin.token)).status).toBe(404);
  await close();
});

test('signing out leads to the sign-in page and removes all stored data', async () => {
  const lena = await make(world, 'PATIENT', 'Lena Ford');
  await lookAfter(world, await make(world, 'CAREGIVER', 'Carl West'), lena);
  const { page, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/people`);
  await page.getByText(lena.name).first().waitFor();
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('session has ended');
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText(lena.name).count()).toBe(0);
  await close();
});
