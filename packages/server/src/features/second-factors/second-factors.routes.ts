import type { App } from '../../platform/http/app.js';
import { Deleted, IdParams, Message, ok, reply } from '../../platform/http/shapes.js';
import { OwnerProof } from '../profile/profile.schema.js';
import { NewTotp, RecoveryCodes, SecondFactors, TotpConfirmation } from './second-factors.schema.js';
import * as factors from './second-factors.service.js';

const tags = ['Second factors'];

export async function secondFactorRoutes(app: App): Promise<void> {
  addOverviewRoutes(app);
  addTotpRoutes(app);
}

function addOverviewRoutes(app: App): void {
  app.get(
    '/profile/second-factors',
    {
      config: { access: 'factor.listOwn' },
      schema: { tags, summary: 'How the own account is protected', response: { 200: ok(SecondFactors) } },
    },
    async ({ ctx }) => reply(await factors.readSecondFactors(ctx)),
  );

  app.delete(
    '/admin/users/:id/second-factors',
    {
      config: { access: 'factor.remove' },
      schema: {
        tags,
        summary: 'Remove the authenticator app and all passkeys of a person',
        description: 'For a person who has lost them. All their sessions end, and they are notified.',
        params: IdParams,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params }) => reply(await factors.removeFactorsOfPerson(ctx, params.id)),
  );
}

function addTotpRoutes(app: App): void {
  app.post(
    '/profile/totp',
    {
      config: { access: 'factor.manageOwn' },
      schema: {
        tags,
        summary: 'Begin to set up an authenticator app',
        description: 'Logins need a code only after POST /profile/totp/confirm.',
        body: OwnerProof,
        response: { 200: ok(NewTotp) },
      },
    },
    async ({ ctx, body }) => reply(await factors.startOwnTotp(ctx, body.password)),
  );

  app.post(
    '/profile/totp/confirm',
    {
      config: { access: 'factor.manageOwn' },
      schema: {
        tags,
        summary: 'Confirm the authenticator app with its first code',
        description: 'From now on logins need a code. Returns ten recovery codes, once.',
        body: TotpConfirmation,
        response: { 200: ok(RecoveryCodes) },
      },
    },
    async ({ ctx, body }) => reply(await factors.confirmOwnTotp(ctx, body.code)),
  );

  app.delete(
    '/profile/totp',
    {
      config: { access: 'factor.manageOwn' },
      schema: { tags, summary: 'Remove the authenticator app', body: OwnerProof, response: { 200: ok(Message) } },
    },
    async ({ ctx, body }) => {
      await factors.removeOwnTotp(ctx, body.password);
      return reply({ message: 'Authenticator app removed' });
    },
  );

  app.post(
    '/profile/recovery-codes',
    {
      config: { access: 'factor.manageOwn' },
      schema: {
        tags,
        summary: 'Ten new recovery codes',
        description: 'Those before are no longer valid.',
        body: OwnerProof,
        response: { 200: ok(RecoveryCodes) },
      },
    },
    async ({ ctx, body }) => reply(await factors.replaceRecoveryCodes(ctx, body.password)),
  );
}
