import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { createWorld, lookAfter, make, type Named, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_help');
});
afterAll(() => world?.close());

async function home(): Promise<Named> {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, carl, rose);
  return rose;
}

const listFalls = async ({ token }: Named): Promise<{ id: string; status: string }[]> =>
  (await send(world.base, 'GET', '/falls', undefined, token)).body.data;

test('repeated taps call for help once, and a call by mistake can be cancelled', async () => {
  const rose = await home();
  const { page, problems, close } = await signedIn(world, rose);
  await page.getByRole('button', { name: 'I need help' }).dblclick();
  await page.getByText('Carl West was notified.').waitFor();
  expect(await page.getByRole('button', { name: 'I need help' }).count()).toBe(0);
  expect(await listFalls(rose)).toMatchObject([{ status: 'CONFIRMED' }]);

  await page.getByRole('button', { name: 'I called by mistake' }).click();
  await page.getByText('Good to hear').waitFor();
  await page.getByRole('button', { name: 'I need help' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a call that is answered 429 is retried', async () => {
  const rose = await home();
  const { page, context, close } = await signedIn(world, rose);
  await page.getByText('Who looks after me').waitFor();
  await context.route(
    '**/api/falls',
    (route) => route.fulfill({ status: 429, json: { success: false, error: 'Too many' } }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: 'I need help' }).click();
  await page.getByText('Help has been called').waitFor();
  expect(await listFalls(rose)).toHaveLength(1);
  await close();
});

test('a call on a broken connection is retried, shows when it fails, and is recorded once', async () => {
  const rose = await home();
  const { page, context, close } = await signedIn(world, rose);
  await page.getByText('Who looks after me').waitFor();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  await context.route('**/api/falls', (route) => route.abort());
  await page.getByRole('button', { name: 'I need help' }).click();
  await page.getByText('Your call for help was not sent.').waitFor();
  await context.unroute('**/api/falls');
  await page.getByRole('button', { name: 'I need help' }).click();
  await page.getByText('Help has been called').waitFor();
  // All attempts have the same key: if one had arrived without an answer, the others would not be recorded again.
  expect(keys.length).toBeGreaterThan(2);
  expect([...new Set(keys)]).toEqual([expect.stringMatching(/^help /)]);
  expect(await listFalls(rose)).toHaveLength(1);
  await close();
});
