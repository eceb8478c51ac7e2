import { setSessionCookie } from '../../access/session.js';
import { clientKey } from '../../platform/http/address.js';
import type { App } from '../../platform/http/app.js';
import { Deleted, IdParams, ok, okWith, reply } from '../../platform/http/shapes.js';
import { Token } from '../auth/auth.schema.js';
import { OwnerProof } from '../profile/profile.schema.js';
import { SessionUser } from '../users/users.schema.js';
import { NewPasskey, Passkey, PasskeyOptions, PasskeySignIn } from './passkeys.schema.js';
import * as passkeys from './passkeys.service.js';
import { signInWithPasskey, startSignIn } from './sign-in.service.js';

export async function passkeyRoutes(app: App): Promise<void> {
  addSignInRoutes(app);
  addOwnRoutes(app);
}

function addSignInRoutes(app: App): void {
  const tags = ['Authentication'];
  app.post(
    '/auth/passkeys/options',
    {
      config: { access: 'passkey.signIn' },
      schema: {
        tags,
        summary: 'Begin a sign-in with a passkey',
        description: 'Valid once, for five minutes.',
        response: { 200: ok(PasskeyOptions) },
      },
    },
    async ({ ctx }) => reply(await startSignIn(ctx)),
  );

  app.post(
    '/auth/passkeys/login',
    {
      config: { access: 'passkey.signIn' },
      schema: {
        tags,
        summary: 'Open a session with a passkey',
        description: 'A passkey counts as both factors: no code is asked for.',
        body: PasskeySignIn,
        response: { 200: okWith(SessionUser, Token) },
      },
    },
    async (request, response) => {
      const { ctx, body } = request;
      const { user, token, expiresAt } = await signInWithPasskey(ctx, body.response, clientKey(request.ip));
      setSessionCookie(request, response, ctx.config, token, expiresAt);
      return { ...reply(user), token };
    },
  );
}

function addOwnRoutes(app: App): void {
  const tags = ['Second factors'];
  app.post(
    '/profile/passkeys/options',
    {
      config: { access: 'factor.manageOwn' },
      schema: { tags, summary: 'Begin to add a passkey', body: OwnerProof, response: { 200: ok(PasskeyOptions) } },
    },
    async ({ ctx, body }) => reply(await passkeys.startRegistration(ctx, body.password)),
  );

  app.post(
    '/profile/passkeys',
    {
      config: { access: 'factor.manageOwn' },
      schema: { tags, summary: 'Add a passkey', body: NewPasskey, response: { 201: ok(Passkey) } },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await passkeys.addPasskey(ctx, body))),
  );

  app.delete(
    '/profile/passkeys/:id',
    {
      config: { access: 'factor.manageOwn' },
      schema: {
        tags,
        summary: 'Remove a passkey',
        params: IdParams,
        body: OwnerProof,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params, body }) => reply(await passkeys.removePasskey(ctx, params.id, body.password)),
  );
}
