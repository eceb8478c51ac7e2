import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import * as calendars from './calendars.service.js';
import { CalendarFile, CalendarParams, NewFeed, ScheduleCalendar } from './feeds.schema.js';
import * as feeds from './feeds.service.js';
import { ScheduleDetail } from './schedules.schema.js';

const tags = ['Schedules'];

/** Calendars in and out. */
export async function feedRoutes(app: App): Promise<void> {
  app.put(
    '/schedules/:id/feed',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'Let a calendar elsewhere decide who is on duty',
        description:
          'The calendar is read at once, then every 15 minutes. Its events replace the turns; substitutions apply to its ' +
          'shifts. 400 if it cannot be read: then nothing changes. While it fails later, the shifts that were read last stay.',
        params: IdParams,
        body: NewFeed,
        response: { 200: ok(ScheduleDetail) },
      },
    },
    async ({ ctx, params, body }) => reply(await feeds.setFeed(ctx, params.id, body)),
  );

  app.delete(
    '/schedules/:id/feed',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'Stop reading the calendar: the turns apply again',
        params: IdParams,
        response: { 200: ok(ScheduleDetail) },
      },
    },
    async ({ ctx, params }) => reply(await feeds.removeFeed(ctx, params.id)),
  );

  app.post(
    '/schedules/:id/calendar',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'Publish the schedule as a calendar at a secret address',
        description: 'An earlier address of the schedule ends.',
        params: IdParams,
        response: { 201: ok(ScheduleCalendar) },
      },
    },
    async ({ ctx, params }, response) => response.code(201).send(reply(await calendars.createCalendar(ctx, params.id))),
  );

  app.delete(
    '/schedules/:id/calendar',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'End the secret address of the calendar',
        params: IdParams,
        response: { 200: ok(ScheduleDetail) },
      },
    },
    async ({ ctx, params }) => reply(await calendars.withdrawCalendar(ctx, params.id)),
  );

  app.get(
    '/calendars/:file',
    {
      config: { access: 'calendar.read' },
      schema: {
        tags,
        summary: 'A schedule as a calendar (iCalendar)',
        description: 'For calendar programs, without a session: the secret in the path decides. 404 once it has ended.',
        params: CalendarParams,
        response: { 200: CalendarFile },
      },
    },
    async ({ ctx, params }, response) => {
      const text = await calendars.readCalendar(ctx, params.file);
      return response.type('text/calendar; charset=utf-8').send(text as never);
    },
  );
}
