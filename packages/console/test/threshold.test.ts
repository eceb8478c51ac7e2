import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, makeWard, type Named, signedIn, stage, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_threshold');
});
afterAll(() => world?.close());

/** The detector rates this impact as 0.60. Each on a new device: a fall of its own. */
async function knock(rose: Named): Promise<string> {
  const mac = `02:${randomUUID().replaceAll('-', '').slice(0, 10).match(/../g)?.join(':')}`.toUpperCase();
  const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, gyro_y: 0, gyro_z: 0 };
  const reading = { device_id: mac, uptime_ms: 1_000, ...impact };
  const { status, body } = await send(world.base, 'POST', '/device/sensor-stream', reading, rose.token);
  expect({ status, level: body.data.fallLevel }).toEqual({ status: 200, level: 'POTENTIAL' });
  return body.data.fallEventId;
}

async function resolve(fallId: string, answer: object, { token }: Named): Promise<void> {
  expect((await send(world.base, 'POST', `/falls/${fallId}/resolve`, answer, token)).status).toBe(200);
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const findAnswers = (page: Page) => page.locator('#alertAnswers');

test('a caregiver records what a false alarm was, sets the offered threshold, sees why a fall raised no alert, and removes it', async () => {
  const { rose, carl } = await makeWard(world);
  const falseAlarm = { outcome: 'FALSE_ALARM', act: 'CLAPPING' };
  for (let count = 0; count < 4; count++) await resolve(await knock(rose), falseAlarm, carl);
  const last = await knock(rose);
  const { page, problems, close } = await signedIn(world, carl);

  await button(page, 'I’m on it').click();
  await stage(page).getByLabel('False alarm').check();
  await stage(page).getByLabel('What was it? (optional)').selectOption('a knock');
  await button(page, 'Close this alert').click();
  await stage(page).getByText('This alert is closed.').waitFor();
  await page.goto(`${world.origin}/falls/${last}`);
  await page.getByText('What it was: a knock.').waitFor();

  await page.goto(`${world.origin}/people/${rose.id}`);
  const answers = findAnswers(page);
  await answers.getByText('5 alerts in the last 90 days: 5 false alarms.').waitFor();
  await answers.getByText('What the false alarms were: clapping (4) and a knock (1).').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(page, 'Alert only above 60 % certainty').click();
  await page.getByRole('dialog').getByText('are recorded without an alert').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Alert only above 60 % certainty' }).click();
  await answers.getByText('Alerts only above 60 % certainty.').waitFor();
  await answers.getByText(/^Set on .* by Carl West\.$/).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);

  const withheld = await knock(rose);
  await page.goto(`${world.origin}/falls/${withheld}`);
  await page.getByText('No alert: for this person there are alerts only above 60 % certainty.').waitFor();

  await page.goto(`${world.origin}/people/${rose.id}`);
  await answers.getByText('1 more possible fall was recorded without an alert.').waitFor();
  await page.getByText('recorded without an alert', { exact: true }).waitFor();
  await button(page, 'Alert about weaker falls again').click();
  await button(page, 'Alert only above 60 % certainty').waitFor();
  expect(await answers.getByText('Alerts only above').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('without alerts the page says so and offers nothing', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, problems, close } = await signedIn(world, carl, { language: 'de' });
  await page.goto(`${world.origin}/people/${rose.id}`);
  await findAnswers(page).getByText('In den letzten 90 Tagen kein Alarm vom Gerät.').waitFor();
  expect(await findAnswers(page).getByRole('button').count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});
