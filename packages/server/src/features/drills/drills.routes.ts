import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { Drill } from './drills.schema.js';
import { startDrill } from './drills.service.js';

export async function drillRoutes(app: App): Promise<void> {
  app.post(
    '/patients/:id/drills',
    {
      config: { access: 'drill.start' },
      schema: {
        tags: ['Escalation'],
        summary: 'Send a test alert the whole way',
        description:
          'By the patient’s own plan and over every channel, marked as a drill and outside the statistics. It ends with its last step, or when somebody acknowledges it.',
        params: IdParams,
        response: { 201: ok(Drill) },
      },
    },
    async ({ ctx, params }, response) => response.code(201).send(reply(await startDrill(ctx, params.id))),
  );
}
