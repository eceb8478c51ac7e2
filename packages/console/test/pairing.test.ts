import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import {
  createWorld,
  lookAfter,
  make,
  makeWard,
  type Named,
  signedIn,
  signIn,
  visit,
  type World,
  wear,
} from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_pairing');
});
afterAll(() => world?.close());

const button = (within: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialog = (page: Page) => page.getByRole('dialog');

const createMac = (): string =>
  `02:${randomUUID().replaceAll('-', '').slice(0, 10).match(/../g)?.join(':')}`.toUpperCase();

/** A wearable that shows a code. */
async function startPairing(name = 'Wristband', mac = createMac()) {
  const { body } = await send(world.base, 'POST', '/device/pairings', { device_id: mac, name });
  const { userCode, deviceCode } = body.data as { userCode: string; deviceCode: string };
  const collect = async (): Promise<string> =>
    (await send(world.base, 'POST', '/device/pairings/poll', { deviceCode })).body.data.credential;
  return { mac, userCode, collect };
}

function sendReading(mac: string, credential: string) {
  const motion = { accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 };
  const reading = { device_id: mac, uptime_ms: 1_000, ...motion, battery_level: 80 };
  return send(world.base, 'POST', '/device/sensor-stream', reading, credential);
}

async function pickPerson(page: Page, label: string, person: Named): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(person.lastName);
  await page.getByRole('option', { name: new RegExp(person.email) }).click();
}

