import { clearSessionCookie } from '../../access/session.js';
import { clientKey } from '../../platform/http/address.js';
import type { App } from '../../platform/http/app.js';
import { Deleted, Message, ok, reply } from '../../platform/http/shapes.js';
import { Profile } from '../users/users.schema.js';
import {
  AccountDeletion,
  AccountDeletionQuery,
  PasswordChange,
  PasswordVerification,
  ProfileChanges,
  VerifiedPassword,
} from './profile.schema.js';
import * as profile from './profile.service.js';

const tags = ['Profile'];

export async function profileRoutes(app: App): Promise<void> {
  addProfileRoutes(app);
  addPasswordRoutes(app);
  addDeletionRoute(app);
}

function addProfileRoutes(app: App): void {
  app.get(
    '/profile/me',
    {
      config: { access: 'profile.read' },
      schema: { tags, summary: 'The own profile', response: { 200: ok(Profile) } },
    },
    async ({ ctx }) => reply(await profile.readProfile(ctx)),
  );

  app.put(
    '/profile/me',
    {
      config: { access: 'profile.update' },
      schema: {
        tags,
        summary: 'Change the own profile',
        description: 'Partial: an absent key stays, null clears.',
        body: ProfileChanges,
        response: { 200: ok(Profile) },
      },
    },
    async ({ ctx, body }) => reply(await profile.updateProfile(ctx, body)),
  );
}

function addPasswordRoutes(app: App): void {
  app.post(
    '/profile/password',
    {
      config: { access: 'profile.password' },
      schema: {
        tags,
        summary: 'Change the own password',
        description: 'This session stays, all others end.',
        body: PasswordChange,
        response: { 200: ok(Message) },
      },
    },
    async ({ ctx, body, ip }) => {
      await profile.changePassword(ctx, body, clientKey(ip));
      return reply({ message: 'Password changed' });
    },
  );

  app.post(
    '/profile/password/verify',
    {
      config: { access: 'profile.verifyPassword' },
      schema: {
        tags,
        summary: 'Check the own password',
        description:
          'Changes nothing. For a client that asks for the password before something final, such as deleting the account. A wrong one is refused as by POST /profile/password.',
        body: PasswordVerification,
        response: { 200: ok(VerifiedPassword) },
      },
    },
    async ({ ctx, body }) => {
      await profile.verifyPassword(ctx, body.password);
      return reply({ verified: true as const });
    },
  );
}

function addDeletionRoute(app: App): void {
  app.delete(
    '/profile/me',
    {
      config: { access: 'profile.delete' },
      schema: {
        tags,
        summary: 'Delete the own account for ever',
        body: AccountDeletion,
        querystring: AccountDeletionQuery,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, body, query }, response) => {
      const id = await profile.deleteAccount(ctx, body.confirmation ?? query.confirmation);
      clearSessionCookie(response, ctx.config);
      return reply({ id, message: 'Account deleted' });
    },
  );
}
