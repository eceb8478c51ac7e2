import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, lookAfter, make, type Named, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_alarm');
});
afterAll(() => world?.close());

const stage = (page: Page) => page.getByRole('dialog');
/** Waits until this person's alert is on the screen, by its heading. */
const onStage = (page: Page, name: string) => stage(page).getByRole('heading', { name, exact: true }).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function addCaregiver(...people: readonly Named[]): Promise<Named> {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  for (const person of people) await lookAfter(world, carl, person);
  return carl;
}

const people = (...names: readonly string[]): Promise<Named[]> =>
  Promise.all(names.map((name) => make(world, 'PATIENT', name)));

test('a second and a third fall fill the screen while the first is handled, and no unseen fall is put aside', async () => {
  const [rose, hugo, lena] = (await people('Rose Hill', 'Hugo Lang', 'Lena Ford')) as [Named, Named, Named];
  const carl = await addCaregiver(rose, hugo, lena);
  const dora = await make(world, 'CAREGIVER', 'Dora East');
  for (const person of [rose, hugo]) await lookAfter(world, dora, person);
  const [{ page, problems, close }, atDora] = [await signedIn(world, carl), await signedIn(world, dora)];
  for (const each of [page, atDora.page]) await each.getByText('No open alerts').waitFor();

  await fall(world.base, rose, 0.92);
  await onStage(page, rose.name);
  await press(page, 'I’m on it');
  await stage(page).getByText('You are on it, since').waitFor();
  await stage(atDora.page).getByText('Carl West is on it, since').waitFor();
  await page.getByLabel('Note').fill('Slipped on the rug');

  await fall(world.base, hugo, 0.92);
  await onStage(page, hugo.name);
  // Also on a screen that shows an alert taken by somebody else.
  await onStage(atDora.page, hugo.name);
  await stage(page)
    .getByRole('button', { name: /Rose Hill.*you are on it/ })
    .waitFor();

  await fall(world.base, lena, 0.92);
  await onStage(page, lena.name);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await press(page, 'Back to the board');
  // Hugo’s alert was on the screen, but nobody has left it: it comes back.
  await onStage(page, hugo.name);
  await stage(page)
    .getByRole('button', { name: /Rose Hill/ })
    .click();
  await onStage(page, rose.name);
  expect(await page.getByLabel('Note').inputValue()).toBe('Slipped on the rug');
  await press(page, 'Back to the board');
  await onStage(page, hugo.name);
  await press(page, 'Back to the board');
  await stage(page).waitFor({ state: 'detached' });
  await page.getByText('2 unanswered alerts').waitFor();
  expect([...problems, ...atDora.problems]).toEqual([]);
  for (const one of [{ close }, atDora]) await one.close();
});

test('of two unanswered falls at the opening of the board, the older is shown first, then the other', async () => {
  const [rose, hugo] = (await people('Rose Hill', 'Hugo Lang')) as [Named, Named];
  const carl = await addCaregiver(rose, hugo);
  await fall(world.base, rose, 0.7);
  await fall(world.base, hugo, 0.92);
  const { page, close } = await signedIn(world, carl);
  await onStage(page, rose.name);
  await press(page, 'Back to the board');
  await onStage(page, hugo.name);
  await press(page, 'Back to the board');
  await stage(page).waitFor({ state: 'detached' });
  await close();
});

test('the caregiver who took a fall sees «I’m OK» on the alert and on the board, and a later call for help', async () => {
  const [rose] = (await people('Rose Hill')) as [Named];
  const carl = await addCaregiver(rose);
  const [atRose, atCarl] = [await signedIn(world, rose), await signedIn(world, carl)];
  await atRose.page.getByText('Who looks after me').waitFor();
  const fallId = await fall(world.base, rose, 0.7);
  await onStage(atCarl.page, rose.name);
  await press(atCarl.page, 'I’m on it');
  await stage(atCarl.page).getByText('You are on it, since').waitFor();

  await atRose.page.getByRole('button', { name: 'I’m OK' }).first().click();
  await atRose.page.getByText('The people who look after you see that you are OK').waitFor();
  await stage(atCarl.page).getByText('Rose Hill pressed “I’m OK”').waitFor();
  await stage(atCarl.page).getByLabel('False alarm').waitFor();
  expect(await violationsByDayAndNight(atCarl.page)).toEqual([]);
  await press(atCarl.page, 'Back to the board');
  await atCarl.page.getByRole('region', { name: 'Open alerts' }).getByText('says: I’m OK').waitFor();

  // The call for help reaches the caregiver who took the fall as a new alert, on the whole screen.
  await send(world.base, 'POST', `/falls/${fallId}/confirm`, {}, rose.token);
  await onStage(atCarl.page, rose.name);
  await stage(atCarl.page).getByText('is calling for help').waitFor();
  await atCarl.page.getByRole('button', { name: 'I’m on it' }).waitFor();
  expect([...atRose.problems, ...atCarl.problems]).toEqual([]);
  for (const { close } of [atRose, atCarl]) await close();
});

/** Moves the times as if the reminder were due. */
async function letRemind(fallId: string): Promise<void> {
  const client = await connect(world.databaseUrl);
  await client.query("update falls set created_at = created_at - interval '30 min' where id = $1", [fallId]);
  await client.query('update escalations set due_at = now() where fall_id = $1', [fallId]);
  await client.end();
}

test('the reminder of a fall without an outcome is labelled as one, and the fall is listed once', async () => {
  const [rose] = (await people('Rose Hill')) as [Named];
  const carl = await addCaregiver(rose);
  const dora = await make(world, 'CAREGIVER', 'Dora East');
  await lookAfter(world, dora, rose);
  const [atCarl, atDora] = [await signedIn(world, carl), await signedIn(world, dora)];
  for (const { page } of [atCarl, atDora]) await page.getByText('No open alerts').waitFor();
  const fallId = await fall(world.base, rose, 0.7);
  await onStage(atCarl.page, rose.name);
  await onStage(atDora.page, rose.name);
  await press(atCarl.page, 'I’m on it');
  await stage(atDora.page).getByText('Carl West is on it, since').waitFor();
  for (const { page } of [atCarl, atDora]) await press(page, 'Back to the board');

  await letRemind(fallId);
  // Within half an hour after midnight the time has a date.
  const mine = /^Still open: fall at .*\d\d:\d\d\. You are on it\. How did it end\?$/;
  const others = /^Still open: fall at .*\d\d:\d\d\. Carl West is on it\. How did it end\?$/;
  await stage(atCarl.page).getByText(mine).waitFor();
  await stage(atDora.page).getByText(others).waitFor();
  expect(await stage(atCarl.page).getByText('fell at').count()).toBe(0);
  // Counts from the fall, not from the reminder.
  await stage(atCarl.page)
    .getByText(/^3\d:\d\d$/)
    .waitFor();
  expect(await violationsByDayAndNight(atCarl.page)).toEqual([]);
  await press(atDora.page, 'Back to the board');
  const rows = atDora.page.getByRole('region', { name: 'Open alerts' }).getByText('Rose Hill');
  await rows.filter({ hasText: 'Still open: fall at' }).waitFor();
  expect(await atDora.page.getByRole('region', { name: 'Open alerts' }).getByRole('article').count()).toBe(1);

  await atCarl.page.getByLabel('Helped').check();
  await press(atCarl.page, 'Close this alert');
  await stage(atCarl.page).getByText('This alert is closed.').waitFor();
  await atDora.page.getByText('No open alerts').waitFor();
  expect([...atCarl.problems, ...atDora.problems]).toEqual([]);
  for (const { close } of [atCarl, atDora]) await close();
});
