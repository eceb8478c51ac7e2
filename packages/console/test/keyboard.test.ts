import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall, password } from '../../server/test/processes/care.js';
import { createWorld, lookAfter, make, makeWard, type Named, stage, visit, type World, wear } from './world.js';

/** From the sign-in page on, without a mouse or a finger. */
let world: World;
beforeAll(async () => {
  world = await createWorld('console_keyboard');
});
afterAll(() => world?.close());

/** More elements than a page has that take the focus. */
const maxTabs = 80;

/** What has the focus: its label or text, and whether that can be seen. A text field shows it by its cursor. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (element === document.body) return { name: '', isVisible: false };
    const name = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    // A card whose link is focused has the outline around all of it.
    const isOutlined = [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element ?? document.body, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const hasCursor = element?.matches('textarea, input:not([type=radio], [type=checkbox])') ?? false;
    return { name, isVisible: isOutlined || hasCursor };
  });

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    if (typeof name === 'string' ? !focus.name.includes(name) : !name.test(focus.name)) continue;
    expect(focus, 'the focus can be seen').toMatchObject({ isVisible: true });
    return;
  }
  throw new Error(`${name} cannot be reached with the Tab key`);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: string | RegExp, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function signInByKeyboard(person: Named, width: number) {
  const visited = await visit(world, { width });
  await visited.page.goto(world.origin);
  await visited.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await type(visited.page, 'E-mail', person.email);
  await type(visited.page, /^Password/, password);
  await visited.page.keyboard.press('Enter');
  await visited.page.locator('#content').waitFor();
  return visited;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

// First: the alerts of the others fill the admin's screen too.
test('an admin adds a person, assigns a caregiver, and starts a test alert', async () => {
  const carl = await make(world, 'CAREGIVER', 'Karl Keys');
  const { page, problems, close } = await signInByKeyboard(world.admin, 1280);
  await press(page, /^People/);
  await heading(page, 'People');
  await press(page, 'Add a person');
  await heading(page, 'Add a person');
  await type(page, 'First name', 'Ida');
  await type(page, 'Last name', 'Vogel');
  await type(page, 'E-mail', `ida.${carl.email}`);
  await type(page, 'Room', '7');
  await type(page, 'Caregivers', 'Karl');
  await page.getByRole('option', { name: /Karl Keys/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await press(page, 'Add the person');
  await heading(page, 'Ida Vogel is invited');
  await press(page, 'Go to Ida Vogel');
  await heading(page, 'Ida Vogel');
  await page.getByText('Karl Keys').first().waitFor();
  await press(page, 'Send a test alert');
  await page.getByRole('dialog').waitFor();
  await press(page, 'Send a test alert');
  await page.getByText(/^Sent at/).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a caregiver handles a fall and reads about the person', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, problems, close } = await signInByKeyboard(carl, 360);
  await page.getByText('No open alerts').waitFor();
  await fall(world.base, rose, 0.92);
  await stage(page).getByText('fell at').waitFor();
  await press(page, 'I’m on it');
  await stage(page).getByText('You are on it, since').waitFor();
  await tabTo(page, 'Helped');
  await page.keyboard.press('Space');
  await type(page, 'Note', 'Slipped on the rug');
  await press(page, 'Close this alert');
  await stage(page).getByText('This alert is closed.').waitFor();
  await press(page, 'Back to the board');
  await stage(page).waitFor({ state: 'detached' });
  await press(page, 'Rose Hill');
  await heading(page, 'Rose Hill');
  expect(problems).toEqual([]);
  await close();
});

test('a wearer answers a question, calls for help, and writes to a caregiver', async () => {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, carl, rose);
  await wear(world, rose);
  const { page, problems, close } = await signInByKeyboard(rose, 360);
  await page.getByText('Your watch is on.').waitFor();
  await fall(world.base, rose, 0.7);
  await page.getByRole('button', { name: 'I’m OK' }).first().waitFor();
  await press(page, /^I’m OK/);
  await page.getByText('Good to hear').waitFor();
  await press(page, /^Messages/);
  await heading(page, 'Messages');
  await press(page, 'Carl West');
  await heading(page, 'Carl West');
  await type(page, 'Write to Carl West', 'I was only sitting down.');
  await page.keyboard.press('Enter');
  await page.getByText('I was only sitting down.').waitFor();
  await press(page, 'I need help');
  await page.getByText('Help has been called').first().waitFor();
  expect(problems).toEqual([]);
  await close();
});
