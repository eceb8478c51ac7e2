import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { CurrentUser } from './users.schema.js';
import * as users from './users.service.js';

export async function userRoutes(app: App): Promise<void> {
  app.get(
    '/me',
    {
      config: { access: 'me.read' },
      schema: { tags: ['Current user'], summary: 'Who am I?', response: { 200: ok(CurrentUser) } },
    },
    async ({ ctx }) => reply(await users.readCurrentUser(ctx)),
  );
}
