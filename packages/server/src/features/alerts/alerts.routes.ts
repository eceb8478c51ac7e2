import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { IdParams, ok, okPage, okWith, reply } from '../../platform/http/shapes.js';
import { AdminAlertsQuery, Alert, AlertQuery, OwnAlertsMore } from './alerts.schema.js';
import * as alerts from './alerts.service.js';

export async function alertRoutes(app: App): Promise<void> {
  app.get(
    '/caregivers/alerts',
    {
      config: { access: 'alert.listOwn' },
      schema: {
        tags: ['Caregivers'],
        summary: 'My alerts, newest first',
        querystring: AlertQuery,
        response: { 200: okWith(Type.Array(Alert), OwnAlertsMore) },
      },
    },
    async ({ ctx, query }) => {
      const { alerts: shown, ...more } = await alerts.listOwnAlerts(ctx, query);
      return { ...reply(shown), ...more };
    },
  );

  app.post(
    '/caregivers/alerts/:id/acknowledge',
    {
      config: { access: 'alert.acknowledge' },
      schema: {
        tags: ['Caregivers'],
        summary: 'I have seen this alert',
        params: IdParams,
        response: { 200: ok(Alert) },
      },
    },
    async ({ ctx, params }) => reply(await alerts.acknowledgeAlert(ctx, params.id)),
  );

  app.get(
    '/admin/alerts',
    {
      config: { access: 'adminAlert.list' },
      schema: {
        tags: ['Admin'],
        summary: 'Alerts to the admins, newest first',
        querystring: AdminAlertsQuery,
        response: { 200: okPage(Alert) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await alerts.listAdminAlerts(ctx, query)),
  );

  app.post(
    '/admin/alerts/:id/acknowledge',
    {
      config: { access: 'adminAlert.acknowledge' },
      schema: {
        tags: ['Admin'],
        summary: 'An admin has seen this alert',
        params: IdParams,
        response: { 200: ok(Alert) },
      },
    },
    async ({ ctx, params }) => reply(await alerts.acknowledgeAlert(ctx, params.id)),
  );
}
