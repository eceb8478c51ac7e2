import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, makeWard, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_vital_limits');
});
afterAll(() => world?.close());

test('a caregiver sets limits of heart rate and oxygen; limits that are too close are refused at the field', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, problems, close } = await signedIn(world, carl);
  await page.goto(`${world.origin}/people/${rose.id}`);
  await page.getByText('No limits are set').waitFor();
  await page.getByRole('button', { name: 'Change the limits' }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await dialog.getByLabel('Heart rate below').selectOption('100');
  await dialog.getByLabel('Heart rate above').selectOption('115');
  await dialog.getByText('at least 20 above').waitFor();
  expect(await save.isDisabled()).toBe(true);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog.getByLabel('Heart rate below').selectOption('45');
  await dialog.getByLabel('Oxygen below').selectOption('88');
  await dialog.getByLabel('Alert when it lasts').selectOption('10');
  await save.click();
  await page.getByText('Heart rate above 115 per minute').waitFor();
  await page.getByText('Oxygen below 88 %').waitFor();
  await page.getByText('Alert after 10 minutes.').waitFor();
  const { body } = await send(world.base, 'GET', `/patients/${rose.id}/vital-limits`, undefined, carl.token);
  expect(body.data).toMatchObject({ heartRateLow: 45, heartRateHigh: 115, oxygenLow: 88, minutes: 10 });
  expect(problems).toEqual([]);
  await close();
});
