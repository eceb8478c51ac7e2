import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { Alert } from '../alerts/alerts.schema.js';
import { NewResponse, NewThreadMessage, ThreadLine } from './responses.schema.js';
import * as responses from './responses.service.js';

const tags = ['Responses'];

/** The id is that of any alert about the incident. */
export async function responseRoutes(app: App): Promise<void> {
  app.post(
    '/alerts/:id/response',
    {
      config: { access: 'alert.respond' },
      schema: {
        tags,
        summary: 'What I do about this alert',
        description:
          'One call for each act; a repeated call changes nothing. Taking an alert is acknowledging it. A lead who releases it is followed by a person who has joined; without one, everybody is alerted again at once.',
        params: IdParams,
        body: NewResponse,
        response: { 200: ok(Alert) },
      },
    },
    async ({ ctx, params, body }) => reply(await responses.respondToAlert(ctx, params.id, body)),
  );

  app.get(
    '/alerts/:id/thread',
    {
      config: { access: 'alert.thread' },
      schema: {
        tags,
        summary: 'What the responders wrote and did, oldest first',
        description: 'At most the newest 500 lines. The wearer does not see it.',
        params: IdParams,
        response: { 200: ok(Type.Array(ThreadLine)) },
      },
    },
    async ({ ctx, params }) => reply(await responses.readThread(ctx, params.id)),
  );

  app.post(
    '/alerts/:id/thread',
    {
      config: { access: 'alert.write' },
      schema: {
        tags,
        summary: 'Write to everybody who may know of this alert',
        params: IdParams,
        body: NewThreadMessage,
        response: { 201: ok(ThreadLine) },
      },
    },
    async ({ ctx, params, body }, response) =>
      response.code(201).send(reply(await responses.writeToThread(ctx, params.id, body.text))),
  );
}
