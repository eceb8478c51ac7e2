import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { ResponseTimes, ResponseTimesQuery } from './responses.schema.js';
import { readResponseTimes } from './responses.service.js';

export async function responseRoutes(app: App): Promise<void> {
  app.get(
    '/admin/response-times',
    {
      config: { access: 'responseTimes.read' },
      schema: {
        tags: ['Admin'],
        summary: 'How long falls waited for an answer',
        querystring: ResponseTimesQuery,
        response: { 200: ok(ResponseTimes) },
      },
    },
    async ({ ctx, query }) => reply(await readResponseTimes(ctx, query)),
  );
}
