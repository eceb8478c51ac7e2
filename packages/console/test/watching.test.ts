import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall, password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import {
  createWorld,
  heldLocks,
  listen,
  lookAfter,
  lostTones,
  make,
  type Named,
  signedIn,
  signIn,
  speakerState,
  visit,
  type World,
} from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_watching');
});
afterAll(() => world?.close());

const isInSight = (page: Page, text: string | RegExp): Promise<boolean> =>
  page
    .getByText(text)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });

test('the bars stay visible when the page is scrolled to its end', async () => {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, carl, rose);
  const fallId = await fall(world.base, rose, 0.92);
  const { page, context, close } = await signedIn(world, carl);
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByText('1 unanswered alert').waitFor();
  // Repeated until the page has loaded: before that there is nothing to scroll.
  const scrollToEnd = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
      return window.scrollY;
    });
  await expect.poll(scrollToEnd).toBeGreaterThan(300);
  expect(await isInSight(page, '1 unanswered alert')).toBe(true);
  await context.setOffline(true);
  await page.getByText('No connection').waitFor();
  expect(await isInSight(page, 'No connection')).toBe(true);
  await close();
  // The admins got this alert too: closed, it does not fill their screen in the tests below.
  await send(world.base, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' }, carl.token);
});

async function listening(person: Named) {
  const visited = await visit(world);
  await listen(visited.context);
  await visited.page.goto(world.origin);
  await signIn(visited.page, person);
  return visited;
}

test('until the first touch every page says in red that the sound is off; a touch anywhere starts it', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const untouched = async ({ email }: Named) => {
    const visited = await visit(world);
    await listen(visited.context);
    await visited.page.request.post(`${world.base}/auth/login`, { data: { email, password } });
    return visited;
  };
  for (const [person, paths] of [
    [carl, ['/messages', '/settings', '/']],
    [world.admin, ['/admin/people', '/']],
  ] as const) {
    const { page, problems, close } = await untouched(person);
    for (const path of paths) {
      // Playwright's evaluate counts as a touch: wait until the app has asked for the sound.
      await Promise.all([page.waitForResponse('**/api/auth/refresh'), page.goto(`${world.origin}${path}`)]);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await page.getByRole('button', { name: /Sound is off/ }).waitFor();
      expect(await speakerState(page)).toBe('suspended');
    }
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => speakerState(page)).toBe('running');
    await page.getByText('Sound is off').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await close();
  }
});

test('a bar shows that the user switched the sound off, until it is on again', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, close } = await listening(carl);
  const isOn = page.getByRole('button', { name: 'Sound is on' });
  await isOn.waitFor();
  await page.waitForTimeout(1_000);
  await isOn.click();
  await page.getByRole('button', { name: /Sound is off/ }).waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: /Sound is off/ }).click();
  await isOn.waitFor();
  expect(await speakerState(page)).toBe('running');
  await close();
});

test('a lost connection plays a tone for caregivers, not for wearers', async () => {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  const [atCarl, atRose] = [await listening(carl), await listening(rose)];
  await atCarl.page.getByText('No open alerts').waitFor();
  for (const { context, page } of [atCarl, atRose]) {
    await context.setOffline(true);
    await page.getByText('No connection').waitFor();
  }
  expect(await lostTones(atCarl.page)).toBe(0);
  await expect.poll(() => lostTones(atCarl.page)).toBe(1);
  expect(await lostTones(atRose.page)).toBe(0);
  for (const { close } of [atCarl, atRose]) await close();
});

test('the board keeps the screen on, other pages do not; if that is impossible it says so', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, close } = await listening(carl);
  await page.getByText('No open alerts').waitFor();
  await expect.poll(() => heldLocks(page)).toBe(1);
  expect(await page.getByText('cannot keep the screen on').count()).toBe(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect.poll(() => heldLocks(page)).toBe(0);
  await close();

  const old = await visit(world);
  await old.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'wakeLock'));
  await old.page.goto(world.origin);
  await signIn(old.page, carl);
  await old.page.getByText('This browser cannot keep the screen on.').waitFor();
  expect(old.problems).toEqual([]);
  await old.close();
});
