/** Pure decisions about calendars of others: which lines are read, and whom an event puts on duty. */
import ical, { type Attendee, type EventInstance, type ParameterValue, type VEvent } from 'node-ical';

/** A calendar of four people with three shifts a day has 4,400 events in four years. */
const maxEvents = 5_000;
const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

const readBlocks = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);
const readLines = new Set([
  ...['BEGIN', 'END', 'UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'EXDATE', 'RECURRENCE-ID', 'SEQUENCE', 'STATUS'],
  ...['SUMMARY', 'ATTENDEE', 'ORGANIZER', 'TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'TZNAME'],
]);

const localTimes = new Set(['DTSTART', 'DTEND', 'EXDATE', 'RECURRENCE-ID']);

type Prepared = { readonly text: string } | { readonly problem: string };

/**
 * Only the lines that are needed, so that the parser meets nothing else. Times without a zone get that of the schedule;
 * the parser would take that of the process.
 */
export function prepareCalendar(text: string, zone: string): Prepared {
  const blocks: string[] = [];
  const lines: string[] = [];
  let events = 0;
  for (const line of unfold(text)) {
    const [, name = '', parameters = '', value = ''] = /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(line) ?? [];
    const kind = name.toUpperCase();
    if (kind === 'BEGIN') blocks.push(value.toUpperCase());
    const problem = blocks.at(-1) === 'VEVENT' ? problemOfLine(kind, value) : undefined;
    if (problem) return { problem };
    if (kind === 'BEGIN' && blocks.at(-1) === 'VEVENT') events += 1;
    if (readLines.has(kind) && blocks.length > 0 && blocks.every((block) => readBlocks.has(block)))
      lines.push(toLine({ kind, parameters, value }, blocks.at(-1) === 'VEVENT' ? zone : null));
    if (kind === 'END') blocks.pop();
  }
  if (lines[0]?.toUpperCase() !== 'BEGIN:VCALENDAR') return { problem: 'The answer is not a calendar (iCalendar)' };
  if (blocks.length > 0) return { problem: 'The calendar is cut off' };
  if (events > maxEvents) return { problem: `The calendar has ${events} events; at most ${maxEvents} are read` };
  return { text: lines.join('\r\n') };
}

function unfold(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
}

function problemOfLine(kind: string, value: string): string | undefined {
  if (kind === 'RDATE') return 'An event repeats by RDATE, which is not supported';
  if (kind !== 'RRULE') return undefined;
  const frequency = /(?:^|;)FREQ=(\w+)/i.exec(value)?.[1]?.toUpperCase() ?? '';
  return frequencies.has(frequency) ? undefined : `An event repeats by FREQ=${frequency}, which is not supported`;
}

interface Line {
  readonly kind: string;
  readonly parameters: string;
  readonly value: string;
}

function toLine({ kind, parameters, value }: Line, zone: string | null): string {
  // The parser uses the UID as the key of an object: __proto__ would change every object of the process.
  if (kind === 'UID') return `UID:event ${value}`;
  const isLocal = localTimes.has(kind) && /^\d{8}T\d{6}(,\d{8}T\d{6})*$/.test(value) && !/;TZID=/i.test(parameters);
  return `${kind}${parameters}${isLocal && zone !== null ? `;TZID=${zone}` : ''}:${value}`;
}

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** As the calendar says it; PostgreSQL makes instants of it. */
export interface FeedShift {
  readonly userId: string | null;
  /** Of a timed event. It ends at the local time of `baseEnd`, also in a night in which the clock changes. */
  readonly startsAt: string | null;
  readonly baseStart: string | null;
  readonly baseEnd: string | null;
  readonly zone: string | null;
  /** Of an event of whole days: from hand-over to hand-over. */
  readonly startOn: string | null;
  readonly days: number;
}

export interface FeedMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The shifts of an event, and of the changed ones of its series. */
export function listFeedShifts(event: VEvent, { from, to }: Period, members: readonly FeedMember[]): FeedShift[] {
  // Someone who was invited to one day of a series has its changed events only.
  const parts = event.rrule ? [event] : new Set([event, ...(Object.values(event.recurrences ?? {}) as VEvent[])]);
  return [...parts]
    .flatMap((part) => ical.expandRecurringEvent(part, { from, to, expandOngoing: true }))
    .filter(({ event: { status }, start, end }) => status !== 'CANCELLED' && end > start)
    .map((instance) => toFeedShift(instance, findMember(instance.event, members)));
}

function toFeedShift({ event, start, end, isFullDay }: EventInstance, userId: string | null): FeedShift {
  if (isFullDay) {
    const days = Math.round((end.getTime() - start.getTime()) / 86_400_000);
    return { userId, startsAt: null, baseStart: null, baseEnd: null, zone: null, startOn: toLocalDay(start), days };
  }
  const [baseStart, baseEnd] = [event.start.toISOString(), (event.end ?? event.start).toISOString()];
  const zone = event.start.tz ?? 'Etc/UTC';
  return { userId, startsAt: start.toISOString(), baseStart, baseEnd, zone, startOn: null, days: 0 };
}

/** The parser gives days as midnight of the process. */
function toLocalDay(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** By the e-mail of who is invited, else by the name in the title, else by the e-mail of who made the event. */
export function findMember(event: VEvent, members: readonly FeedMember[]): string | null {
  const invited = toList(event.attendee).filter((attendee) => !hasDeclined(attendee));
  return findByEmail(invited, members) ?? findByName(event, members) ?? findByEmail(toList(event.organizer), members);
}

function toList<T>(values: T | T[] | undefined): T[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}

function toText(value: ParameterValue | undefined): string {
  return String((typeof value === 'object' ? value.val : value) ?? '').toLowerCase();
}

function hasDeclined(attendee: Attendee): boolean {
  return typeof attendee === 'object' && attendee.params.PARTSTAT === 'DECLINED';
}

function findByEmail(values: readonly unknown[], members: readonly FeedMember[]): string | null {
  for (const value of values) {
    const address = toText(value as ParameterValue).replace(/^mailto:/, '');
    const found = members.find(({ email }) => email.toLowerCase() === address);
    if (found) return found.id;
  }
  return null;
}

/** All words of the name, in any order: “Berg, Anna” is Anna Berg. Nobody, if two names fit equally well. */
function findByName({ summary }: VEvent, members: readonly FeedMember[]): string | null {
  const words = new Set(listWords(toText(summary)));
  const [first, second] = members
    .map(({ id, name }) => ({ id, words: listWords(name.toLowerCase()) }))
    .filter((member) => member.words.length > 0 && member.words.every((word) => words.has(word)))
    .toSorted((one, other) => other.words.length - one.words.length);
  return first && first.words.length !== second?.words.length ? first.id : null;
}

function listWords(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}
