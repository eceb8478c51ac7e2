import type { App } from '../../platform/http/app.js';
import { Message, ok, reply } from '../../platform/http/shapes.js';
import { PushKey, ReplacedSubscription } from './push.schema.js';
import * as push from './push.service.js';

export async function pushRoutes(app: App): Promise<void> {
  app.get(
    '/push/key',
    {
      config: { access: 'push.key' },
      schema: {
        tags: ['Contact points'],
        summary: 'The key that a browser needs to subscribe to notifications',
        response: { 200: ok(PushKey) },
      },
    },
    async ({ ctx }) => reply({ publicKey: await push.readPublicKey(ctx) }),
  );

  app.post(
    '/push/subscription',
    {
      config: { access: 'push.resubscribe' },
      schema: {
        tags: ['Contact points'],
        summary: 'A browser has replaced its subscription',
        description:
          'From the service worker, which has no session. The contact point keeps its settings and stays verified.',
        body: ReplacedSubscription,
        response: { 200: ok(Message) },
      },
    },
    async ({ ctx, body }) => {
      await push.resubscribe(ctx, body);
      return reply({ message: 'Notifications go to the new subscription' });
    },
  );
}
