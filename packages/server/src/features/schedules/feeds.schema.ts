import Type, { type Static } from 'typebox';
import { Named, Text } from '../../platform/http/shapes.js';

export const NewFeed = Named(
  'NewScheduleFeed',
  {
    url: Text({
      max: 2_000,
      description:
        'The https address of a calendar in the format iCalendar. It is a secret: answers show its host only.',
    }),
  },
  { examples: [{ url: 'https://calendar.example.org/night-duty/3f0c9a.ics' }] },
);
export type NewFeed = Static<typeof NewFeed>;

export const ScheduleCalendar = Named(
  'ScheduleCalendar',
  { url: Type.String({ description: 'A secret: whoever knows it can read who is on duty. It is shown only once.' }) },
  { examples: [{ url: 'https://fallwatch.example.org/api/calendars/q6mXl1tIuI3gFYgCjGZ0Xg.ics' }] },
);
export type ScheduleCalendar = Static<typeof ScheduleCalendar>;

export const CalendarParams = Type.Object({ file: Type.String({ description: 'The secret, and `.ics`.' }) });

export const CalendarFile = {
  description: 'Shifts of the last month and of the next year, in UTC.',
  content: {
    'text/calendar': {
      schema: Type.String(),
      examples: {
        file: {
          value:
            'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Fallwatch//EN\r\nBEGIN:VEVENT\r\nUID:20260205T070000Z-01926f3c-4444-7000-8000-000000000001\r\nDTSTAMP:20260201T120000Z\r\nDTSTART:20260205T070000Z\r\nDTEND:20260206T070000Z\r\nSUMMARY:Night duty: Anna Berg\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        },
      },
    },
  },
};
