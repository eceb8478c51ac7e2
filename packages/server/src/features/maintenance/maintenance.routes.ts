import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { MaintenanceReport, MaintenanceRequest } from './maintenance.schema.js';
import { runMaintenance } from './maintenance.service.js';

export async function maintenanceRoutes(app: App): Promise<void> {
  app.post(
    '/admin/maintenance',
    {
      config: { access: 'maintenance.run' },
      schema: {
        tags: ['Admin'],
        summary: 'Run a maintenance task now',
        body: MaintenanceRequest,
        response: { 200: ok(MaintenanceReport) },
      },
    },
    async ({ ctx, body }) => reply(await runMaintenance(ctx, body)),
  );
}
