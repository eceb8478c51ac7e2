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

const fallsOf = async ({ token }: Named): Promise<{ id: string; status: string }[]> =>
  (await send(world.base, 'GET', '/falls', undefined, token)).body.data;

test('a trembling finger calls for help once, and a slip can be taken back', async () => {
  const rose = await home();
  const { page, problems, close } = await signedIn(world, rose);
  await page.getByRole('button', { name: 'I need help' }).dblclick();
  await page.getByText('Carl West was told.').waitFor();
  expect(await page.getByRole('button', { name: 'I need help' }).count()).toBe(0);
  expect(await fallsOf(rose)).toMatchObject([{ status: 'CONFIRMED' }]);

  await page.getByRole('button', { name: 'I called by mistake' }).click();
  await page.getByText('Good to hear').waitFor();
  await page.getByRole('button', { name: 'I need help' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a call on a broken line is sent again, says when it does not get through, and is recorded once', async () => {
  const rose = await home();
  const { page, context, close } = await signedIn(world, rose);
  await page.getByText('Who looks after me').waitFor();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
  });
  await context.route('**/api/falls', (route) => route.abort());
  await page.getByRole('button', { name: 'I need help' }).click();
  await page.getByText('The call did not get through.').waitFor({ timeout: 20_000 });
  await context.unroute('**/api/falls');
  await page.getByRole('button', { name: 'I need help' }).click();
  await page.getByText('Help has been called').waitFor({ timeout: 10_000 });
  // The same key throughout: had one of them arrived without an answer, the others would not count.
  expect(keys.length).toBeGreaterThan(2);
  expect([...new Set(keys)]).toEqual([expect.stringMatching(/^help /)]);
  expect(await fallsOf(rose)).toHaveLength(1);
  await close();
});
