import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, makeWard, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  // Nothing listens there: the broker is away.
  world = await createWorld('console_home_assistant', {
    HOME_ASSISTANT_MQTT_URL: `mqtt://127.0.0.1:${await freePort()}`,
  });
});
afterAll(() => world?.close());

test('a wearer shares with Home Assistant in the settings, an admin ends it, a caregiver sees nothing of it', async () => {
  const { rose, carl } = await makeWard(world);
  const label = 'Share with Home Assistant';
  const own = await signedIn(world, rose);
  await own.page.goto(`${world.origin}/settings`);
  await own.page.getByText('cannot be reached').waitFor();
  await own.page.getByRole('button', { name: label }).click();
  await own.page.getByText('Shared since').waitFor();
  expect(await violationsByDayAndNight(own.page)).toEqual([]);
  expect(own.problems).toEqual([]);
  await own.close();

  const carers = await signedIn(world, carl);
  await carers.page.goto(`${world.origin}/people/${rose.id}`);
  await carers.page.getByText('No limits are set').waitFor();
  expect(await carers.page.locator('#homeAssistant').count()).toBe(0);
  await carers.close();

  const admins = await signedIn(world, world.admin);
  await admins.page.goto(`${world.origin}/people/${rose.id}`);
  await admins.page.getByRole('button', { name: 'Stop sharing' }).click();
  await admins.page.getByText('Not shared.').waitFor();
  const { body } = await send(world.base, 'GET', `/patients/${rose.id}/home-assistant`, undefined, rose.token);
  expect(body.data).toMatchObject({ enabled: false, changedBy: world.admin.id });
  expect(admins.problems).toEqual([]);
  await admins.close();
});
