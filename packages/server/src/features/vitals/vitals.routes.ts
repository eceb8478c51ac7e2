import { actorId } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import { HeartRateTrend, TrendsQuery, Vitals, VitalsQuery } from './vitals.schema.js';
import { listTrends, readVitals } from './vitals.service.js';

const tags = ['Patients'];
const description =
  'Heart rate and oxygen saturation over time, from a roll-up by the minute that outlives the readings. A minute is in it about a minute after its end.';

export async function vitalsRoutes(app: App): Promise<void> {
  app.get(
    '/patients/me/vitals',
    {
      config: { access: 'vitals.readOwn' },
      schema: {
        tags,
        summary: 'My own vitals over time',
        description,
        querystring: VitalsQuery,
        response: { 200: ok(Vitals) },
      },
    },
    async ({ ctx, query }) => reply(await readVitals(ctx, actorId(ctx), query)),
  );

  app.get(
    '/patients/trends',
    {
      config: { access: 'patient.trends' },
      schema: {
        tags,
        summary: 'The heart rate of the last hours: of a caregiver’s own patients, for an admin of all',
        description: 'For a small line beside each person.',
        querystring: TrendsQuery,
        response: { 200: okPage(HeartRateTrend) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await listTrends(ctx, query)),
  );

  app.get(
    '/patients/:id/vitals',
    {
      config: { access: 'patient.vitals' },
      schema: {
        tags,
        summary: 'A patient’s vitals over time',
        description,
        params: IdParams,
        querystring: VitalsQuery,
        response: { 200: ok(Vitals) },
      },
    },
    async ({ ctx, params, query }) => reply(await readVitals(ctx, params.id, query)),
  );
}
