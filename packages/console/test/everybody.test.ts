import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { de } from '../src/words/de/index.js';
import { en } from '../src/words/en/index.js';
import { fr } from '../src/words/fr/index.js';
import { violationsByDayAndNight } from './axe.js';
import { type Ids, listPages } from './pages.js';
import { createWorld, lookAfter, make, signedIn, visit, type World, wear } from './world.js';

let world: World;
let ids: Ids;
beforeAll(async () => {
  world = await createWorld('console_everybody');
  const [patient, caregiver] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, caregiver, patient);
  const { id: deviceId } = await wear(world, patient);
  await send(world.base, 'POST', '/messages', { recipientId: caregiver.id, content: 'Good morning' }, patient.token);
  const nights = { name: 'Night duty', zone: 'Europe/Berlin', startOn: '2026-01-05', handOver: '08:00' };
  const schedule = { ...nights, members: [caregiver.id] };
  const scheduleId = (await send(world.base, 'POST', '/schedules', schedule, world.admin.token)).body.data.id;
  ids = { patient, caregiver, deviceId, scheduleId, fallId: await fall(world.base, patient, 0.92) };
});
afterAll(() => world?.close());

/** Waits until no request is running except the live stream, which never ends. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Loader-root') === null);
  await page.waitForTimeout(300);
}

/** What makes the page wider than its window: a phone would scroll sideways. */
const listTooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const excess = document.documentElement.scrollWidth - width;
    if (excess <= 0) return [];
    const isOutside = (element: Element): boolean => element.getBoundingClientRect().right > width;
    const outside = [...document.body.querySelectorAll('*')].filter(isOutside);
    const innermost = outside.filter((element) => ![...element.children].some(isOutside));
    return innermost.map((element) => `${excess} px too wide: ${element.outerHTML.slice(0, 200)}`);
  });

/** Text below 20 px, and the missing red button, on a page of a wearer. Initials repeat the name beside them. */
async function listForWearer(page: Page, { wearer }: typeof en): Promise<string[]> {
  const small = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('[aria-hidden=true], .visually-hidden, .bar-word, .skip-link, script, style, noscript'))
        continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < 20) found.push(`${size} px: ${node.textContent.trim().slice(0, 40)}`);
    }
    return found;
  });
  const helps = await page.getByRole('button', { name: wearer.help.call }).count();
  const isCalled = await page.getByText(wearer.called.title).count();
  return helps + isCalled > 0 ? small : [...small, 'no red button'];
}

/** All texts of a language. */
const listTexts = (words: object): string[] =>
  Object.values(words).flatMap((word: string | object) => (typeof word === 'string' ? [word] : listTexts(word)));

/** Finds whole English words: “Connecté” is not “Connect”. */
function findEnglish(words: object): (shown: string) => string[] {
  const translated = new Set(listTexts(words));
  // Texts that are equal in both languages do not count; texts with placeholders never appear literally.
  const english = listTexts(en).filter((text) => text.length > 6 && !text.includes('{{') && !translated.has(text));
  expect(english.length).toBeGreaterThan(300);
  const wholeWords = english.map((text) => {
    return { text, pattern: new RegExp(`(?<!\\p{L})${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?!\\p{L})`, 'u') };
  });
  return (shown) => wholeWords.filter(({ pattern }) => pattern.test(shown)).map(({ text }) => `in English: ${text}`);
}

/** Two minutes on a quiet machine, ten on one with eight times the work that it has cores for. */
const everyPageMs = 1_800_000;

// Both visit every page; each keeps one core busy. German has the longest words, so it gets the narrow window.
test.concurrent.each([
  [360, 'de', de as typeof en],
  [1280, 'fr', fr as typeof en],
] as const)(
  'at %i px in %s, light, dark and high contrast, no page has an accessibility violation or English text, is wider than the window or calls other hosts',
  async (width, language, words) => {
    const listEnglish = findEnglish(words);
    const found: string[] = [];
    let checked = 0;
    for (const { as, paths } of listPages(world, ids)) {
      const look = { width, language };
      const { page, problems, close } = as ? await signedIn(world, as, look) : await visit(world, look);
      for (const path of paths) {
        await page.goto(`${world.origin}${path}`);
        await settled(page);
        const who = `${as?.name ?? 'nobody'} ${path}`;
        const check = async (where: string): Promise<void> => {
          const wrong = listEnglish(await page.locator('body').innerText());
          wrong.push(...(await violationsByDayAndNight(page)));
          found.push(...wrong.map((each) => `${where}: ${each}`));
        };
        const leave = page.getByRole('button', {
          name: new RegExp(`^(${words.common.back}|${words.board.stage.later})`),
        });
        if (await leave.count()) {
          // The full-screen alert covers every page of this person and is the same on each.
          if (path === paths[0]) await check(`${who}, the alert`);
          await leave.click();
          await settled(page);
        }
        await check(who);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        found.push(...(await listTooWide(page)).map((each) => `${who}: ${each}`));
        // The phone as a device works without a session: it asks, and has no button of its own.
        if (as === ids.patient && path !== '/wear')
          found.push(...(await listForWearer(page, words)).map((each) => `${who}: ${each}`));
        checked += 1;
      }
      found.push(...problems);
      await close();
    }
    process.stdout.write(`axe at ${width} px in ${language}: ${checked} pages, ${found.length} violations\n`);
    expect(found).toEqual([]);
  },
  everyPageMs,
);

test('no page has an accessibility violation without a connection or after the session was lost', async () => {
  const found: string[] = [];
  for (const role of [undefined, 'PATIENT', 'CAREGIVER'] as const)
    for (const isLineDown of [true, false]) {
      const { page, context, close } = await visit(world);
      const numbers = [{ name: 'Carl West', as: 'Nephew', phone: '+49 30 1111' }];
      const kept = { id: ids.patient.id, role, answeredAt: new Date(), sessionEndsAtMs: Date.now() + 60_000, numbers };
      if (role)
        await context.addInitScript((text) => localStorage.setItem('fallwatch.kept', text), JSON.stringify(kept));
      if (isLineDown) await context.route('**/api/**', (route) => route.abort());
      await page.goto(world.origin);
      await page
        .getByRole('heading', { name: isLineDown ? 'No connection' : role ? 'You are signed out' : 'Sign in' })
        .waitFor();
      const who = `${role ?? 'nobody'}, line ${isLineDown ? 'down' : 'up'}`;
      found.push(...(await violationsByDayAndNight(page)).map((violation) => `${who}: ${violation}`));
      found.push(...(await listTooWide(page)).map((each) => `${who}: ${each}`));
      await close();
    }
  expect(found).toEqual([]);
});

test('the chosen language is kept', async () => {
  const { page, close } = await signedIn(world, ids.patient);
  await page.goto(`${world.origin}/settings`);
  await page.getByText('Deutsch').first().click();
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  await close();
});

test('the app can be installed, and its service worker caches the app’s files and never the API', async () => {
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
