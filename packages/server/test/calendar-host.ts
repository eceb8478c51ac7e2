import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Calendars elsewhere that say who is on duty. */

interface Host {
  readonly url: string;
  /** What it answers from now on. */
  body: string;
  status: number;
}

export async function calendarHost(body: string): Promise<Host> {
  const state: Host = { url: '', body, status: 200 };
  const server = createServer((_, response) => {
    response.writeHead(state.status, { location: '/elsewhere', 'content-type': 'text/calendar' }).end(state.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/duty.ics` });
}

/** A calendar of these events, each given by its lines. */
export function calendar(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event, index) => [
    ...['BEGIN:VEVENT', ...(event.some((line) => line.startsWith('UID')) ? [] : [`UID:${index}`])],
    ...['DTSTAMP:20260101T000000Z', ...event, 'END:VEVENT'],
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
