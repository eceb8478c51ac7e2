import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, make, makeWard, type Named, signedIn, type World, wear } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_people');
});
afterAll(() => world?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const read = async (path: string, { token }: Named) =>
  (await send(world.base, 'GET', path, undefined, token)).body.data;

/** A red square of 40 × 20 pixels, drawn by the browser itself. */
async function drawPhoto(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 20];
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = '#c00';
    brush?.fillRect(0, 0, 40, 20);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.replace(/^.*,/, ''), 'base64');
}

async function fillPerson(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Rose');
  await page.getByLabel('Last name').fill('Hill');
  await page.getByLabel('Room').fill('12');
  await page.getByLabel('Ward, floor or house').fill('First floor');
  await page.getByLabel('Key or key safe').fill('Left of the door, 4711');
  await page.getByLabel('Instructions for responders').fill('Speak loudly.');
  await page.getByLabel('Conditions, medicines, allergies').fill('Blood thinners.');
}

test('a caregiver adds a person with photo and numbers, prints the letter and edits the person', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.getByRole('link', { name: 'Add a person' }).click();
  await fillPerson(page);
  const email = `rose.${carl.email}`;
  await page.getByLabel('E-mail').fill(carl.email);
  const photo = { name: 'rose.png', mimeType: 'image/png', buffer: await drawPhoto(page) };
  await page.locator('input[type=file]').setInputFiles(photo);
  await button(page, 'Remove the photo').waitFor();
  await button(page, 'Add a number').click();
  await page.getByLabel('Name', { exact: true }).fill('Marie Hill');
  await page.getByLabel('Who is it?').fill('Daughter');
  await page.getByLabel('Phone number').fill('0171 1 or 0171 2');
  expect(await violationsByDayAndNight(page)).toEqual([]);

  // Errors stand at their fields.
  await button(page, 'Add the person').click();
  await page.getByText('must be one phone number').waitFor();
  await page.getByLabel('Phone number').fill('+49 171 5550112');
  await button(page, 'Add the person').click();
  await page.getByText('is already registered', { exact: true }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await button(page, 'Add the person').click();
  await heading(page, 'Rose Hill is invited').waitFor();
  const link = await page.getByRole('textbox', { name: /^Link/ }).inputValue();
  expect(link).toMatch(new RegExp(`^${world.origin}/invitation#[\\w-]{40,}$`));
  const letter = page.locator('.letter').first();
  expect(await letter.innerText()).toMatch(/Welcome, Rose Hill[\s\S]*Carl West invites you[\s\S]*Point the camera/);
  expect(await letter.getByRole('img', { name: /^QR/ }).getAttribute('aria-label')).toContain(link);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.letter.card').isVisible()).toBe(true);
  expect(await page.locator('#root').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: 'Go to Rose Hill' }).click();
  await page.getByText('Room 12').waitFor();
  const [row] = await read('/patients', carl);
  expect(row).toMatchObject({ room: '12', ward: 'First floor', photoUrl: expect.stringContaining('/photo?v=') });
  const stored = await fetch(`${world.origin}${row.photoUrl}`, { headers: { authorization: `Bearer ${carl.token}` } });
  expect(stored.headers.get('content-type')).toBe('image/jpeg');
  await page.locator(`img[src="${row.photoUrl}"]`).waitFor();
  expect(await page.getByRole('link', { name: 'Call Marie Hill: +49 171 5550112' }).getAttribute('href')).toBe(
    'tel:+491715550112',
  );

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Room').fill('14');
  await page.getByLabel('Conditions, medicines, allergies').fill('');
  await button(page, 'Remove number 1').click();
  await button(page, 'Save').click();
  await page.getByText('Room 14').waitFor();
  const changes = { room: '14', medicalNotes: null, phoneNumbers: [], instructions: 'Speak loudly.', email };
  expect(await read(`/patients/${row.id}`, carl)).toMatchObject(changes);
  expect(problems).toEqual([]);
  await close();
});

