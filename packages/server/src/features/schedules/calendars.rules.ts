/** Writes a schedule as a calendar (RFC 5545). All times are in UTC, so no zone has to be described. */
import type { Shift } from './schedules.schema.js';

interface Calendar {
  readonly id: string;
  readonly name: string;
  readonly shifts: readonly Shift[];
  readonly writtenAt: string;
}

/** Octets of a line without its end. */
const maxLine = 75;

export function toCalendar({ id, name, shifts, writtenAt }: Calendar): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fallwatch//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...[`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...shifts.flatMap(({ user, from, until }) => [
      ...['BEGIN:VEVENT', `UID:${toUtc(from)}-${id}`, `DTSTAMP:${toUtc(writtenAt)}`],
      ...[`DTSTART:${toUtc(from)}`, `DTEND:${toUtc(until)}`, `SUMMARY:${escapeText(`${name}: ${user.name}`)}`],
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function toUtc(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n');
}

/** Never within a character. A continued line begins with a space, which counts. */
function foldLine(line: string): string {
  let [folded, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxLine) [folded, octets] = [`${folded}\r\n `, 1];
    folded += character;
    octets += size;
  }
  return folded;
}
