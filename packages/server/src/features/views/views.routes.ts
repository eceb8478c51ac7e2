import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { okPage } from '../../platform/http/shapes.js';
import { View, ViewsQuery } from './views.schema.js';
import { listOwnViews } from './views.service.js';

export async function viewRoutes(app: App): Promise<void> {
  app.get(
    '/patients/me/views',
    {
      config: { access: 'view.listOwn' },
      schema: {
        tags: ['Patients'],
        summary: 'Who looked at my data, newest first',
        description:
          'The last 90 days, one entry for each person, thing and day. Pages of my own count; rows of lists about many people do not.',
        querystring: ViewsQuery,
        response: { 200: okPage(View) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await listOwnViews(ctx, query)),
  );
}
