import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { countVibrations, dropIntoChair, emulateMotion, feelVibration, motion, perform } from './phone.js';
import {
  createWorld,
  heldLocks,
  type Look,
  listen,
  makeWard,
  type Named,
  signedIn,
  signIn,
  stage,
  visit,
  type World,
} from './world.js';

let world: World;
beforeAll(async () => {
  // Longer than usual: on a busy machine the checks of the question's page alone take half a minute.
  world = await createWorld('console_wear', { FALL_CONFIRMATION_WINDOW: '3m' });
});
afterAll(() => world?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A code for a phone, as the person's page shows it. */
async function makeCode(caregiver: Named, patient: Named): Promise<string> {
  const { body } = await send(world.base, 'POST', '/device/pairing-codes', { patientId: patient.id }, caregiver.token);
  return body.data.code;
}

async function openPhone(look: Look = {}, hz?: number) {
  const phone = await visit(world, look);
  await emulateMotion(phone.context, hz);
  await feelVibration(phone.context);
  await listen(phone.context);
  return phone;
}

/** A connected phone that detects falls. */
async function wearPhone(caregiver: Named, patient: Named, look: Look = {}) {
  const phone = await openPhone(look);
  await phone.page.goto(`${world.origin}/wear#${await makeCode(caregiver, patient)}`);
  await phone.page.getByRole('button', { name: /^(Connect this phone|Dieses Handy verbinden)$/ }).click();
  await title(phone.page, /^(Watching for falls|Sturzerkennung läuft)$/);
  return phone;
}

async function readDevice(patient: Named) {
  const { body } = await send(world.base, 'GET', `/patients/${patient.id}/devices`, undefined, world.admin.token);
  return body.data[0];
}

/** The `uptime_ms` of all stored readings, oldest first. */
async function listUptimes(deviceId: string): Promise<number[]> {
  const client = await connect(world.databaseUrl);
  const { rows } = await client.query(
    `select readings.uptime_ms::int as uptime from readings join devices on devices.key = readings.device_key
     where devices.id = $1 order by readings.uptime_ms`,
    [deviceId],
  );
  await client.end();
  return rows.map(({ uptime }) => uptime);
}

test('a phone connects by the code on a card, and a fall appears on the screen of the caregiver', async () => {
  const { rose, carl } = await makeWard(world);
  const atCarl = await signedIn(world, carl);
  const { page, context, problems, close } = await openPhone();
  await page.goto(`${world.origin}/wear#${await makeCode(carl, rose)}`);
  await title(page, 'Connect this phone');
  // Opening the page connects nothing.
  await page.getByText('It works only while this page is open and the screen is on.').waitFor();
  expect(await readDevice(rose)).toBeUndefined();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(page, 'Connect this phone').click();
  await title(page, 'Watching for falls');
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await heldLocks(page)).toBe(1);
  const device = await readDevice(rose);
  expect(device).toMatchObject({ name: 'Phone', status: 'ACTIVE' });
  // Locally administered and unicast.
  expect(device.macAddress).toMatch(/^.[26AE]:/);
  expect(await context.cookies()).toEqual([]);

  await atCarl.page.getByText('No open alerts').waitFor();
  await perform(page, motion('trip-forward'));
  // A clear fall asks too, for 15 s. Nobody answers.
  await title(page, 'Are you OK?');
  await page.getByText(/Without an answer, help is called in 1?\d seconds?/).waitFor();
  expect(await stage(atCarl.page).count()).toBe(0);
  await page.getByText('The people who look after you are being notified.').waitFor();
  await stage(atCarl.page).getByText('Rose Hill').first().waitFor();
  await stage(atCarl.page).getByText('fell at').waitFor();
  expect([...problems, ...atCarl.problems]).toEqual([]);
  for (const one of [atCarl, { close }]) await one.close();
});

test.each([
  ['en', 'Are you OK?', 'I’m OK', 'Good to hear', 'cancelledAt'],
  ['de', 'Geht es Ihnen gut?', 'Ich brauche Hilfe', 'Hilfe wurde gerufen', 'confirmedAt'],
] as const)(
  'a doubtful fall asks the wearer, with sound and vibration, and takes the answer (%s)',
  async (language, question, answer, result, recorded) => {
    const { rose, carl } = await makeWard(world);
    const { page, problems, close } = await wearPhone(carl, rose, { language });
    await perform(page, dropIntoChair());
    await title(page, question);
    await expect.poll(() => countVibrations(page)).toBeGreaterThan(0);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: number[] }).heard.length))
      .toBeGreaterThan(0);
    expect(await violationsByDayAndNight(page)).toEqual([]);
    await button(page, answer).click();
    await title(page, result);
    expect(await violationsByDayAndNight(page)).toEqual([]);
    const { body } = await send(world.base, 'GET', `/patients/${rose.id}/falls`, undefined, carl.token);
    const fall = await send(world.base, 'GET', `/falls/${body.data[0].id}`, undefined, carl.token);
    expect(fall.body.data.timeline[recorded]).not.toBeNull();
    expect(problems).toEqual([]);
    await close();
  },
);

