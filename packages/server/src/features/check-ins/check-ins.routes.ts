import { actorId } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { CheckIn, CheckInChanges } from './check-ins.schema.js';
import * as checkIns from './check-ins.service.js';

const tags = ['Escalation'];
const response = { 200: ok(CheckIn) };
const path = '/patients/:id/check-in';

export async function checkInRoutes(app: App): Promise<void> {
  addOwnRoutes(app);
  addSettingRoutes(app);
}

function addOwnRoutes(app: App): void {
  app.get(
    '/patients/me/check-in',
    { config: { access: 'checkIn.readOwn' }, schema: { tags, summary: 'My daily check-in', response } },
    async ({ ctx }) => reply(await checkIns.readCheckIn(ctx, actorId(ctx))),
  );

  app.post(
    '/patients/me/check-in',
    {
      config: { access: 'checkIn.confirm' },
      schema: {
        tags,
        summary: '«I’m fine»',
        description:
          'Counts for each window that is open, and ends the alert about a missed one. A second call changes nothing. 409 while nothing is expected.',
        response,
      },
    },
    async ({ ctx }) => reply(await checkIns.confirm(ctx, actorId(ctx))),
  );
}

function addSettingRoutes(app: App): void {
  app.get(
    path,
    {
      config: { access: 'checkIn.read' },
      schema: {
        tags,
        summary: 'The daily check-in of a patient',
        description: 'Off until somebody sets it.',
        params: IdParams,
        response,
      },
    },
    async ({ ctx, params }) => reply(await checkIns.readCheckIn(ctx, params.id)),
  );

  app.put(
    path,
    {
      config: { access: 'checkIn.change' },
      schema: {
        tags,
        summary: 'Set the daily check-in of a patient',
        description:
          'Partial: an absent key stays; the first time `by` and `zone` are needed. Without a sign by the set time, CHECK_IN_MISSED is raised. It begins with the next set time. An absence ends the open alert.',
        params: IdParams,
        body: CheckInChanges,
        response,
      },
    },
    async ({ ctx, params, body }) => reply(await checkIns.changeCheckIn(ctx, params.id, body)),
  );

  app.delete(
    path,
    {
      config: { access: 'checkIn.change' },
      schema: {
        tags,
        summary: 'Switch the daily check-in of a patient off',
        description: 'Ends an open alert about it. Also succeeds if it is off.',
        params: IdParams,
        response,
      },
    },
    async ({ ctx, params }) => reply(await checkIns.removeCheckIn(ctx, params.id)),
  );
}
