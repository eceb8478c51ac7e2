import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { Deleted, IdParams, Message, ok, reply } from '../../platform/http/shapes.js';
import { Session } from './sessions.schema.js';
import * as sessions from './sessions.service.js';

const tags = ['Profile'];

export async function sessionRoutes(app: App): Promise<void> {
  app.get(
    '/profile/sessions',
    {
      config: { access: 'profile.sessions' },
      schema: {
        tags,
        summary: 'Where I am signed in',
        description: 'The last used first. `lastUsedAt` is exact to five minutes.',
        response: { 200: ok(Type.Array(Session)) },
      },
    },
    async ({ ctx }) => reply(await sessions.listOwnSessions(ctx)),
  );

  app.delete(
    '/profile/sessions/:id',
    {
      config: { access: 'profile.sessions' },
      schema: {
        tags,
        summary: 'End one of my sessions',
        description: 'It acts within a second. A device that sends with this session stops sending.',
        params: IdParams,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params }) => {
      await sessions.endOwnSession(ctx, params.id);
      return reply({ id: params.id, message: 'Session ended' });
    },
  );

  app.post(
    '/profile/sessions/end-others',
    {
      config: { access: 'profile.sessions' },
      schema: { tags, summary: 'End all my sessions but this one', response: { 200: ok(Message) } },
    },
    async ({ ctx }) => {
      await sessions.endOtherSessions(ctx);
      return reply({ message: 'All other sessions have ended' });
    },
  );
}
