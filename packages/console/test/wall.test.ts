import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import {
  createWorld,
  heldLocks,
  listen,
  lookAfter,
  make,
  type Named,
  signedIn,
  signIn,
  visit,
  type World,
} from './world.js';

let world: World;
let carl: Named;
let people: Named[];
beforeAll(async () => {
  world = await createWorld('console_wall');
  carl = await make(world, 'CAREGIVER', 'Carl West');
  people = [];
  for (let room = 1; room <= 12; room += 1) {
    const person = await make(world, 'PATIENT', `Rose Hill${room}`);
    await lookAfter(world, carl, person);
    const details = { room: String(room), ward: room < 7 ? '1st floor' : '2nd floor' };
    await send(world.base, 'PUT', `/patients/${person.id}`, details, carl.token);
    people.push(person);
  }
}, 120_000);
afterAll(() => world?.close());

const urgent = (page: Page) => page.locator('.wall-urgent');

test('the wall shows the room with its clock, and a name only as far as this hall may know it', async () => {
  const { page, context, problems, close } = await signedIn(world, carl, { width: 1920 });
  await page.goto(`${world.origin}/wall`);
  await urgent(page).getByText('Nobody needs an answer').waitFor();
  await expect.poll(() => page.locator('.wall-tile').count()).toBe(12);
  expect(await page.locator('main').innerText()).not.toContain('Rose');

  const rose = people[6] as Named;
  const fallId = await fall(world.base, rose, 0.92);
  await urgent(page).getByText('Room 7').waitFor();
  await urgent(page)
    .getByText(/^0:\d\d$/)
    .waitFor();
  await urgent(page).getByText('Nobody has taken it yet').waitFor();
  await page.locator('.wall-tile[data-meaning=danger]').getByText('Fell').waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/Rose|R\. H\./);
  await page.getByLabel('Shown beside the room').selectOption('initials');
  await urgent(page).getByText('R. H. · 2nd floor').waitFor();
  await page.getByLabel('Shown beside the room').selectOption('names');
  await urgent(page).getByText('Rose Hill7').waitFor();
  await page.reload();
  await urgent(page).getByText('Rose Hill7').waitFor();
  await page.getByLabel('Shown beside the room').selectOption('room');

  // Taken elsewhere: the wall is calm again, and the room says that somebody is there.
  const { body } = await send(world.base, 'GET', '/caregivers/alerts', undefined, carl.token);
  const alert = body.data.find((one: { fallId: string }) => one.fallId === fallId);
  await send(world.base, 'POST', `/caregivers/alerts/${alert.id}/acknowledge`, {}, carl.token);
  await urgent(page).getByText('Nobody needs an answer').waitFor();
  await page.locator('.wall-tile').filter({ hasText: '7' }).getByText('In hand').waitFor();
  await send(world.base, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' }, carl.token);

  // Reconnects by itself, with what happened meanwhile.
  await context.setOffline(true);
  await page.getByText('No connection').waitFor();
  const second = await fall(world.base, people[2] as Named, 0.92);
  await context.setOffline(false);
  await urgent(page).getByText('Room 3').waitFor();
  await send(world.base, 'POST', `/falls/${second}/resolve`, { outcome: 'HELPED' }, carl.token);
  await urgent(page).getByText('Nobody needs an answer').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the wall keeps the screen on, tests its sound and remembers when', async () => {
  const { page, context, close } = await visit(world, { width: 1920 });
  await listen(context);
  await page.goto(world.origin);
  await signIn(page, carl);
  await page.goto(`${world.origin}/wall`);
  await expect.poll(() => heldLocks(page)).toBe(1);
  await page.getByRole('button', { name: 'Test the sound' }).click();
  await page.getByRole('button', { name: /^Sound tested \d\d:\d\d$/ }).waitFor();
  const heard = await page.evaluate(() => (window as unknown as { heard: number[] }).heard.length);
  expect(heard).toBeGreaterThan(0);
  await page.reload();
  await page.locator('h1').click();
  await page.getByRole('button', { name: /^Sound tested \d\d:\d\d$/ }).waitFor();
  await close();
});

/** Bytes on the heap after everything that is not used any more is gone. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

const [days, stepMinutes] = [7, 20];

test('a week in time-lapse, with falls day and night, extends its session and needs no more memory', async () => {
  const { page, context, problems, close } = await visit(world, { width: 1920 });
  const session = await context.newCDPSession(page);
  let extended = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) extended += 1;
  });
  await page.goto(world.origin);
  await signIn(page, carl);
  await page.clock.install();
  await page.goto(`${world.origin}/wall`);
  await urgent(page).getByText('Nobody needs an answer').waitFor();
  const steps = (days * 24 * 60) / stepMinutes;
  let fallId: string | undefined;
  let before = 0;
  for (let step = 0; step < steps; step += 1) {
    // The first day warms up: code is compiled, caches are filled.
    if (step === steps / days) before = await heapBytes(session);
    // A fall every two hours, open for twenty minutes.
    if (step % 6 === 0) fallId = await fall(world.base, people[(step / 6) % people.length] as Named, 0.92);
    if (step % 6 === 1 && fallId)
      await send(world.base, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' }, carl.token);
    await page.clock.fastForward(stepMinutes * 60_000);
    await page.clock.runFor(5_000);
    await page.waitForTimeout(20);
  }
  const after = await heapBytes(session);
  process.stdout.write(
    `wall: ${days} days, ${extended} extensions of the session, heap ${(before / 1e6).toFixed(1)} MB after the first day, ` +
      `${(after / 1e6).toFixed(1)} MB after the last (${((100 * after) / before - 100).toFixed(1)} %)\n`,
  );
  expect(extended).toBeGreaterThan(days);
  expect(after / before).toBeLessThan(1.1);
  await urgent(page).waitFor();
  expect(problems).toEqual([]);
  await close();
});
