import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, lookAfter, make, signedIn, type World, wear } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_wearer');
});
afterAll(() => world?.close());

async function pair() {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, carl, rose);
  await wear(world, rose);
  return { rose, carl };
}

test('a wearer cancels a false alert, and the caregiver sees it', async () => {
  const { rose, carl } = await pair();
  const [atRose, atCarl] = [await signedIn(world, rose), await signedIn(world, carl)];
  await atRose.page.getByText('Your watch is on. Battery 80 %.').waitFor();
  await atRose.page.getByText('Carl West').first().waitFor();
  const fallId = await fall(world.base, rose, 0.7);
  await atCarl.page.getByRole('dialog').getByText('fell at').waitFor();
  await atRose.page.getByRole('button', { name: 'I’m OK' }).first().click();
  await atRose.page.getByText('Good to hear').waitFor();
  await atCarl.page.getByText('The wearer pressed “I’m OK”.').waitFor();
  const { body } = await send(world.base, 'GET', `/falls/${fallId}`, undefined, carl.token);
  expect(body.data).toMatchObject({ escalation: { state: 'CLOSED', closedAs: 'CANCELLED' } });
  expect([...atRose.problems, ...atCarl.problems]).toEqual([]);
  for (const { close } of [atRose, atCarl]) await close();
});

test('a call for help reaches the caregiver, and the wearer sees who has taken it', async () => {
  const { rose, carl } = await pair();
  const [atRose, atCarl] = [await signedIn(world, rose), await signedIn(world, carl)];
  await atRose.page.getByRole('button', { name: 'I need help' }).click();
  await atRose.page.getByText('Help has been called').first().waitFor();
  await atCarl.page.getByRole('button', { name: 'I’m on it' }).click();
  await atRose.page.getByText('Carl West is on it.').waitFor();
  const { body } = await send(world.base, 'GET', '/falls', undefined, rose.token);
  expect(body.data).toHaveLength(1);
  expect([...atRose.problems, ...atCarl.problems]).toEqual([]);
  for (const { close } of [atRose, atCarl]) await close();
});

test('the wearer sees the names of people who viewed their data, not their e-mail addresses', async () => {
  const { rose, carl } = await pair();
  const { page, close } = await signedIn(world, carl);
  await page.goto(`${world.origin}/people/${rose.id}`);
  await page.getByRole('heading', { level: 1, name: 'Rose Hill' }).waitFor();
  await page.waitForTimeout(500);
  await close();
  const atRose = await signedIn(world, rose);
  await atRose.page.getByText('Who viewed my data').waitFor();
  await atRose.page.getByText(/Viewed .*your health/).waitFor();
  expect(await atRose.page.content()).not.toContain(carl.email);
  await atRose.close();
});

test('a message arrives at once, counts as unread, and no longer after it was read', async () => {
  const { rose, carl } = await pair();
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
  const words = { recipientId: carl.id, content: 'Could you bring the newspaper?' };
  await send(world.base, 'POST', '/messages', words, rose.token);
  await page.getByRole('link', { name: /^Messages ?, 1 unread$/ }).click();
  await page.getByRole('link', { name: /Rose Hill/ }).click();
  await page.getByText('Could you bring the newspaper?').waitFor();
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
  await page.getByRole('textbox').fill('Of course.');
  await page.keyboard.press('Enter');
  await page.getByText('Of course.').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the page of a device shows the wearer what was measured, and a caregiver the log', async () => {
  const { rose, carl } = await pair();
  const { body } = await send(world.base, 'GET', '/patients/me', undefined, rose.token);
  const path = `${world.origin}/devices/${body.data.devices[0].id}`;
  const [atRose, atCarl] = [await signedIn(world, rose), await signedIn(world, carl, { width: 1280 })];
  await atRose.page.goto(path);
  await atRose.page.getByRole('heading', { name: 'Heart rate and oxygen' }).waitFor();
  await atRose.page
    .getByText(/^(Heart rate|No heart rate)/)
    .first()
    .waitFor();
  expect(await atRose.page.getByRole('heading', { name: 'Log' }).count()).toBe(0);
  await atCarl.page.goto(path);
  await atCarl.page.getByRole('table', { name: 'Log' }).getByText('Registered').waitFor();
  expect([...atRose.problems, ...atCarl.problems]).toEqual([]);
  for (const { close } of [atRose, atCarl]) await close();
});
