import { clearSessionCookie } from '../../access/session.js';
import type { App } from '../../platform/http/app.js';
import { Deleted, Message, ok, reply } from '../../platform/http/shapes.js';
import { Profile } from '../users/users.schema.js';
import { AccountDeletion, AccountDeletionQuery, PasswordChange, ProfileChanges } from './profile.schema.js';
import * as profile from './profile.service.js';

const tags = ['Profile'];

/** Spec section 4.7. */
export async function profileRoutes(app: App): Promise<void> {
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
    async ({ ctx, body }) => {
      await profile.changePassword(ctx, body);
      return reply({ message: 'Password changed' });
    },
  );

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
