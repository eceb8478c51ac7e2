import { afterAll, beforeAll, expect, test } from 'vitest';
import { fall } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, lookAfter, make, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_limited', { RATE_LIMIT_GLOBAL: '30/10s' });
});
afterAll(() => world?.close());

test('refused with 429, the board says that its data may be old, and shows the fall once requests are allowed again', async () => {
  const [rose, carl] = [await make(world, 'PATIENT', 'Rose Hill'), await make(world, 'CAREGIVER', 'Carl West')];
  await lookAfter(world, carl, rose);
  const { page, problems, close } = await signedIn(world, carl);
  await page.getByText('No open alerts').waitFor();
  // Another client behind the same address uses up the limit.
  while ((await send(world.base, 'GET', '/me', undefined, carl.token)).status === 200);
  await fall(world.base, rose, 0.92);
  await page.getByText('Alerts could not be loaded').waitFor();
  await page.getByRole('dialog').getByText('fell at').waitFor();
  await page.getByText('Alerts could not be loaded').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await close();
});