test('a caregiver scans the code of a device, chooses the person, and sees the first reading', async () => {
  const { rose, carl } = await makeWard(world);
  const { userCode, mac, collect } = await startPairing();
  // The camera opens the address of the QR code; the caregiver signs in first.
  const { page, problems, close } = await visit(world);
  await page.goto(`${world.origin}/pair#${userCode}`);
  await signIn(page, carl);
  expect(await page.getByLabel('Code').inputValue()).toBe(userCode);
  expect(await button(page, 'Connect').isDisabled()).toBe(true);
  await pickPerson(page, 'Who wears the device?', rose);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(page, 'Connect').click();
  await page.getByRole('heading', { name: 'Wristband is connected' }).waitFor();
  await page.getByText('Waiting for the first reading …').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect((await sendReading(mac, await collect())).status).toBe(200);
  await page.getByText('First reading received.').waitFor();
  await page.getByRole('link', { name: 'Name and credentials' }).click();
  await page.getByRole('heading', { level: 1, name: 'Wristband' }).waitFor();
  await page.getByRole('link', { name: 'Rose Hill' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a wearer types the code in any form; a wrong, an expired and a foreign one are explained', async () => {
  const { rose } = await makeWard(world);
  const { page, close } = await signedIn(world, rose);
  await page.goto(`${world.origin}/pair`);
  const enter = async (code: string): Promise<void> => {
    await page.getByLabel('Code').fill(code);
    await button(page, 'Connect').click();
  };
  await enter('bcd');
  await page.getByText('A code has eight letters.').waitFor();
  await enter('BCDF-GHJK');
  await page.getByText('No device is waiting with this code.').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);

  const expired = await startPairing();
  const client = await connect(world.databaseUrl);
  await client.query("update device_pairings set expires_at = now() - interval '1 second'");
  await client.end();
  await enter(expired.userCode);
  await page.getByText('No device is waiting with this code.').waitFor();

  const other = await make(world, 'PATIENT', 'Otto Lake');
  const { mac } = await wear(world, other);
  await enter((await startPairing('Wristband', mac)).userCode);
  await page.getByText('This device belongs to somebody else.').waitFor();

  const { userCode } = await startPairing();
  await enter(` ${userCode.toLowerCase().replace('-', ' ')} `);
  await page.getByRole('heading', { name: 'Wristband is connected' }).waitFor();
  await close();
});

test('the page of a person shows a code for a phone, and who has connected', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, problems, close } = await signedIn(world, carl);
  await page.goto(`${world.origin}/people/${rose.id}`);
  await button(page, 'Connect a device').click();
  await page.waitForTimeout(300);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(dialog(page), /^Use a phone/).click();
  const label = await dialog(page).getByRole('img', { name: /^QR/ }).getAttribute('aria-label');
  const code = await dialog(page).locator('.pairing-code').innerText();
  expect(label).toContain(`/wear#${code}`);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  const phone = { code, device_id: createMac(), name: 'Phone' };
  const { body } = await send(world.base, 'POST', '/device/pairings/redeem', phone);
  await dialog(page).getByRole('heading', { name: 'Phone is connected' }).waitFor();
  await sendReading(phone.device_id, body.data.credential);
  await dialog(page).getByText('First reading received.').waitFor();
  await button(dialog(page), 'Done').click();
  await page.getByRole('link', { name: 'Phone', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a printed card is one page with the code, the QR code and three sentences', async () => {
  const { rose, carl } = await makeWard(world);
  for (const language of ['en', 'de'] as const) {
    const { page, close } = await signedIn(world, carl, { language });
    await page.goto(`${world.origin}/people/${rose.id}`);
    await button(page, /^(Connect a device|Gerät verbinden)$/).click();
    await button(dialog(page), /^(Print a card|Karte drucken)/).click();
    await dialog(page).getByRole('img', { name: /^QR/ }).waitFor();
    const code = await dialog(page).locator('.pairing-code').innerText();
    expect(code.replaceAll('-', '')).toHaveLength(16);
    expect(await violationsByDayAndNight(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    const card = page.locator('.card');
    await card.waitFor();
    expect(await card.innerText()).toContain(code);
    expect(await card.getByRole('listitem').count()).toBe(3);
    expect(await card.getByRole('img').count()).toBe(1);
    expect(await dialog(page).isVisible()).toBe(false);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await close();
  }
});

test('a caregiver renames a device, makes and revokes credentials, transfers and releases it', async () => {
  const { rose, carl } = await makeWard(world);
  const otto = await make(world, 'PATIENT', 'Otto Lake');
  await lookAfter(world, carl, otto);
  const { userCode, mac, collect } = await startPairing();
  await send(world.base, 'POST', '/device/pairings/claim', { userCode, patientId: rose.id }, carl.token);
  const first = await collect();
  await sendReading(mac, first);
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.goto(`${world.origin}/people/${rose.id}`);
  await page.getByRole('link', { name: 'Wristband' }).click();

  await page.getByLabel('Name').fill('Rose’s watch');
  await button(page, 'Save').click();
  await page.getByRole('heading', { level: 1, name: 'Rose’s watch' }).waitFor();

  await button(page, 'New credential').click();
  await dialog(page).getByText('end in 24 hours').waitFor();
  await button(dialog(page), 'New credential').click();
  const second = await dialog(page).getByLabel('Copy it into the device now.').inputValue();
  expect(second).toMatch(/^fwd_/);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  const credentials = page.getByRole('table', { name: 'Credentials' });
  await expect.poll(() => credentials.getByRole('row').count()).toBe(3);
  expect(await page.getByText('No end').count()).toBe(1);

  const newest = credentials.getByRole('row').filter({ hasText: 'No end' });
  await newest.getByRole('button', { name: 'Revoke' }).click();
  await button(dialog(page), 'Revoke').click();
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(async () => (await sendReading(mac, second)).status).toBe(401);

  await button(page, 'Transfer').click();
  await pickPerson(page, 'New wearer', otto);
  await button(dialog(page), 'Transfer').click();
  await page.getByRole('link', { name: 'Otto Lake' }).waitFor();

  await button(page, 'Release').click();
  await dialog(page).getByText('It no longer belongs to Otto Lake.').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await button(dialog(page), 'Release').click();
  await page.getByRole('heading', { level: 1, name: 'Otto Lake' }).waitFor();
  await page.getByText('No device yet.').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('a wearer finds the own devices in the settings, and releases one', async () => {
  const { rose } = await makeWard(world);
  await wear(world, rose);
  const { page, close } = await signedIn(world, rose);
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('link', { name: /^Wearable/ }).click();
  await page.getByText('None. The device was not paired').waitFor();
  expect(await button(page, 'Transfer').count()).toBe(0);
  await button(page, 'Release').click();
  await button(dialog(page), 'Release').click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByText('No device yet.').waitFor();
  await close();
});

// The last test: after it this address has no tries left.
test('after five wrong codes the page says how long to wait', async () => {
  const { rose } = await makeWard(world);
  const { page, close } = await signedIn(world, rose, { language: 'de' });
  await page.goto(`${world.origin}/pair`);
  await page.getByLabel('Code').fill('BCDF-GHJK');
  const closed = page.getByText(/Zu viele falsche Codes\. Versuchen Sie es in \d+ Minuten erneut\./);
  await expect
    .poll(async () => {
      await button(page, 'Verbinden').click();
      await page.waitForTimeout(300);
      return closed.count();
    })
    .toBe(1);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await close();
});
