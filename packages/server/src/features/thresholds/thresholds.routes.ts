import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { AlertThreshold, NewAlertThreshold } from './thresholds.schema.js';
import * as thresholds from './thresholds.service.js';

const tags = ['Escalation'];
const path = '/patients/:id/alert-threshold';

export async function thresholdRoutes(app: App): Promise<void> {
  app.get(
    path,
    {
      config: { access: 'threshold.read' },
      schema: {
        tags,
        summary: 'How the alerts about a patient were answered, and the patient’s own threshold',
        params: IdParams,
        response: { 200: ok(AlertThreshold) },
      },
    },
    async ({ ctx, params }) => reply(await thresholds.readThreshold(ctx, params.id)),
  );

  app.put(
    path,
    {
      config: { access: 'threshold.change' },
      schema: {
        tags,
        summary: 'Alert about POTENTIAL falls of a patient above this confidence only',
        description:
          'Possible while `offer` is not null: the newest five answers about such falls were “false alarm”. 409 otherwise. Falls up to the threshold are recorded without an alert. HIGH, CONFIRMED and the wearer’s own call always alert. It ends when a fall up to it is answered as real.',
        params: IdParams,
        body: NewAlertThreshold,
        response: { 200: ok(AlertThreshold) },
      },
    },
    async ({ ctx, params, body }) => reply(await thresholds.setThreshold(ctx, params.id, body)),
  );

  app.delete(
    path,
    {
      config: { access: 'threshold.change' },
      schema: {
        tags,
        summary: 'Alert about all POTENTIAL falls of a patient again',
        description: 'Also succeeds if there is no threshold.',
        params: IdParams,
        response: { 200: ok(AlertThreshold) },
      },
    },
    async ({ ctx, params }) => reply(await thresholds.removeThreshold(ctx, params.id)),
  );
}
