import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, makeWard, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_check_in');
});
afterAll(() => world?.close());

/** A zone in which it is about ten in the morning, and the time in an hour: the window is open, whenever this runs. */
function expectedInAnHour(): { zone: string; by: string } {
  const hoursWest = Math.min(new Date().getUTCHours() - 10, 12);
  const zone = `Etc/GMT${hoursWest < 0 ? '' : '+'}${hoursWest}`;
  const inAnHour = new Date(Date.now() + 3_600_000);
  return { zone, by: inAnHour.toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }) };
}

test('a caregiver sets up the check-in; the wearer says once that she is fine, and both see it', async () => {
  const { rose, carl } = await makeWard(world);
  const caregiver = await signedIn(world, carl);
  await caregiver.page.goto(`${world.origin}/people/${rose.id}`);
  await caregiver.page.getByText('Off: no sign is expected in the morning.').waitFor();
  const { zone, by } = expectedInAnHour();
  const setting = { by, zone, movementCounts: true };
  expect(await send(world.base, 'PUT', `/patients/${rose.id}/check-in`, setting, carl.token)).toMatchObject({
    status: 200,
  });
  const wearer = await signedIn(world, rose);
  const button = wearer.page.getByRole('button', { name: 'I’m fine' });
  await button.waitFor();
  expect(await violationsByDayAndNight(wearer.page)).toEqual([]);
  await button.click();
  await wearer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(await button.count()).toBe(0);
  await caregiver.page.reload();
  await caregiver.page.getByText('Said “I’m fine” at').waitFor();
  const { body } = await send(world.base, 'GET', `/patients/${rose.id}/check-in`, undefined, carl.token);
  expect(body.data.current.state).toBe('CONFIRMED');
  expect([...caregiver.problems, ...wearer.problems]).toEqual([]);
  await caregiver.close();
  await wearer.close();
});
