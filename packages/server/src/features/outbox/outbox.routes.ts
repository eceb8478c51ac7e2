import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { OutboxMessage } from './outbox.schema.js';
import * as outbox from './outbox.service.js';

/** Development only: what would have been sent. */
export async function outboxRoutes(app: App): Promise<void> {
  app.get(
    '/outbox',
    {
      config: { access: 'outbox.list' },
      schema: {
        tags: ['Contact points'],
        summary: 'What would have been sent, newest first',
        description: 'Messages of media that are not set up. 404 in production.',
        response: { 200: ok(Type.Array(OutboxMessage)) },
      },
    },
    async ({ ctx }) => reply(await outbox.listOutbox(ctx)),
  );
}