test('an admin adds a person for a caregiver, unassigns and assigns, and adds another admin', async () => {
  const carl = await make(world, 'CAREGIVER', 'Karl Assigned');
  const { page, problems, close } = await signedIn(world, world.admin, { width: 1280 });
  await page.goto(`${world.origin}/admin/people`);
  await page.getByRole('link', { name: 'Add a person' }).first().click();
  await fillPerson(page);
  await page.getByLabel('E-mail').fill(`rose.${carl.email}`);
  await page.getByRole('combobox', { name: 'Caregivers' }).fill('Karl');
  await page.getByRole('option', { name: /Karl Assigned/ }).click();
  await button(page, 'Add the person').click();
  await page.getByRole('link', { name: 'Go to Rose Hill' }).click();
  await button(page, 'Unassign Karl Assigned').click();
  await dialog(page).locator('button[type=submit]').click();
  await page.getByText('This person has no caregiver.').waitFor();
  await button(page, 'Assign a caregiver').click();
  await dialog(page).getByRole('combobox', { name: 'Caregiver' }).fill('Karl');
  await page.getByRole('option', { name: /Karl Assigned/ }).click();
  await dialog(page).locator('button[type=submit]').click();
  await button(page, 'Unassign Karl Assigned').waitFor();

  await page.goto(`${world.origin}/admin/users`);
  await button(page, 'Add an account').click();
  await dialog(page).getByLabel('Admin').check();
  await dialog(page).getByLabel('First name').fill('Zoe');
  await dialog(page).getByLabel('Last name').fill('Second');
  await dialog(page).getByLabel('E-mail').fill(`zoe.${carl.email}`);
  await dialog(page).locator('button[type=submit]').click();
  await dialog(page).getByText('Zoe Second is invited').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('the escalation plan is a picture, and its editor keeps the admins in the last step', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.goto(`${world.origin}/people/${rose.id}`);
  const picture = page.locator('.plan');
  await picture.getByText('At once').waitFor();
  expect(await picture.innerText()).toMatch(
    /At once[\s\S]*All caregivers[\s\S]*After 60 s[\s\S]*Admins[\s\S]*Every 15 min/,
  );
  await button(page, 'Change the plan').click();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  const first = dialog(page).getByRole('group', { name: 'Step 1', exact: true });
  await first.getByLabel('All caregivers').uncheck();
  await first.getByText('Choose who is alerted in this step.').waitFor();
  await first.getByLabel('Dora East').check();
  await button(page, 'Remove step 3').click();
  const last = dialog(page).getByRole('group', { name: 'Step 2', exact: true });
  expect(await last.getByLabel('Admins').isDisabled()).toBe(true);
  await last.getByLabel('When').selectOption('300');
  await dialog(page).getByLabel('Then repeat').selectOption('300');
  await button(page, 'Save').click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('Own plan for this person').waitFor();
  expect(await picture.innerText()).toMatch(/At once[\s\S]*Dora East[\s\S]*After 5 min[\s\S]*Admins[\s\S]*Every 5 min/);
  await button(page, 'Change the plan').click();
  await button(page, 'Back to the standard plan').click();
  await page.getByText('Standard plan').waitFor();
  expect((await read(`/patients/${rose.id}/escalation`, carl)).isDefault).toBe(true);
  expect(problems).toEqual([]);
  await close();
});

test('a webhook is added with its secret shown once, tested, sent again and deleted', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const carl = await make(world, 'CAREGIVER', 'Carl Hook');
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.goto(`${world.origin}/settings`);
  await page.getByRole('link', { name: 'Manage webhooks' }).click();
  await button(page, 'Add a webhook').click();
  await dialog(page).getByLabel('Address').fill(url);
  await dialog(page).locator('button[type=submit]').click();
  expect(await dialog(page).getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'What was sent' }).click();
  await button(page, 'Send a test').click();
  await page.getByText('Arrived: the other system answered 200.').waitFor();
  await button(page, 'Send again').click();
  await expect.poll(() => received.length).toBe(2);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.goto(`${world.origin}/webhooks`);
  await button(page, 'Delete').click();
  await dialog(page).locator('button[type=submit]').click();
  await page.getByText('No webhooks yet').waitFor();
  expect(await read('/webhooks', carl)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('a wearer sees the own falls and deletes a device', async () => {
  const rose = await make(world, 'PATIENT', 'Rose Own');
  const device = await wear(world, rose);
  await send(world.base, 'POST', '/falls', { confidence: 0.4 }, rose.token);
  const { page, problems, close } = await signedIn(world, rose);
  await page.getByRole('link', { name: 'See my falls' }).click();
  await page.getByRole('link', { name: /Unclear/ }).waitFor();
  await page.goto(`${world.origin}/devices/${device.id}`);
  await button(page, 'Delete this device').click();
  await dialog(page).locator('button[type=submit]').click();
  await heading(page, 'Settings').waitFor();
  expect((await read('/patients/me', rose)).devices).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test.each([
  ['en', 'This device cannot ask its wearer'],
  ['de', 'Dieses Gerät kann nicht nachfragen'],
  ['fr', 'Cet appareil ne peut pas interroger son porteur'],
] as const)('the page of a wrist device says that it cannot ask, until it can (%s)', async (language, words) => {
  const rose = await make(world, 'PATIENT', 'Rose Wrist');
  const device = await wear(world, rose);
  const motion = { accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 };
  const sendReading = (uptime_ms: number, changes: object) => {
    const reading = { device_id: device.mac, uptime_ms, ...motion, body_site: 'wrist', ...changes };
    return send(world.base, 'POST', '/device/sensor-stream', reading, rose.token);
  };
  await expect.poll(async () => (await sendReading(2_000, {})).status).toBe(200);
  const { page, problems, close } = await signedIn(world, rose, { language });
  await page.goto(`${world.origin}/devices/${device.id}`);
  await page.getByText(words).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await expect.poll(async () => (await sendReading(3_000, { can_confirm: true })).status).toBe(200);
  const answered = page.waitForResponse((response) => response.url().endsWith('/status'));
  await page.reload();
  await (await answered).finished();
  await page.getByText(device.mac).first().waitFor();
  await page.waitForTimeout(300);
  expect(await page.getByText(words).count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});
