import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { Invitation, InvitationToken, ReadInvitation } from './auth.schema.js';
import * as invitations from './invitations.service.js';

const description =
  'For an account without a password, if the invitation was lost or has expired (409 otherwise). The one before stops working. It is mailed, and the answer contains it too.';

export async function invitationRoutes(app: App): Promise<void> {
  app.post(
    '/auth/invitations/read',
    {
      config: { access: 'auth.readInvitation' },
      schema: {
        tags: ['Authentication'],
        summary: 'Who invites whom',
        description: 'Changes nothing.',
        body: InvitationToken,
        response: { 200: ok(ReadInvitation) },
      },
    },
    async ({ ctx, body }) => reply(await invitations.readInvitation(ctx, body.token)),
  );

  app.post(
    '/admin/users/:id/invitation',
    {
      config: { access: 'user.invite' },
      schema: {
        tags: ['Admin'],
        summary: 'Invite a person again',
        description,
        params: IdParams,
        response: { 200: ok(Invitation) },
      },
    },
    async ({ ctx, params }) => reply(await invitations.inviteAgain(ctx, params.id)),
  );

  app.post(
    '/patients/:id/invitation',
    {
      config: { access: 'patient.invite' },
      schema: {
        tags: ['Patients'],
        summary: 'Invite a patient again',
        description,
        params: IdParams,
        response: { 200: ok(Invitation) },
      },
    },
    async ({ ctx, params }) => reply(await invitations.inviteAgain(ctx, params.id)),
  );
}
