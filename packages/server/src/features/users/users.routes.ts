import { actorId } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { CurrentUser } from './users.schema.js';
import * as users from './users.service.js';

/** Spec section 4.9, current user. */
export async function userRoutes(app: App): Promise<void> {
  app.get(
    '/me',
    {
      config: { access: 'me.read' },
      schema: { tags: ['Current user'], summary: 'Who am I?', response: { 200: ok(CurrentUser) } },
    },
    async ({ ctx }) => reply(await users.getUser(ctx, actorId(ctx))),
  );
}
