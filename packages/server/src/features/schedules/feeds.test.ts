import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendar, calendarHost } from '../../../test/calendar-host.js';
import { putFeed, readAgain, serviceNearby } from '../../../test/calendars.js';
import { callAsRoot, caller, root } from '../../../test/people.js';
import { createSchedule, substitute, twoCaregivers } from '../../../test/schedules.js';
import type { Context } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';

let service: { app: App; ctx: Context };
beforeAll(async () => {
  service = await serviceNearby();
});
afterAll(() => service.app.close());

/** A date of iCalendar, some days from today. */
const icalDay = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

const invite = ({ email }: { email: string }): string => `ATTENDEE:mailto:${email}`;

async function listShifts(id: string, from: string, to: string) {
  const { data } = await callAsRoot((first) => first.get(`/schedules/${id}/shifts?from=${from}&to=${to}`));
  return data as { shifts: { user: { id: string }; from: string; until: string; source: string }[]; gaps: unknown[] };
}

/** The Sundays of the next year in which the clock changes in Berlin, and the offsets in hours. */
function listChanges(): { day: string; before: number; after: number }[] {
  const nextSunday = (month: number): string => {
    const years = [0, 1].map((more) => new Date().getUTCFullYear() + more);
    const lasts = years.map((year) => new Date(Date.UTC(year, month + 1, 0)));
    for (const last of lasts) last.setUTCDate(last.getUTCDate() - last.getUTCDay());
    const next = lasts.find((last) => last.getTime() > Date.now() + 2 * 86_400_000);
    return (next as Date).toISOString().slice(0, 10);
  };
  return [
    { day: nextSunday(2), before: 1, after: 2 },
    { day: nextSunday(9), before: 2, after: 1 },
  ];
}

test('shifts of a series end at the same local time, also in the nights in which the clock changes', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann, ben]);
  const night = [
    `DTSTART;TZID=Europe/Berlin:${icalDay(-1_000)}T200000`,
    `DTEND;TZID=Europe/Berlin:${icalDay(-999)}T080000`,
  ];
  const skipped = listChanges().map(({ day }) => `EXDATE;TZID=Europe/Berlin:${day.replaceAll('-', '')}T200000`);
  const host = await calendarHost(calendar([...night, 'RRULE:FREQ=DAILY', ...skipped, invite(ben)]));
  expect((await putFeed(service.app, id, host.url)).data.feed).toMatchObject({
    host: new URL(host.url).host,
    failingSince: null,
    problem: null,
  });
  for (const { day, before, after } of listChanges()) {
    const saturday = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const { shifts, gaps } = await listShifts(id, `${saturday}T18:30:00Z`, `${day}T20:30:00Z`);
    const [from, until] = [`${saturday}T${20 - before}:00:00.000Z`, `${day}T0${8 - after}:00:00.000Z`];
    expect(shifts).toEqual([{ user: { id: ben.id, name: 'Ann Lee' }, from, until, source: 'FEED' }]);
    // The night of Sunday is excluded.
    expect(gaps).toContainEqual(expect.objectContaining({ from: until, reason: 'NO_SHIFT' }));
  }
});

test('whole days last from hand-over to hand-over; substitutions apply; an event that names nobody replaces nobody', async () => {
  const [ann, ben] = await twoCaregivers();
  const id = await createSchedule([ann, ben], { handOver: '20:00', zone: 'Asia/Kathmandu' });
  const [one, three] = [icalDay(1), icalDay(3)];
  const days = [`DTSTART;VALUE=DATE:${one}`, `DTEND;VALUE=DATE:${three}`, invite(ann)];
  const meeting = [`DTSTART:${icalDay(2)}T100000Z`, `DTEND:${icalDay(2)}T110000Z`, 'SUMMARY:Meeting'];
  const host = await calendarHost(calendar(days, meeting));
  expect((await putFeed(service.app, id, host.url)).status).toBe(200);
  const toDay = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const [from, until] = [`${toDay(one)}T14:15:00.000Z`, `${toDay(three)}T14:15:00.000Z`];
  expect(await listShifts(id, from, until)).toMatchObject({
    shifts: [{ user: { id: ann.id }, from, until }],
    gaps: [],
  });
  await substitute(id, { from, until, replaces: ann.id, user: ben.id });
  expect(await listShifts(id, from, until)).toMatchObject({ shifts: [{ user: { id: ben.id } }] });
});

test('a feed that fails keeps its shifts, and the admins are warned once', async () => {
  const [ann] = await twoCaregivers();
  const id = await createSchedule([ann]);
  const shift = [`DTSTART:${icalDay(-1)}T000000Z`, `DTEND:${icalDay(3)}T000000Z`];
  const host = await calendarHost(calendar([...shift, invite(ann)]));
  await putFeed(service.app, id, host.url);
  const warnings = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) from system_log
      where code = 'FEED_FAILING' and params->>'scheduleId' = ${id}`.execute(service.ctx.db);
    return Number(rows[0]?.count);
  };
  host.status = 503;
  const failing = await readAgain(service, id);
  expect(failing).toMatchObject({ onDuty: { id: ann.id }, feed: { problem: 'The server answered 503' } });
  expect(failing.feed.failingSince).toBeTruthy();
  Object.assign(host, { status: 200, body: '<!doctype html>' });
  expect(await readAgain(service, id)).toMatchObject({
    onDuty: { id: ann.id },
    feed: { problem: 'The answer is not a calendar (iCalendar)', failingSince: failing.feed.failingSince },
  });
  expect(await warnings()).toBe(1);
  host.body = calendar();
  expect(await readAgain(service, id)).toMatchObject({ onDuty: null, feed: { problem: null, failingSince: null } });
  const { data } = await caller((await root()).token, service.app).delete(`/schedules/${id}/feed`);
  expect(data).toMatchObject({ onDuty: { id: ann.id }, feed: null });
});

test('an address that leads inside, or that is no calendar, is refused and changes nothing', async () => {
  const [ann] = await twoCaregivers();
  const id = await createSchedule([ann]);
  const working = await calendarHost(calendar());
  await putFeed(service.app, id, working.url);
  const refuse = async (url: string) => {
    const { status, body } = await putFeed(service.app, id, url);
    expect(status).toBe(400);
    return body.details.url;
  };
  expect(await refuse('https://10.0.0.1/duty.ics')).toMatch(/^leads into a private network/);
  expect(await refuse('https://[::1]/duty.ics')).toMatch(/^leads into a private network/);
  expect(await refuse('http://1.1.1.1/duty.ics')).toMatch(/^must begin with https/);
  const host = await calendarHost('x'.repeat(3 * 1024 * 1024));
  expect(await refuse(host.url)).toBe('could not be read. The answer is longer than 2097152 bytes.');
  host.status = 302;
  host.body = '';
  expect(await refuse(host.url)).toBe('could not be read. The server answered 302; redirects are not followed.');
  host.status = 200;
  host.body = calendar([
    `DTSTART;TZID=Atlantis/North:${icalDay(1)}T100000`,
    `DTEND;TZID=Atlantis/North:${icalDay(1)}T110000`,
  ]);
  expect(await refuse(host.url)).toBe('could not be read. The time zone Atlantis/North of an event is not known.');
  const { data } = await callAsRoot((first) => first.get(`/schedules/${id}`));
  expect(data.feed).toMatchObject({ host: new URL(working.url).host, problem: null });
});
