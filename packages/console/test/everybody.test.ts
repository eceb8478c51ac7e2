import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { de } from '../src/words/de/index.js';
import { en } from '../src/words/en/index.js';
import { type Ids, pagesOf } from './pages.js';
import { createWorld, lookAfter, make, signedIn, visit, type World, wear } from './world.js';

let world: World;
let ids: Ids;
beforeAll(async () => {
  world = await createWorld('console_everybody');
  const [patient, caregiver] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, caregiver, patient);
  await wear(world, patient);
  await send(world.base, 'POST', '/messages', { recipientId: caregiver.id, content: 'Good morning' }, patient.token);
  ids = { patient, caregiver, fallId: await fall(world.base, patient, 0.92) };
});
afterAll(() => world?.close());

/** Until nothing is on its way any more, but for the live stream, which always is. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Loader-root') === null);
  await page.waitForTimeout(300);
}

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violationsOf(rules: AxeBuilder): Promise<string[]> {
  const { violations } = await rules.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/** By day everything; by night the colours are others, and nothing else is. */
async function violationsByDayAndNight(page: Page): Promise<string[]> {
  const byDay = await violationsOf(new AxeBuilder({ page }).withTags(allRules));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.waitForTimeout(300);
  const byNight = await violationsOf(new AxeBuilder({ page }).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  return [...byDay, ...byNight.map((violation) => `in the dark, ${violation}`)];
}

/** Wider than its window: somebody with a phone would have to push the page about. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each([360, 1280])('at %i px, light and dark', (width) => {
  test('no page has an accessibility violation, none is wider than the window, none asks elsewhere', async () => {
    const found: string[] = [];
    let checked = 0;
    for (const { as, paths } of pagesOf(world, ids)) {
      const { page, problems, close } = as ? await signedIn(world, as, { width }) : await visit(world, { width });
      for (const path of paths) {
        await page.goto(`${world.origin}${path}`);
        await settled(page);
        const who = `${as?.name ?? 'nobody'} ${path}`;
        found.push(...(await violationsByDayAndNight(page)).map((violation) => `${who}: ${violation}`));
        // Behind what takes the screen there is a page too.
        const leave = page.getByRole('button', { name: 'Back to the board' });
        if (await leave.count()) {
          await leave.click();
          await settled(page);
          found.push(
            ...(await violationsByDayAndNight(page)).map((violation) => `${who}, behind the alert: ${violation}`),
          );
        }
        if ((await overflowOf(page)) > 0) found.push(`${who}: ${await overflowOf(page)} px too wide`);
        checked += 1;
      }
      found.push(...problems);
      await close();
    }
    process.stdout.write(`axe at ${width} px, light and dark: ${checked} pages, ${found.length} violations\n`);
    expect(found).toEqual([]);
  }, 300_000);
});

/** Every text of a language, whole. */
const textsOf = (words: object): string[] =>
  Object.values(words).flatMap((word: string | object) => (typeof word === 'string' ? [word] : textsOf(word)));

test('in German no English is left, on any page', async () => {
  const german = new Set(textsOf(de));
  // What is the same in both is no English; what has holes in it stands nowhere as it is.
  const english = textsOf(en).filter((text) => text.length > 6 && !text.includes('{{') && !german.has(text));
  expect(english.length).toBeGreaterThan(300);
  const left: string[] = [];
  for (const { as, paths } of pagesOf(world, ids)) {
    const { page, close } = as ? await signedIn(world, as, { language: 'de' }) : await visit(world, { language: 'de' });
    for (const path of paths) {
      await page.goto(`${world.origin}${path}`);
      await settled(page);
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      const shown = await page.locator('body').innerText();
      left.push(...english.filter((text) => shown.includes(text)).map((text) => `${as?.name} ${path}: ${text}`));
    }
    await close();
  }
  expect(left).toEqual([]);
});

test('the language that is chosen stays', async () => {
  const { page, close } = await signedIn(world, ids.patient);
  await page.goto(`${world.origin}/settings`);
  await page.getByText('Deutsch').first().click();
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  await close();
});

test('it can be installed, and its worker keeps the shell and never the API', async () => {
  const { page, close } = await signedIn(world, ids.caregiver);
  const manifest = await page.request.get(`${world.origin}/manifest.webmanifest`);
  expect(await manifest.json()).toMatchObject({ start_url: '/', display: 'standalone' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('#content').waitFor();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/');
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  await close();
});
