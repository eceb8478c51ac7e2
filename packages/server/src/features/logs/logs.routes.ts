import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { okPage } from '../../platform/http/shapes.js';
import { SystemLogQuery, SystemLogRow } from './logs.schema.js';
import { listSystemLog } from './logs.service.js';

export async function logRoutes(app: App): Promise<void> {
  app.get(
    '/admin/logs',
    {
      config: { access: 'log.list' },
      schema: {
        tags: ['Admin'],
        summary: 'What happened in the system, newest first',
        querystring: SystemLogQuery,
        response: { 200: okPage(SystemLogRow) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await listSystemLog(ctx, query)),
  );
}
