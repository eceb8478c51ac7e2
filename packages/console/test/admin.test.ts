import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall, password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, lookAfter, make, signedIn, visit, type World, wear } from './world.js';

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

test('somebody without a caregiver is found and given one', async () => {
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

test('what reaches the admins is on their screen without a reload, and a filter does not hide it', async () => {
  const otto = await make(world, 'PATIENT', 'Otto Marsh');
  const { page, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/alerts?show=all`);
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();

  await fall(world.base, otto, 0.92);
  const open = page.getByRole('list', { name: 'Open ones' }).getByRole('listitem').filter({ hasText: otto.name });
  await open.first().waitFor();
  await open.first().getByRole('button', { name: 'I take care of it' }).click();
  // Seen is not over: it stays in sight until somebody says how it ended.
  await open
    .first()
    .getByText(/First Admin takes care of it/)
    .waitFor();
  await close();
});

test('a device is disabled only after a word about what that means, and enabled again', async () => {
  const edith = await make(world, 'PATIENT', 'Edith Wood');
  const { id } = await wear(world, edith);
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  const statusOf = async () =>
    (await send(world.base, 'GET', `/device/${id}`, undefined, edith.token)).body.data.status;
  await page.goto(`${world.origin}/admin/devices`);
  await page.getByLabel('Search').fill('edith');
  const row = page.getByRole('row', { name: edith.name });
  for (const [verb, meaning, status] of [
    ['Disable', /Its readings are refused/, 'DISABLED'],
    ['Enable', /Its readings are taken again/, 'ACTIVE'],
  ] as const) {
    await row.getByRole('button', { name: verb }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(meaning).waitFor();
    await dialog.getByRole('button', { name: verb }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf()).toBe(status);
  }
  await close();
});

test('an account is deleted only by who types its address, and never one’s own', async () => {
  const paul = await make(world, 'PATIENT', 'Paul Ridge');
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.goto(`${world.origin}/admin/users`);
  await page.getByText('That is you').waitFor();
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

test('signing out leads to the door and leaves nothing behind it', async () => {
  const lena = await make(world, 'PATIENT', 'Lena Ford');
  await lookAfter(world, await make(world, 'CAREGIVER', 'Carl West'), lena);
  const { page, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/people`);
  await page.getByText(lena.name).first().waitFor();
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('session has ended');
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText(lena.name).count()).toBe(0);
  await close();
});
