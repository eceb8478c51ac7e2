import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendar, calendarHost } from '../../server/test/calendar-host.js';
import { send } from '../../server/test/processes/process.js';
import { violationsByDayAndNight } from './axe.js';
import { createWorld, make, signedIn, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld('console_schedules', { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' });
});
afterAll(() => world?.close());

/** For a field of date and time, in the zone of this machine and its browser. */
function localTime(hoursAhead: number): string {
  const at = new Date(Date.now() + hoursAhead * 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

test('an admin creates a schedule, and sees a gap before it happens', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carl West');
  const { page, problems, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/schedules`);
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Name').fill('Night duty');
  await editor.getByLabel('First day of the first turn').fill('2026-01-05');
  await editor.getByRole('combobox', { name: 'Add a caregiver' }).fill('Carl');
  await editor.getByRole('option', { name: /Carl West/ }).click();
  await editor.getByRole('button', { name: 'Add Carl West' }).click();
  await editor.getByText('1. Carl West').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Night duty' }).waitFor();
  await page.getByText('Next gap: None in the next four weeks').waitFor();

  await page.getByRole('button', { name: 'Add a swap or a holiday' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who is away?').selectOption(carl.name);
  await dialog.getByLabel('From').fill(localTime(48));
  await dialog.getByLabel('Until').fill(localTime(72));
  await dialog.getByLabel(/^Reason/).fill('Holiday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const calendar = page.getByRole('table', { name: 'The next four weeks' });
  await calendar.getByRole('row').filter({ hasText: 'Nobody: absent, without a substitute' }).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.goto(`${world.origin}/schedules`);
  await page.getByText(/Nobody: absent, without a substitute/).waitFor();

  const { body } = await send(world.base, 'GET', '/schedules', undefined, world.admin.token);
  expect(body.data).toMatchObject([
    { name: 'Night duty', members: [{ id: carl.id }], onDuty: { id: carl.id }, nextGap: { reason: 'ABSENT' } },
  ]);
  expect(problems).toEqual([]);
  await close();
});

const icalTime = (hoursAhead: number): string =>
  `${new Date(Date.now() + hoursAhead * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** As if the job had found it broken. */
async function failReading(scheduleId: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const problem = 'The server answered 503';
  await client.query('update schedules set feed_problem = $2, feed_failing_since = now() where id = $1', [
    scheduleId,
    problem,
  ]);
  await client.end();
}

test('an admin lets another calendar decide, and publishes the schedule', async () => {
  const carl = await make(world, 'CAREGIVER', 'Carla East');
  const body = { name: 'Days', zone: 'Europe/Berlin', startOn: '2026-01-05', handOver: '08:00', members: [carl.id] };
  const { id } = (await send(world.base, 'POST', '/schedules', body, world.admin.token)).body.data;
  const host = await calendarHost(
    calendar([`DTSTART:${icalTime(-24)}`, `DTEND:${icalTime(24)}`, 'SUMMARY:Carla East']),
  );
  const { page, problems, close } = await signedIn(world, world.admin);
  await page.goto(`${world.origin}/schedules/${id}`);
  await page.getByRole('button', { name: 'Read another calendar' }).click();
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel('Address of the calendar');
  await address.fill('https://10.0.0.1/duty.ics');
  await dialog.getByRole('button', { name: 'Read the calendar' }).click();
  await dialog.getByText(/leads into a private network/).waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await address.fill(host.url);
  await dialog.getByRole('button', { name: 'Read the calendar' }).click();
  await page.getByText(/decides who is on duty, not the turns/).waitFor();

  await failReading(id);
  await page.reload();
  await page.getByText('The server answered 503').waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.goto(`${world.origin}/`);
  await page.getByRole('heading', { name: '1 calendar cannot be read' }).waitFor();

  await page.goto(`${world.origin}/schedules/${id}`);
  await page.getByRole('button', { name: 'Publish as a calendar' }).click();
  await dialog.getByRole('button', { name: 'Publish as a calendar' }).click();
  const url = await dialog.getByLabel('Address of the calendar').inputValue();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  const path = new URL(url).pathname;
  expect((await fetch(`${world.origin}${path}`)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Withdraw the address' }).click();
  await dialog.getByRole('button', { name: 'Withdraw the address' }).click();
  await page.getByRole('button', { name: 'Publish as a calendar' }).waitFor();
  expect((await fetch(`${world.origin}${path}`)).status).toBe(404);
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  await close();
});
