import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { Readiness, ShiftCheck, ShiftCheckResults } from './readiness.schema.js';
import * as readiness from './readiness.service.js';

const tags = ['Schedules'];

export async function readinessRoutes(app: App): Promise<void> {
  app.post(
    '/caregivers/me/shift-checks',
    {
      config: { access: 'shiftCheck.record' },
      schema: {
        tags,
        summary: 'Record the test of sound and notifications at the start of a shift',
        description: 'Only the newest is kept. The admins see it.',
        body: ShiftCheckResults,
        response: { 201: ok(ShiftCheck) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await readiness.recordShiftCheck(ctx, body))),
  );

  app.get(
    '/caregivers/me/readiness',
    {
      config: { access: 'readiness.readOwn' },
      schema: {
        tags,
        summary: 'Whether alerts reach me, and my last shift check',
        response: { 200: ok(Readiness) },
      },
    },
    async ({ ctx }) => reply(await readiness.readOwnReadiness(ctx)),
  );

  app.get(
    '/admin/readiness',
    {
      config: { access: 'readiness.list' },
      schema: {
        tags,
        summary: 'Whether the caregivers can be reached: those without a working channel first',
        description:
          'Active caregivers who look after somebody or are on duty within 24 hours. An open page does not count as a channel.',
        response: { 200: ok(Type.Array(Readiness)) },
      },
    },
    async ({ ctx }) => reply(await readiness.listReadiness(ctx)),
  );
}
