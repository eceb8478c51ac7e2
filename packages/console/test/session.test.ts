import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall, password } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, listen, logIn, lookAfter, lostTones, make, signIn, visit, type World } from './world.js';

/** Short enough to see the session end, long enough for a busy machine to extend it at half time. */
const durationMs = 24_000;
let extended: World;
let fixed: World;
beforeAll(async () => {
  const SESSION_DURATION = `${durationMs / 1_000}s`;
  extended = await createWorld('console_session', { SESSION_DURATION });
  fixed = await createWorld('console_session_max', { SESSION_DURATION, SESSION_MAX_DURATION: SESSION_DURATION });
});
afterAll(async () => {
  await extended?.close();
  await fixed?.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function watch(world: World) {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const visited = await visit(world);
  await listen(visited.context);
  await visited.page.goto(world.origin);
  await signIn(visited.page, carl);
  await visited.page.getByText('No open alerts').waitFor();
  return { carl, ...visited };
}

test('an open board stays signed in beyond the duration of a session', async () => {
  const { carl, page, problems, close } = await watch(extended);
  await pause(durationMs * 1.5);
  const [rose, admin] = [await make(extended, 'PATIENT', 'Rose Hill'), await logIn(extended, extended.admin)];
  await lookAfter({ ...extended, admin }, carl, rose);
  await fall(extended.base, rose, 0.92);
  await page.getByRole('dialog').getByText('fell at').waitFor();
  expect(await page.getByText('You will be signed out').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('a session ended elsewhere shows a warning with sound on the board, not the sign-in page', async () => {
  const { carl, page, problems, close } = await watch(extended);
  const { token } = await logIn(extended, carl);
  const change = { currentPassword: password, newPassword: 'Battery-staple-8!' };
  const { status } = await send(extended.base, 'POST', '/profile/password', change, token);
  expect(status).toBe(200);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.getByText('Alerts no longer reach this screen.').waitFor();
  expect(await page.locator('input[name=password]').count()).toBe(0);
  // Repeats until somebody comes.
  await expect.poll(() => lostTones(page)).toBeGreaterThan(1);
  // Also after a reload.
  await page.reload();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('input[name=password]').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('signing out by hand shows no warning', async () => {
  const { page, close } = await watch(extended);
  await page.goto(`${extended.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.locator('input[name=password]').waitFor();
  expect(await page.getByText('You are signed out').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('fallwatch.kept'))).toBeNull();
  await close();
});

test('the end of a session is announced, can be postponed by signing in again, and shows a warning when reached', async () => {
  const { page, problems, close } = await watch(fixed);
  const startedAt = performance.now();
  await page.getByText(/You will be signed out at \d\d:\d\d\. Sign in again now\./).waitFor();
  await pause(durationMs / 2);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('dialog').locator('input[name=password]').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The first session has ended, the second continues.
  await pause(Math.max(0, startedAt + durationMs + 2_000 - performance.now()));
  await page.getByText('No open alerts').waitFor();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await expect.poll(() => lostTones(page)).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await close();
});
