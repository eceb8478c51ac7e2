import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { EscalationPlan, EscalationPlanChanges } from './plans.schema.js';
import * as plans from './plans.service.js';

const tags = ['Escalation'];

export async function planRoutes(app: App): Promise<void> {
  app.get(
    '/patients/:id/escalation',
    {
      config: { access: 'escalation.read' },
      schema: {
        tags,
        summary: 'Who is told when about a patient',
        params: IdParams,
        response: { 200: ok(EscalationPlan) },
      },
    },
    async ({ ctx, params }) => reply(await plans.readPlan(ctx, params.id)),
  );

  app.put(
    '/patients/:id/escalation',
    {
      config: { access: 'escalation.update' },
      schema: {
        tags,
        summary: 'Change who is told when about a patient',
        description:
          'Partial: an absent key stays, null returns to the system’s plan. Alerts that are under way keep the plan they began with.',
        params: IdParams,
        body: EscalationPlanChanges,
        response: { 200: ok(EscalationPlan) },
      },
    },
    async ({ ctx, params, body }) => reply(await plans.changePlan(ctx, params.id, body)),
  );
}
