import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { SignInMethods } from './methods.schema.js';
import { readSignInMethods } from './methods.service.js';

export async function methodRoutes(app: App): Promise<void> {
  app.get(
    '/auth/methods',
    {
      config: { access: 'auth.methods' },
      schema: { tags: ['Authentication'], summary: 'The ways to sign in here', response: { 200: ok(SignInMethods) } },
    },
    async ({ ctx }) => reply(readSignInMethods(ctx)),
  );
}
