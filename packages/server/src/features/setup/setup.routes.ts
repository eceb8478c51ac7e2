import { setSessionCookie } from '../../access/session.js';
import { clientKey } from '../../platform/http/address.js';
import type { App } from '../../platform/http/app.js';
import { ok, okWith, reply } from '../../platform/http/shapes.js';
import { Token } from '../auth/auth.schema.js';
import { NewUser } from '../users/users.schema.js';
import { FirstAdmin, SetupChecklist, SetupState } from './setup.schema.js';
import * as setup from './setup.service.js';

export async function setupRoutes(app: App): Promise<void> {
  app.get(
    '/setup',
    {
      config: { access: 'setup.read' },
      schema: { tags: ['Setup'], summary: 'Whether there is an admin yet', response: { 200: ok(SetupState) } },
    },
    async ({ ctx }) => reply(await setup.readSetup(ctx)),
  );

  app.post(
    '/setup',
    {
      config: { access: 'setup.create' },
      schema: {
        tags: ['Setup'],
        summary: 'Create the first admin and open a session',
        description: 'With the code that the service prints at its start. 409 once there is an admin.',
        body: FirstAdmin,
        response: { 201: okWith(NewUser, Token) },
      },
    },
    async (request, response) => {
      const { ctx, body } = request;
      const { user, token, expiresAt } = await setup.createFirstAdmin(ctx, body, clientKey(request.ip));
      setSessionCookie(request, response, ctx.config, token, expiresAt);
      return response.code(201).send({ ...reply(user), token });
    },
  );

  app.get(
    '/admin/setup',
    {
      config: { access: 'setup.checklist' },
      schema: {
        tags: ['Setup'],
        summary: 'What is left to do until alerts reach somebody',
        response: { 200: ok(SetupChecklist) },
      },
    },
    async ({ ctx }) => reply(await setup.readChecklist(ctx)),
  );
}
