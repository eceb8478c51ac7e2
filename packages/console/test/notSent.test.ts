import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acknowledge, fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, lookAfter, make, makeWard, type Named, signedIn, stage, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_not_sent');
});
afterAll(() => world?.close());

const acknowledgements = '**/api/caregivers/alerts/*/acknowledge';

/** The person who has taken the fall, as the service knows it. */
const readHandler = async (fallId: string, { token }: Named): Promise<string | undefined> => {
  const { body } = await send(world.base, 'GET', `/falls/${fallId}`, undefined, token);
  return body.data.escalation.handledBy?.id;
};

async function fallOnScreen(rose: Named, page: Page): Promise<string> {
  await page.getByText('No open alerts').waitFor();
  const fallId = await fall(world.base, rose, 0.92);
  await stage(page).getByText('fell at').waitFor();
  return fallId;
}

test('«I’m on it» pressed during 20 s without network is shown as not sent, and is sent once the network is back', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, context, problems, close } = await signedIn(world, carl);
  const fallId = await fallOnScreen(rose, page);
  await context.setOffline(true);
  const offlineAt = Date.now();
  await page.getByRole('button', { name: 'I’m on it' }).click();
  await stage(page).getByText('Not sent yet').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await stage(page).getByText('You are on it, since').count()).toBe(0);
  // The board shows it too: a caregiver who leaves the alert must see that it is not theirs yet.
  await page.getByRole('button', { name: 'Back to the board' }).click();
  await stage(page).waitFor({ state: 'detached' });
  await page.getByText('Not sent yet').first().waitFor();
  await page.waitForTimeout(Math.max(0, 20_000 - (Date.now() - offlineAt)));
  expect(await page.getByText('Not sent yet').count()).toBeGreaterThan(0);
  expect(await readHandler(fallId, carl)).toBeUndefined();

  const backAt = Date.now();
  await context.setOffline(false);
  await expect.poll(() => readHandler(fallId, carl)).toBe(carl.id);
  process.stdout.write(
    `proof: pressed without network, acknowledged ${Date.now() - backAt} ms after the line was back\n`,
  );
  await page.getByText('Not sent yet').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Open/ }).first().click();
  await stage(page).getByText('You are on it, since').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a caregiver whose request arrived second reads who has taken the fall', async () => {
  const { rose, carl, dora } = await makeWard(world);
  const { page, context, close } = await signedIn(world, carl);
  const fallId = await fallOnScreen(rose, page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'I’m on it' }).click();
  await stage(page).getByText('Not sent yet').waitFor();
  await acknowledge(world.base, dora, fallId);
  await context.setOffline(false);
  await stage(page).getByText('Dora East is on it, since').waitFor();
  await stage(page).getByText('Dora East responded before you').waitFor();
  expect(await readHandler(fallId, carl)).toBe(dora.id);
  await close();
});

test('«I’m on it» is sent after a reload too; after five minutes the page asks first', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, context, close } = await signedIn(world, carl);
  const fallId = await fallOnScreen(rose, page);
  await context.route(acknowledgements, (route) => route.abort());
  await page.getByRole('button', { name: 'I’m on it' }).click();
  await stage(page).getByText('Not sent yet').waitFor();
  await page.reload();
  await stage(page).getByText('Not sent yet').waitFor();
  await context.unroute(acknowledgements);
  await expect.poll(() => readHandler(fallId, carl)).toBe(carl.id);

  const hugo = await make(world, 'PATIENT', 'Hugo Lang');
  await lookAfter(world, carl, hugo);
  await page.getByRole('button', { name: 'Back to the board' }).click();
  const later = await fall(world.base, hugo, 0.92);
  await stage(page).getByRole('heading', { name: 'Hugo Lang' }).waitFor();
  await context.route(acknowledgements, (route) => route.abort());
  await page.getByRole('button', { name: 'I’m on it' }).click();
  await stage(page).getByText('Not sent yet').waitFor();
  await page.evaluate(() => {
    const kept = localStorage.getItem('fallwatch.taking') ?? '';
    // Pressed six minutes ago.
    localStorage.setItem(
      'fallwatch.taking',
      kept.replace(/"pressedAtMs":(\d+)/g, (_, at) => `"pressedAtMs":${Number(at) - 360_000}`),
    );
  });
  // Set before the page writes its own state: as if the tab had been killed.
  await page.reload();
  await context.unroute(acknowledgements);
  await stage(page).getByText('Your response could not be sent').waitFor();
  await page.waitForTimeout(3_000);
  expect(await readHandler(later, carl)).toBeUndefined();
  await page.getByRole('button', { name: 'I’m on it' }).click();
  await expect.poll(() => readHandler(later, carl)).toBe(carl.id);
  await close();
});
