import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, make, type Named, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_admin_alarm');
});
afterAll(() => world?.close());

const stage = (page: Page) => page.getByRole('dialog');
const onStage = (page: Page, name: string) => stage(page).getByRole('heading', { name, exact: true }).waitFor();
const openAlerts = async () =>
  (await send(world.base, 'GET', '/admin/alerts?status=open', undefined, world.admin.token)).body.data;

test('a fall of a person without a caregiver fills an admin’s screen, sounds, counts in the tab, and can be closed there', async () => {
  const otto = await make(world, 'PATIENT', 'Otto Marsh');
  const { page, context, problems, close } = await signedIn(world, world.admin);
  await context.addInitScript(() => {
    const counted = window as unknown as { tones: number };
    counted.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      counted.tones += 1;
      return start.apply(this, when);
    };
  });
  await page.reload();
  const sound = page.getByRole('button', { name: 'Turn sound on' });
  await page.getByRole('heading', { level: 1, name: 'Overview' }).click();
  if (await sound.count()) await sound.click();
  await page.getByRole('button', { name: 'Sound is on' }).waitFor();
  const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones);
  await page.waitForTimeout(500);
  const before = await tones();

  const fallId = await fall(world.base, otto, 0.92);
  await onStage(page, otto.name);
  await expect.poll(tones).toBeGreaterThan(before);
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) /);
  await stage(page).getByRole('button', { name: 'I’m on it' }).click();
  await stage(page).getByText('You are on it, since').waitFor();
  const alert = (await openAlerts()).find((one: { fallId: string }) => one.fallId === fallId);
  expect(alert).toMatchObject({ state: 'HANDLED', handledBy: { id: world.admin.id } });
  await page.getByLabel('Helped').check();
  await page.getByRole('button', { name: 'Close this alert' }).click();
  await stage(page).getByText('This alert is closed.').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await stage(page).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await close();
});

test('the overview lists unanswered alerts first, longest waiting on top', async () => {
  const names = ['Adam First', 'Bert Second', 'Cora Third', 'Dirk Fourth', 'Emil Fifth'];
  const people: Named[] = [];
  for (const name of names) people.push(await make(world, 'PATIENT', name));
  for (const person of people) await fall(world.base, person, 0.92);
  // Nobody was reached: within five seconds each alert says that too. Afterwards none appears a second time.
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  const { page, close } = await signedIn(world, world.admin);
  // One after the other, longest waiting first; each is on the screen before it can be put aside.
  for (const name of names) {
    await onStage(page, name);
    await page.getByRole('button', { name: 'Back' }).click();
  }
  await stage(page).waitFor({ state: 'detached' });
  const open = page.getByRole('list', { name: 'Open alerts' }).getByRole('listitem');
  const falls = open.filter({ hasText: 'has fallen' });
  await falls.first().waitFor();
  expect(await falls.first().innerText()).toContain('Adam First');
  await open.filter({ hasText: 'Adam First' }).getByRole('button', { name: 'I’m on it' }).click();
  // A taken alert moves below the unanswered ones.
  await expect.poll(async () => (await falls.first().innerText()).split('\n')[0]).toContain('Bert Second');
  await close();
});