test('without a connection readings are kept, and all of them arrive when it is back', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, context, close } = await wearPhone(carl, rose);
  const { id } = await readDevice(rose);
  await context.setOffline(true);
  await title(page, 'No connection');
  await page.getByText(/^[5-9] readings$/).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  const before = (await listUptimes(id)).length;
  await context.setOffline(false);
  await title(page, 'Watching for falls');
  await page.getByText('0 readings').waitFor();
  const uptimes = await listUptimes(id);
  process.stdout.write(`offline: ${uptimes.length - before} readings arrived after the connection was back\n`);
  expect(uptimes.length - before).toBeGreaterThanOrEqual(5);
  // One for every second: none is missing, none is stored twice.
  const gaps = uptimes.slice(1).map((uptime, place) => uptime - (uptimes[place] ?? 0));
  expect(gaps.filter((gap) => Math.abs(gap - 1_000) > 1)).toEqual([]);
  await close();
});

test('a phone shows its own code, and a caregiver enters it', async () => {
  const { rose, carl } = await makeWard(world);
  const phone = await openPhone();
  await phone.page.goto(`${world.origin}/wear`);
  await button(phone.page, 'Show a code Somebody who is signed in to Fallwatch scans it or enters it.').click();
  const code = await phone.page.locator('.pairing-code').innerText();
  expect(await violationsByDayAndNight(phone.page)).toEqual([]);
  const atCarl = await signedIn(world, carl);
  await atCarl.page.goto(`${world.origin}/pair#${code}`);
  await atCarl.page.getByRole('combobox', { name: 'Who wears the device?' }).fill('Rose');
  await atCarl.page.getByRole('option', { name: new RegExp(rose.email) }).click();
  await button(atCarl.page, 'Connect').click();
  await atCarl.page.getByRole('heading', { name: 'Phone is connected' }).waitFor();
  await title(phone.page, 'Watching for falls');
  await atCarl.page.getByText('First reading received.').waitFor();
  for (const one of [phone, atCarl]) await one.close();
});

test('a wearer who is signed in connects the phone with one button', async () => {
  const { rose } = await makeWard(world);
  const phone = await openPhone();
  await phone.page.goto(world.origin);
  await signIn(phone.page, rose);
  await button(phone.page, 'Connect a device').click();
  await phone.page.getByRole('link', { name: /^Use this phone/ }).click();
  await button(phone.page, 'Connect this phone to me').click();
  await title(phone.page, 'Watching for falls');
  expect((await readDevice(rose)).userId).toBe(rose.id);
  await phone.close();
});

test.each([
  [undefined, 'Falls are not detected', 'This browser gives no motion data.'],
  [20, 'Falls may be missed', /This browser gives \d+ motion values a second/],
])('with motion at %s Hz the page says plainly that it is not enough', async (hz, headline, explanation) => {
  const { rose, carl } = await makeWard(world);
  const { page, close } = hz ? await openPhone({}, hz) : await visit(world);
  await page.goto(`${world.origin}/wear#${await makeCode(carl, rose)}`);
  await button(page, 'Connect this phone').click();
  await title(page, headline);
  await page.getByText(explanation).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await close();
});

test('a wrong code, a used code, a second tab, a revoked credential and a forgotten one are said', async () => {
  const { rose, carl } = await makeWard(world);
  const code = await makeCode(carl, rose);
  const { page, context, close } = await openPhone();
  await page.goto(`${world.origin}/wear`);
  await button(page, 'Enter a code From a card, or from another screen.').click();
  await page.getByLabel('Code from a card').fill('bcd');
  await button(page, 'Connect this phone').click();
  await page.getByText('A code has 8 or 16 letters.').waitFor();
  await page.getByLabel('Code from a card').fill('bcdf ghjk');
  await button(page, 'Connect this phone').click();
  await page.getByText('This code does not work.').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.getByLabel('Code from a card').fill(code.toLowerCase());
  await button(page, 'Connect this phone').click();
  await title(page, 'Watching for falls');

  const second = await context.newPage();
  await second.goto(`${world.origin}/wear`);
  await title(second, 'Open in another tab');
  await second.close();

  const { id } = await readDevice(rose);
  const { body } = await send(world.base, 'GET', `/device/${id}/credentials`, undefined, carl.token);
  await send(world.base, 'DELETE', `/device/${id}/credentials/${body.data[0].id}`, undefined, carl.token);
  await title(page, 'This phone is no longer connected');
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(page, 'Connect again').click();
  await title(page, 'Connect this phone');

  // The same phone with a new code is the same device.
  await page.goto(`${world.origin}/wear#${await makeCode(carl, rose)}`);
  await button(page, 'Connect this phone').click();
  await title(page, 'Watching for falls');
  expect((await readDevice(rose)).id).toBe(id);
  await button(page, 'Disconnect this phone').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
  await title(page, 'Connect this phone');
  expect(await page.evaluate(() => localStorage.getItem('fallwatch.phone'))).not.toContain('fwd_');
  expect((await send(world.base, 'GET', `/device/${id}/credentials`, undefined, carl.token)).body.data).toEqual([]);
  await close();
});
