import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acknowledge } from '../../server/test/processes/care.js';
import { send } from '../../server/test/processes/process.js';
import { createWorld, makeWard, type Named, signedIn, type World, wear } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_reports');
});
afterAll(() => world?.close());

const details = {
  room: '12',
  ward: 'First floor',
  address: '4 Lime Street',
  keySafe: 'Code 4711',
  instructions: 'Ring twice, then use the master key.',
  medicalNotes: 'Takes blood thinners.',
  phoneNumbers: [{ name: 'Iris Hill', relationship: 'Daughter', phone: '+49 30 1234567' }],
};

/** Rose has fallen, as her device detected; Carl took it and recorded the outcome. */
async function createFall(): Promise<{ rose: Named; carl: Named; fallId: string }> {
  const { rose, carl } = await makeWard(world);
  const { mac } = await wear(world, rose);
  const put = await send(world.base, 'PUT', `/patients/${rose.id}`, details, world.admin.token);
  expect(put.status).toBe(200);
  const still = { device_id: mac, accel_x: 0, accel_y: 0, accel_z: 9.8, gyro_x: 0, gyro_y: 0, gyro_z: 0 };
  const impact = { ...still, accel_x: 45, accel_y: 20, gyro_x: 400 };
  const lying = { ...still, accel_x: 9.8, accel_z: 0 };
  const readings = [still, still, impact, lying, lying, lying, lying];
  for (const [index, reading] of readings.entries())
    await send(
      world.base,
      'POST',
      '/device/sensor-stream',
      { ...reading, uptime_ms: 2_000 + index * 1_000 },
      rose.token,
    );
  const { body } = await send(world.base, 'GET', `/patients/${rose.id}/falls`, undefined, carl.token);
  const fallId = body.data[0].id;
  await acknowledge(world.base, carl, fallId);
  const recorded = { injury: 'NONE', headImpact: 'NO', ambulance: 'NOT_CALLED', liftedBy: 'TWO_CAREGIVERS' };
  const outcome = { outcome: 'HELPED', note: 'Slipped on the rug. Not hurt.', ...recorded };
  expect((await send(world.base, 'POST', `/falls/${fallId}/resolve`, outcome, carl.token)).status).toBe(200);
  return { rose, carl, fallId };
}

const readZone = (page: Page): Promise<string> => page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Each page of a PDF is one object of this type. */
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** As the browser's print dialog saves it. */
async function printToPdf(page: Page): Promise<Buffer> {
  await page.waitForFunction(() => document.querySelector('.mantine-Loader-root') === null);
  return page.pdf({ preferCSSPageSize: true, printBackground: false });
}

test('a caregiver reads the report of the people they look after, and saves the falls as a file', async () => {
  const { carl, fallId } = await createFall();
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await page.getByRole('img', { name: /^Falls per week\. Most in the week from .*: 1\.$/ }).waitFor();
  const rooms = page.getByRole('table', { name: 'Falls by room' });
  await rooms.getByRole('row', { name: /^12 · First floor 1 0/ }).waitFor();
  await page
    .getByRole('table', { name: 'How they ended' })
    .getByRole('row', { name: /^Helped 1/ })
    .waitFor();
  await page.getByText('1 of 1 alerts were answered').waitFor();
  await page.getByLabel('Ward or floor').selectOption('First floor');
  await page.getByLabel('Period').selectOption('4 weeks');
  await page.getByText('· First floor ·').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Falls as CSV' }).click(),
  ]);
  const file = readFileSync((await download.path()) ?? '', 'utf8');
  expect(download.suggestedFilename()).toBe('falls.csv');
  expect(file.split('\r\n')[1]).toMatch(new RegExp(`,Rose Hill,First floor,12,,\\w+,HELPED,\\d+,[^,]*,${fallId}$`));
  expect(problems).toEqual([]);
  await close();
});

test('the incident report is at most two pages of A4, with every second of the timeline', async () => {
  const { carl, fallId } = await createFall();
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await page.goto(`${world.origin}/falls/${fallId}`);
  await page.getByRole('link', { name: 'Incident report' }).click();
  const paper = page.getByRole('article');
  await paper.getByRole('heading', { name: 'Incident report: Rose Hill' }).waitFor();
  const text = (await paper.innerText()).replaceAll(/\s+/g, ' ');
  for (const said of [
    '12 · First floor',
    'Carl West, ',
    'after the alert',
    'Helped',
    'Slipped on the rug. Not hurt.',
    'Lifted by Two caregivers',
    'Head hit No',
    'Alert to taking it',
    'Impact',
    ' g',
    'Carl West is on it',
  ])
    expect(text).toContain(said);
  await paper.getByRole('img', { name: /^Acceleration over/ }).waitFor();
  const { body } = await send(world.base, 'GET', `/falls/${fallId}/report`, undefined, carl.token);
  const sent = body.data.entries.filter(({ status }: { status: string }) => status !== 'cancelled');
  const rows = await paper
    .locator('time')
    .evaluateAll((times) => times.map((time) => [time.getAttribute('datetime'), time.textContent]));
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: await readZone(page) });
  expect(rows).toEqual(sent.map(({ at }: { at: string }) => [at, clock.format(new Date(at))]));
  expect(countPages(await printToPdf(page))).toBeLessThanOrEqual(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Report as CSV' }).click(),
  ]);
  expect(readFileSync((await download.path()) ?? '', 'utf8')).toContain(',ANSWER,Carl West,,ON_IT,');
  expect(problems).toEqual([]);
  await close();
});

