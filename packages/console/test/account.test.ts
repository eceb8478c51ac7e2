import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, make, signedIn, visit, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_account');
});
afterAll(() => world?.close());

test('a user deletes their own account: the dialog lists what is lost and asks for the password', async () => {
  const rose = await make(world, 'PATIENT', 'Rose Hill');
  const { page, problems, close } = await signedIn(world, rose);
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You are no longer monitored.').waitFor();
  await dialog.getByText('are notified that monitoring has ended').waitFor();
  await dialog.locator('input[name=password]').fill('Wrong-horse-7!');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  expect((await send(world.base, 'GET', '/me', undefined, rose.token)).status).toBe(200);

  await dialog.locator('input[name=password]').fill(password);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('fallwatch.kept'))).toBeNull();
  const login = await send(world.base, 'POST', '/auth/login', { email: rose.email, password });
  expect(login.status).toBe(401);
  expect(problems).toEqual([]);
  await close();
});

test('a common password gets a warning at sign-up, invitation and change, and is accepted', async () => {
  const warning = 'This password is common and easy to guess.';
  const { page, close } = await visit(world);
  const ida = await make(world, 'CAREGIVER', 'Ida Brook');
  const draft = { email: 'nora@example.org', firstName: 'Nora', lastName: 'Night' };
  const { body } = await send(world.base, 'POST', '/patients', draft, ida.token);
  for (const path of ['/sign-up', `/invitation#${body.data.invitation.token}`]) {
    await page.goto(`${world.origin}${path}`);
    await page.locator('input[name=password]').fill('Correct-horse-7!');
    expect(await page.getByText(warning).count()).toBe(0);
    await page.locator('input[name=password]').fill('Password1!');
    await page.getByText(warning).waitFor();
  }
  await close();

  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const settings = await signedIn(world, carl);
  await settings.page.goto(`${world.origin}/settings`);
  await settings.page.locator('input[name=currentPassword]').fill(password);
  for (const name of ['newPassword', 'again']) await settings.page.locator(`input[name=${name}]`).fill('Password1!');
  await settings.page.getByText(warning).waitFor();
  await settings.page.getByRole('button', { name: 'Change password' }).click();
  await settings.page.getByText('Password changed.').waitFor();
  await settings.close();
});
