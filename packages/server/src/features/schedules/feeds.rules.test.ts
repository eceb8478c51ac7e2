import ical, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { calendar } from '../../../test/calendar-host.js';
import { findMember, listFeedShifts, prepareCalendar } from './feeds.rules.js';

const members = [
  { id: 'anna', email: 'Anna@example.org', name: 'Anna Berg' },
  { id: 'maria', email: 'maria@example.org', name: 'Anna Maria Berg' },
  { id: 'ben', email: 'ben@example.org', name: 'Ben Thal' },
];
const period = { from: new Date('2026-03-01'), to: new Date('2026-04-30') };

function parse(text: string, zone = 'Europe/Berlin'): VEvent[] {
  const prepared = prepareCalendar(text, zone);
  if ('problem' in prepared) throw new Error(prepared.problem);
  return Object.values(ical.sync.parseICS(prepared.text)).filter((part) => part?.type === 'VEVENT') as VEvent[];
}

const listStarts = (...lines: string[]) =>
  parse(calendar(lines)).flatMap((event) => listFeedShifts(event, period, members).map(({ startsAt }) => startsAt));

describe('what is read', () => {
  test('times without a zone are in that of the schedule', () => {
    const [event] = parse(calendar(['DTSTART:20260301T200000', 'DTEND:20260302T080000']), 'Asia/Kathmandu');
    expect(event?.start.toISOString()).toBe('2026-03-01T14:15:00.000Z');
  });

  test('a series keeps its local time over the change of the clock, without its excluded day', () => {
    const night = ['DTSTART;TZID=Europe/Berlin:20260327T200000', 'DTEND;TZID=Europe/Berlin:20260328T080000'];
    const rule = ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20260328T200000'];
    expect(listStarts(...night, ...rule)).toEqual([
      '2026-03-27T19:00:00.000Z',
      '2026-03-29T18:00:00.000Z',
      '2026-03-30T18:00:00.000Z',
    ]);
  });

  test('a UID that is the name of the prototype of all objects changes nothing', () => {
    const event = ['UID:__proto__', 'DTSTART:20260301T200000Z', 'DTEND:20260302T080000Z', 'SUMMARY:Ben Thal'];
    const quoted = ['UID;X="a:b":__proto__', ...event.slice(1)];
    const lowerCase = ['uid:__proto__', ...event.slice(1)];
    const zone = ['END:VEVENT', 'BEGIN:VTIMEZONE', 'UID:__proto__', 'END:VTIMEZONE', 'BEGIN:VEVENT'];
    expect(parse(calendar(event, quoted, lowerCase, ['UID:1', ...zone, ...event.slice(1)]))).toHaveLength(3);
    const changed = Object.keys(Object.prototype);
    for (const key of changed) Reflect.deleteProperty(Object.prototype, key);
    expect(changed).toEqual([]);
  });

  test('lines of reminders and of properties that are not needed are left out', () => {
    const reminder = ['BEGIN:VALARM', 'UID:r', 'SUMMARY:Wake up', 'END:VALARM', 'X-THING;A="b:c":d', 'DESCRIPTION:x'];
    const prepared = prepareCalendar(
      calendar(['UID:0', 'DTSTART:20260301T200000Z', ...reminder, 'SUMMARY:a\r\n b']),
      'UTC',
    );
    expect('text' in prepared && prepared.text.split('\r\n')).toEqual([
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:event 0', 'DTSTART:20260301T200000Z', 'SUMMARY:ab', 'END:VEVENT'],
      'END:VCALENDAR',
    ]);
  });

  test.each([
    ['a page', '<!doctype html>', 'The answer is not a calendar (iCalendar)'],
    ['a part', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1', 'The calendar is cut off'],
    ['RDATE', calendar(['RDATE:20260301T200000Z']), 'An event repeats by RDATE, which is not supported'],
    [
      'a shift every second',
      calendar(['RRULE:FREQ=SECONDLY']),
      'An event repeats by FREQ=SECONDLY, which is not supported',
    ],
    [
      'too many events',
      calendar(...Array(5_001).fill(['SUMMARY:x'])),
      'The calendar has 5001 events; at most 5000 are read',
    ],
  ])('%s is refused', (_, text, problem) => {
    expect(prepareCalendar(text, 'UTC')).toEqual({ problem });
  });
});

describe('whom an event puts on duty', () => {
  const find = (...lines: string[]): string | null => findMember(parse(calendar(lines))[0] as VEvent, members);

  test('an invited person, then the name in the title, then who made the event', () => {
    const organizer = 'ORGANIZER:mailto:anna@example.org';
    const invited = 'ATTENDEE;CN="Thal, Ben";PARTSTAT=ACCEPTED:MAILTO:ben@example.org';
    expect(find('SUMMARY:Anna Berg', invited, organizer)).toBe('ben');
    expect(find('SUMMARY:Ben Thal: night', organizer)).toBe('ben');
    expect(find('SUMMARY:night', organizer)).toBe('anna');
    expect(find('SUMMARY:night', 'ATTENDEE:mailto:else@example.org')).toBeNull();
  });

  test('not who has declined', () => {
    const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.org';
    expect(find('SUMMARY:night', declined, 'ATTENDEE:mailto:anna@example.org')).toBe('anna');
  });

  test('a name in any order, and the longer one of two', () => {
    expect(find('SUMMARY:Nachtdienst BERG\\, Anna')).toBe('anna');
    expect(find('SUMMARY:Anna Maria Berg')).toBe('maria');
    expect(find('SUMMARY:Anna Bergmann')).toBeNull();
  });
});

test('cancelled events, and those that last no time, are no shifts', () => {
  expect(listStarts('DTSTART:20260301T200000Z', 'DTEND:20260302T080000Z', 'STATUS:CANCELLED')).toEqual([]);
  expect(listStarts('DTSTART:20260301T200000Z')).toEqual([]);
  expect(listStarts('DTSTART:20260301T200000Z', 'DURATION:PT8H')).toEqual(['2026-03-01T20:00:00.000Z']);
});
