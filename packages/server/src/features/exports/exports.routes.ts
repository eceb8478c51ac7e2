import type { App } from '../../platform/http/app.js';
import { ExportFile, ExportQuery } from './exports.schema.js';
import { openExport } from './exports.service.js';

export async function exportRoutes(app: App): Promise<void> {
  app.get(
    '/profile/export',
    {
      exposeHeadRoute: false,
      config: { access: 'profile.export' },
      schema: {
        tags: ['Profile'],
        summary: 'Everything about me',
        description:
          'What the service stores about the caller, as one JSON file, or as CSV one part at a time. Data of others is left out. At most 60 files an hour.',
        querystring: ExportQuery,
        response: { 200: ExportFile },
      },
    },
    async ({ ctx, query }, response) => {
      const { type, filename, body } = await openExport(ctx, query);
      response.type(type).header('content-disposition', `attachment; filename="${filename}"`);
      // A stream is sent as it is; the schema describes what is in it.
      return response.send(body as never);
    },
  );
}
