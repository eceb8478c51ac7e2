import ical, { type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { callAsRoot, caller } from '../../../test/people.js';
import { createSchedule, publishCalendar, substitute, twoCaregivers } from '../../../test/schedules.js';
import { toCalendar } from './calendars.rules.js';

test('the calendar has the shifts of the schedule, over both changes of the clock', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann, ben], { name: 'Night duty, 1st floor; “Möwe”' });
  const nowMs = Date.now();
  const [from, until] = [5, 6].map((days) => new Date(nowMs + days * 86_400_000).toISOString());
  await substitute(id, { from, until, user: null });
  const { status, headers, body } = await caller().get(await publishCalendar(id));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  const events = Object.values(ical.sync.parseICS(body)).filter((part) => part?.type === 'VEVENT') as VEvent[];
  const read = events.map(({ start, end }) => `${start.toISOString()} ${end?.toISOString()}`);

  const [first, last] = [-31, 365].map((days) => new Date(nowMs + days * 86_400_000).toISOString());
  const { data } = await callAsRoot((one) => one.get(`/schedules/${id}/shifts?from=${first}&to=${last}`));
  const withoutFraction = (at: string): string => `${at.slice(0, 19)}.000Z`;
  expect(read).toEqual(
    data.shifts.map(
      (shift: { from: string; until: string }) => `${withoutFraction(shift.from)} ${withoutFraction(shift.until)}`,
    ),
  );
  // A day of 23 hours and one of 25.
  const hours = new Set(events.map(({ start, end }) => (Number(end) - Number(start)) / 3_600_000));
  expect([...hours]).toEqual(expect.arrayContaining([23, 24, 25]));
  expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set(['Night duty, 1st floor; “Möwe”: Ann Lee']));
});

test('the address ends when it is withdrawn, and when another is made', async () => {
  const [ann] = await twoCaregivers();
  const id = await createSchedule([ann]);
  const path = await publishCalendar(id);
  expect(path).toMatch(/^\/calendars\/[\w-]{22}\.ics$/);
  expect((await caller().get(path)).status).toBe(200);
  expect((await callAsRoot((first) => first.get(`/schedules/${id}`))).data.hasCalendar).toBe(true);
  const other = await publishCalendar(id);
  expect((await caller().get(path)).status).toBe(404);
  expect((await callAsRoot((first) => first.delete(`/schedules/${id}/calendar`))).data.hasCalendar).toBe(false);
  expect((await caller().get(other)).status).toBe(404);
  expect((await caller().get('/calendars/.ics')).status).toBe(404);
});

test('lines are at most 75 octets, and no character is cut', () => {
  const name = `${'Möwe, '.repeat(40)}\n🦩\\`;
  const shift = {
    user: { id: 'a', name: 'Zoë 🦩' },
    from: '2026-03-01T00:00:00.000Z',
    until: '2026-03-02T00:00:00.000Z',
  };
  const text = toCalendar({ id: 'x', name, shifts: [{ ...shift, source: 'TURN' }], writtenAt: shift.from });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toMatch(/(?<!\r)\n/);
  const [event] = Object.values(ical.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT') as VEvent[];
  expect(event?.summary).toBe(`${name}: Zoë 🦩`);
});
