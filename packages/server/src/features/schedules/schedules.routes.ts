import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { Deleted, IdParams, ok, reply } from '../../platform/http/shapes.js';
import {
  NewSchedule,
  NewSubstitution,
  OnDuty,
  Schedule,
  ScheduleChanges,
  ScheduleDetail,
  Shifts,
  ShiftsQuery,
  Substitution,
  SubstitutionParams,
} from './schedules.schema.js';
import * as schedules from './schedules.service.js';

const tags = ['Schedules'];

export async function scheduleRoutes(app: App): Promise<void> {
  addListRoutes(app);
  addOneRoutes(app);
  addSubstitutionRoutes(app);
}

function addListRoutes(app: App): void {
  app.get(
    '/schedules',
    {
      config: { access: 'schedule.list' },
      schema: {
        tags,
        summary: 'On-call schedules: for a caregiver those with their turns, for an admin all',
        description: 'At most 200, by name.',
        response: { 200: ok(Type.Array(Schedule)) },
      },
    },
    async ({ ctx }) => reply(await schedules.listSchedules(ctx)),
  );

  app.post(
    '/schedules',
    {
      config: { access: 'schedule.create' },
      schema: { tags, summary: 'Create a schedule', body: NewSchedule, response: { 201: ok(ScheduleDetail) } },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await schedules.createSchedule(ctx, body))),
  );

  app.get(
    '/schedules/on-duty',
    {
      config: { access: 'schedule.listOnDuty' },
      schema: {
        tags,
        summary: 'Who is on duty now, and until when',
        response: { 200: ok(Type.Array(OnDuty)) },
      },
    },
    async ({ ctx }) => reply(await schedules.listVisibleOnDuty(ctx)),
  );
}

function addOneRoutes(app: App): void {
  app.get(
    '/schedules/:id',
    {
      config: { access: 'schedule.read' },
      schema: { tags, summary: 'A schedule', params: IdParams, response: { 200: ok(ScheduleDetail) } },
    },
    async ({ ctx, params }) => reply(await schedules.readSchedule(ctx, params.id)),
  );

  app.put(
    '/schedules/:id',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'Change a schedule',
        description: 'Partial: an absent key stays. It applies at once, also to alerts that are under way.',
        params: IdParams,
        body: ScheduleChanges,
        response: { 200: ok(ScheduleDetail) },
      },
    },
    async ({ ctx, params, body }) => reply(await schedules.changeSchedule(ctx, params.id, body)),
  );

  app.delete(
    '/schedules/:id',
    {
      config: { access: 'schedule.delete' },
      schema: {
        tags,
        summary: 'Delete a schedule',
        description: '409 while an escalation plan names it.',
        params: IdParams,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params }) => reply(await schedules.deleteSchedule(ctx, params.id)),
  );

  app.get(
    '/schedules/:id/shifts',
    {
      config: { access: 'schedule.read' },
      schema: {
        tags,
        summary: 'The shifts and gaps of a schedule in a period',
        params: IdParams,
        querystring: ShiftsQuery,
        response: { 200: ok(Shifts) },
      },
    },
    async ({ ctx, params, query }) => reply(await schedules.listRequestedShifts(ctx, params.id, query)),
  );
}

function addSubstitutionRoutes(app: App): void {
  app.post(
    '/schedules/:id/substitutions',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'Swap a duty, or enter a holiday',
        description:
          'Applied to the result of earlier substitutions. A swap is two of them; with `user` null, nobody is on duty.',
        params: IdParams,
        body: NewSubstitution,
        response: { 201: ok(Substitution) },
      },
    },
    async ({ ctx, params, body }, response) =>
      response.code(201).send(reply(await schedules.addSubstitution(ctx, params.id, body))),
  );

  app.delete(
    '/schedules/:id/substitutions/:substitutionId',
    {
      config: { access: 'schedule.update' },
      schema: {
        tags,
        summary: 'Delete a substitution',
        params: SubstitutionParams,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params }) => reply(await schedules.removeSubstitution(ctx, params.id, params.substitutionId)),
  );
}
