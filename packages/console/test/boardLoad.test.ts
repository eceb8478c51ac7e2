import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectWithin } from '../../server/test/times.js';
import { makeCrowd, openAlerts, people } from './crowd.js';
import { countFormats, highest, measureEach, watchRendering } from './rendering.js';
import { createWorld, type Named, signIn, visit, type World } from './world.js';

let world: World;
let carl: Named;
beforeAll(async () => {
  world = await createWorld('console_board_load');
  carl = await makeCrowd(world);
}, 120_000);
afterAll(() => world?.close());

/** As a phone or an old tablet. */
async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** From the start of the page until the first cards are painted, by the browser's own clock. */
const paintedAfterMs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector('.person')) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

test('500 people and 50 open alerts are painted within a second on a processor four times slower', async () => {
  const { context, page, close } = await visit(world, { width: 1280 });
  await page.goto(world.origin);
  await signIn(page, carl);
  await page.getByRole('button', { name: `Show all ${openAlerts} in the list` }).click();
  await page.getByRole('button', { name: `All ${people}` }).waitFor();
  await slowDown(context, page);
  // The answers of the service are there: what counts is the work of the page from them to the paint.
  const best: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.waitForTimeout(500);
    const startedAt = await page.evaluate(() => {
      const now = performance.now();
      document.querySelector<HTMLAnchorElement>('nav a[href="/"]')?.click();
      return now;
    });
    best.push((await paintedAfterMs(page)) - startedAt);
  }
  const ms = Math.min(...best);
  process.stdout.write(`board of ${people} people at a quarter of the speed: painted after ${Math.round(ms)} ms\n`);
  // All of them are there soon after the first.
  await expect.poll(() => page.locator('.person').count()).toBe(people);
  expectWithin('the board of 500 people, painted', ms, 1_000);
  await close();
});

/** Components in one commit: 150 to 250 now, 6,000 if all cards render again. */
const mostRendered = 500;

test('with 500 people and 50 open alerts the board answers within 100 ms', async () => {
  const { context, page, problems, close } = await visit(world);
  await watchRendering(context);
  await page.goto(world.origin);
  await signIn(page, carl);
  await page.getByText(`${openAlerts} unanswered alerts`).waitFor();
  await page.getByRole('button', { name: `Show all ${openAlerts} in the list` }).click();
  await page.getByRole('button', { name: `All ${people}` }).waitFor();
  await expect.poll(() => page.locator('.person').count()).toBe(people);
  const search = page.getByLabel('Search name or room');
  const noMatch = page.getByText('more do not match');
  const press = (name: string | RegExp) => () => page.getByRole('button', { name }).first().click();
  const interactions = {
    typing: async () => {
      await search.pressSequentially('Person 4', { delay: 120 });
      await noMatch.waitFor();
    },
    deleting: async () => {
      await search.press('Backspace');
      await page.waitForTimeout(300);
    },
    ward: press(/^Ward 3/),
    all: press(/^All /),
    Open: press(/^Open/),
    'I’m on it': () => page.getByRole('dialog').getByRole('button', { name: 'I’m on it' }).click(),
    'Back to the board': press('Back to the board'),
  };
  const measured = await measureEach(page, interactions, () => search.fill(''));
  const [slowest, largest] = [highest(measured, 'ms'), highest(measured, 'rendered')];
  const formats = await countFormats(page);
  process.stdout.write(
    `board of ${people} people, ${openAlerts} alerts: slowest ${slowest.ms} ms (${slowest.name}), ` +
      `most rendered at once ${largest.rendered} components (${largest.name}), ${formats} date formats\n`,
  );
  expect(slowest.ms).toBeGreaterThan(0);
  expect(largest.rendered).toBeGreaterThan(0);
  // Counts are the same on a busy machine.
  expect(largest.rendered).toBeLessThanOrEqual(mostRendered);
  expect(formats).toBeLessThanOrEqual(12);
  expectWithin('an interaction on the board, slowest', slowest.ms, 100);
  // The search hides nobody who has an open alert.
  await search.fill('nobody has this name');
  await page.getByText(`${people - openAlerts} more do not match`).waitFor();
  expect(await page.locator('.people').getByRole('listitem').count()).toBe(openAlerts);
  expect(problems).toEqual([]);
  await close();
});

test('the chosen ward is kept on this device, and the search finds names without their marks, and rooms', async () => {
  const { page, close } = await visit(world, { width: 1280 });
  await page.goto(world.origin);
  await signIn(page, carl);
  await page.getByRole('button', { name: /^Show all \d+ in the list/ }).click();
  const shown = () => page.locator('.people > li:not([hidden])').count();
  await page.getByRole('button', { name: /^Ward 3/ }).click();
  await expect.poll(shown).toBe(people / 10);
  await page.reload();
  await page.getByRole('button', { name: /^Show all \d+ in the list/ }).click();
  await page.getByRole('button', { name: /^Ward 3/, pressed: true }).waitFor();
  await expect.poll(shown).toBe(people / 10);
  await page.getByRole('button', { name: /^All / }).click();
  await page.getByLabel('Search name or room').fill('pérson 1');
  await expect.poll(shown).toBeLessThan(people);
  await close();
});
