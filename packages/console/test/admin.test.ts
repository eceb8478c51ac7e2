import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall, password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, lookAfter, make, signedIn, visit, type World, wear } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_admin');
});
afterAll(() => world?.close());

test('an admin invites a caregiver, who chooses a password and is given somebody to look after', async () => {
  const rose = await make(world, 'PATIENT', 'Rose Hill');
  const { page, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.goto(`${world.origin}/admin/caregivers`);
  await page.getByRole('button', { name: 'Add a caregiver' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ida');
  await dialog.getByLabel('Last name').fill('Brook');
  await dialog.getByLabel('E-mail').fill('ida@example.org');
  await dialog.getByRole('button', { name: 'Add a caregiver' }).click();
  const link = await dialog.getByLabel('Link for Ida Brook').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const invited = await visit(world);
  await invited.page.goto(link);
  await invited.page.locator('input[name=password]').fill(password);
  await invited.page.getByRole('button', { name: 'Set the password' }).click();
  await invited.page.getByText('You look after nobody yet').waitFor();

  await page.goto(`${world.origin}/admin/people?care=none`);
  await page.getByRole('row', { name: rose.name }).getByRole('button', { name: 'Assign a caregiver' }).click();
  await dialog.getByRole('combobox', { name: 'Caregiver' }).fill('brook');
  await dialog.getByRole('option', { name: /Ida Brook/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('row', { name: rose.name }).waitFor({ state: 'detached' });

  await invited.page.reload();
  await invited.page.getByText(rose.name).first().waitFor();
  await invited.close();
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
  await open.first().getByRole('button', { name: 'I have seen it' }).click();
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

test('maintenance runs after it was tried', async () => {
  const { page, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/admin/maintenance`);
  const task = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Delete old log entries' }) });
  const run = task.getByRole('button', { name: 'Run', exact: true });
  expect(await run.isDisabled()).toBe(true);
  await task.getByRole('button', { name: 'Try it (dry run)' }).click();
  await task.getByText('It would do this: delete 0 log entries').waitFor();
  await run.click();
  await task.getByText('Done: 0 log entries deleted').waitFor();
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