test('a caregiver adds injury and help to the outcome with taps; the month shows them against the measure', async () => {
  const { rose, carl } = await makeWard(world);
  const { page, problems, close } = await signedIn(world, carl, { width: 1280 });
  await send(world.base, 'POST', '/falls', { confidence: 0.8 }, rose.token);
  const { body } = await send(world.base, 'GET', `/patients/${rose.id}/falls`, undefined, carl.token);
  const fallId = body.data[0].id;
  await acknowledge(world.base, carl, fallId);
  await page.goto(`${world.origin}/falls/${fallId}`);
  await page.getByLabel('Hospital').check();
  for (const [question, answer] of [
    ['Injured?', 'Serious'],
    ['Ambulance?', 'Called'],
    ['Who lifted the person?', 'A hoist'],
  ] as const)
    await page.getByRole('radiogroup', { name: question }).getByLabel(answer, { exact: true }).check();
  await page.getByRole('button', { name: 'Close this alert' }).click();
  await page.getByRole('button', { name: 'Close this alert' }).waitFor({ state: 'detached' });
  const { body: after } = await send(world.base, 'GET', `/falls/${fallId}`, undefined, carl.token);
  expect(after.data.resolution).toMatchObject({
    ...{ outcome: 'HOSPITAL', injury: 'SERIOUS', headImpact: null, ambulance: 'CALLED', liftedBy: 'HOIST' },
  });
  await page.getByRole('button', { name: 'Correct the outcome' }).click();
  expect(await page.getByLabel('Hospital').isChecked()).toBe(true);
  expect(await page.getByRole('radiogroup', { name: 'Injured?' }).getByLabel('Serious').isChecked()).toBe(true);
  await page.getByRole('radiogroup', { name: 'Injured?' }).getByLabel('Minor').check();
  await page.getByRole('button', { name: 'Correct the outcome' }).click();
  await page.getByLabel('Hospital').waitFor({ state: 'detached' });
  const { body: corrected } = await send(world.base, 'GET', `/falls/${fallId}/report`, undefined, carl.token);
  expect(corrected.data.outcomeRecords.map(({ injury }: { injury: string }) => injury)).toEqual(['SERIOUS', 'MINOR']);
  await close();
  const boss = await signedIn(world, world.admin, { width: 1280 });
  await boss.page.goto(`${world.origin}/reports`);
  await boss.page.getByRole('link', { name: 'Monthly figures' }).click();
  await boss.page.getByLabel('Month').fill(new Date().toISOString().slice(0, 7));
  await boss.page.getByText(/^Met: 100\u00a0% within 60\u00a0s \((\d+) of \1\); required 97\.5\u00a0%$/).waitFor();
  await boss.page
    .getByRole('table', { name: 'How they ended' })
    .getByRole('row', { name: /^Lifted by: A hoist 1$/ })
    .waitFor();
  expect([...problems, ...boss.problems]).toEqual([]);
  await boss.close();
});

test('a caregiver and the wearer save the record as FHIR', async () => {
  const { rose, carl } = await makeWard(world);
  for (const [person, path] of [
    [carl, `/people/${rose.id}`],
    [rose, '/settings'],
  ] as const) {
    const { page, problems, close } = await signedIn(world, person, { width: 1280 });
    await page.goto(`${world.origin}${path}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download FHIR file' }).click(),
    ]);
    const bundle = JSON.parse(readFileSync((await download.path()) ?? '', 'utf8'));
    const patients = bundle.entry.filter(
      ({ resource }: { resource: { resourceType: string } }) => resource.resourceType === 'Patient',
    );
    expect(patients).toMatchObject([{ resource: { id: rose.id } }]);
    expect(problems).toEqual([]);
    await close();
  }
});

test('the sheet of a person is one page of A4, without the key safe', async () => {
  const { rose, carl } = await createFall();
  const { page, problems, close } = await signedIn(world, carl, { width: 1280, language: 'de' });
  await page.goto(`${world.origin}/people/${rose.id}`);
  await page.getByRole('link', { name: 'Blatt für die Mappe' }).click();
  const paper = page.getByRole('article');
  await paper.getByText('Sofort: alle Betreuenden').waitFor();
  const text = await paper.innerText();
  for (const said of [
    'Zimmer 12 · First floor',
    details.instructions,
    details.medicalNotes,
    'Iris Hill (Daughter)',
    '+49 30 1234567',
  ])
    expect(text).toContain(said);
  expect(text).not.toContain(details.keySafe);
  expect(countPages(await printToPdf(page))).toBe(1);
  expect(problems).toEqual([]);
  await close();
});
