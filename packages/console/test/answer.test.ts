import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { addVerifiedEmail, readToken } from './outbox.js';
import { createWorld, makeWard, type Named, visit, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_answer');
});
afterAll(() => world?.close());

/** Rose has fallen; Carl and Dora have a message about it. */
async function makeFallen({ dora: language }: { readonly dora?: 'de' } = {}) {
  const { rose, carl, dora } = await makeWard(world);
  await send(world.base, 'PUT', '/profile/me', { phone: '+49 30 1234' }, rose.token);
  if (language) await send(world.base, 'PUT', '/profile/me', { language }, dora.token);
  for (const caregiver of [carl, dora]) await addVerifiedEmail(world, caregiver);
  const fallId = await fall(world.base, rose);
  return { carl, dora, fallId, links: { carl: await readLink(carl), dora: await readLink(dora) } };
}

/** The link of the message, at the address of this test's server. */
const readLink = async (person: Named): Promise<string> => `${world.origin}/answer#${await readToken(world, person)}`;

const readAlert = async ({ token }: Named) =>
  (await send(world.base, 'GET', '/caregivers/alerts?status=open', undefined, token)).body.data[0];

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the page of a message shows initials and answers nothing; «I’m on it» takes the alert and shows the name', async () => {
  const { carl, dora, links } = await makeFallen();
  const { page, context, problems, close } = await visit(world);
  await page.goto(links.carl);
  await title(page, 'R.H. has fallen');
  await page.reload();
  await page.getByText('Nobody is on it yet.').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Rose|Hill|\+49/);
  expect(await readAlert(carl)).toMatchObject({ state: 'ESCALATING', handledBy: null });
  expect(await violationsByDayAndNight(page)).toEqual([]);

  await button(page, 'I’m on it').click();
  await title(page, 'Rose Hill has fallen');
  await page.getByText('You are on it.').waitFor();
  expect(await page.getByRole('link', { name: /Rose Hill/ }).getAttribute('href')).toBe('tel:+49301234');
  expect(await violationsByDayAndNight(page)).toEqual([]);
  for (const one of [carl, dora])
    expect(await readAlert(one)).toMatchObject({ state: 'HANDLED', handledBy: { id: carl.id } });
  // The link answers, and opens nothing else.
  expect(await context.cookies()).toEqual([]);
  await page.getByRole('link', { name: 'Open Fallwatch' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  const atDora = await visit(world);
  await atDora.page.goto(links.dora);
  await atDora.page.getByText('Carl West is on it.').waitFor();
  await title(atDora.page, 'R.H. has fallen');
  expect(await atDora.page.getByRole('button').count()).toBe(0);
  expect([...problems, ...atDora.problems]).toEqual([]);
  for (const one of [atDora, { close }]) await one.close();
});

test('«I can’t» leaves the alert open, and can be taken back', async () => {
  const { carl, links } = await makeFallen();
  const { page, close } = await visit(world);
  await page.goto(links.carl);
  await button(page, 'I can’t').click();
  await page.getByText('Thank you. Others are being notified.').waitFor();
  expect(await button(page, 'I can’t').count()).toBe(0);
  expect(await readAlert(carl)).toMatchObject({ handledBy: null });
  await button(page, 'I’m on it after all').click();
  await page.getByText('You are on it.').waitFor();
  expect(await readAlert(carl)).toMatchObject({ handledBy: { id: carl.id } });
  await close();
});

test('an open page shows by itself that somebody else has taken the alert, and that it is over', async () => {
  const { dora, fallId, links } = await makeFallen();
  const { page, close } = await visit(world);
  await page.goto(links.carl);
  await button(page, 'I’m on it').waitFor();
  const { id } = await readAlert(dora);
  await send(world.base, 'POST', `/caregivers/alerts/${id}/acknowledge`, {}, dora.token);
  await page.getByText('Dora East is on it.').waitFor();
  await send(world.base, 'POST', `/falls/${fallId}/resolve`, { outcome: 'HELPED' }, dora.token);
  await page.reload();
  await page.getByText('This alert is over.').waitFor();
  await close();
});

test('an answer that was not sent says so; the next tap sends it', async () => {
  const { carl, links } = await makeFallen();
  const { page, context, close } = await visit(world);
  await page.goto(links.carl);
  await button(page, 'I’m on it').waitFor();
  await context.route('**/api/answers', (route) => route.abort());
  await button(page, 'I’m on it').click();
  await page.getByText('Your answer was not sent').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await page.getByText('You are on it.').count()).toBe(0);
  expect(await readAlert(carl)).toMatchObject({ handledBy: null });
  await context.unroute('**/api/answers');
  await button(page, 'I’m on it').click();
  await page.getByText('You are on it.').waitFor();
  await close();
});

test('an alert that cannot be loaded says so, and is loaded when tapped', async () => {
  const { links } = await makeFallen();
  const { page, context, close } = await visit(world);
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(links.carl);
  await title(page, 'The alert could not be loaded');
  await context.unroute('**/api/**');
  await button(page, 'Try again').click();
  await title(page, 'R.H. has fallen');
  await close();
});

test('the page is in the language of the person, whatever the language of the browser', async () => {
  const { links } = await makeFallen({ dora: 'de' });
  const { page, close } = await visit(world, { language: 'en' });
  await page.goto(links.dora);
  await title(page, 'R.H. ist gestürzt');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await button(page, 'Ich übernehme').click();
  await page.getByText('Sie haben übernommen.').waitFor();
  // The console keeps its own language.
  await page.getByRole('link', { name: 'Fallwatch öffnen' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await close();
});

test('an unknown link leads to the sign-in page', async () => {
  const { page, problems, close } = await visit(world);
  for (const hash of ['', '#pUqK3l1mV0rUO2iBkzZ6Zg']) {
    await page.goto('about:blank');
    await page.goto(`${world.origin}/answer${hash}`);
    await title(page, 'This link does not work any more');
  }
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});
