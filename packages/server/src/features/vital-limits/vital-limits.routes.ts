import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { VitalLimitChanges, VitalLimits } from './vital-limits.schema.js';
import * as limits from './vital-limits.service.js';

const tags = ['Escalation'];

export async function vitalLimitRoutes(app: App): Promise<void> {
  app.get(
    '/patients/:id/vital-limits',
    {
      config: { access: 'vitalLimits.read' },
      schema: {
        tags,
        summary: 'The limits of a patient’s heart rate and oxygen',
        description: 'All are null, and nothing alerts, until somebody sets them.',
        params: IdParams,
        response: { 200: ok(VitalLimits) },
      },
    },
    async ({ ctx, params }) => reply(await limits.readLimits(ctx, params.id)),
  );

  app.put(
    '/patients/:id/vital-limits',
    {
      config: { access: 'vitalLimits.update' },
      schema: {
        tags,
        summary: 'Change the limits of a patient’s heart rate and oxygen',
        description:
          'Partial: an absent key stays, null removes the limit. A value outside its limit for `minutes` raises VITALS_OUT_OF_RANGE. Wearables are no medical devices: this does not replace medical monitoring.',
        params: IdParams,
        body: VitalLimitChanges,
        response: { 200: ok(VitalLimits) },
      },
    },
    async ({ ctx, params, body }) => reply(await limits.changeLimits(ctx, params.id, body)),
  );
}
