import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { Named, ok, reply } from '../../platform/http/shapes.js';
import * as push from './push.service.js';

const PushKey = Named('PushKey', {
  publicKey: Type.String({ description: '`applicationServerKey` of `PushManager.subscribe`, in base64url.' }),
});

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
}
