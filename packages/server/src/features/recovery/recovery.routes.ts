import type { App } from '../../platform/http/app.js';
import { IdParams, Message, ok, reply } from '../../platform/http/shapes.js';
import * as emails from './emails.service.js';
import * as passwords from './passwords.service.js';
import {
  ConfirmedEmail,
  EmailChange,
  EmailConfirmation,
  ForgottenPassword,
  PasswordReset,
  ResetLink,
  ResetRequested,
} from './recovery.schema.js';

export async function recoveryRoutes(app: App): Promise<void> {
  addForgottenRoutes(app);
  addAdminRoute(app);
  addEmailRoutes(app);
}

const openTags = ['Authentication'];

function addForgottenRoutes(app: App): void {
  app.post(
    '/auth/password/forgot',
    {
      config: { access: 'auth.forgotPassword', namesPersonByEmail: true },
      schema: {
        tags: openTags,
        summary: 'Ask for a new password',
        description:
          'Mails a link that works once, within an hour. The answer is the same whether or not there is such an account; one account gets at most five links an hour.',
        body: ForgottenPassword,
        response: { 200: ok(ResetRequested) },
      },
    },
    async ({ ctx, body }) => reply(passwords.requestReset(ctx, body.email)),
  );

  app.post(
    '/auth/password/reset',
    {
      config: { access: 'auth.resetPassword' },
      schema: {
        tags: openTags,
        summary: 'Set a new password with a link',
        description:
          'Ends all sessions of the account, but no device credential, and tells the person by mail. Opens no session: log in with the e-mail of the answer.',
        body: PasswordReset,
        response: { 200: ok(ConfirmedEmail) },
      },
    },
    async ({ ctx, body }) => reply(await passwords.resetPassword(ctx, body)),
  );
}

function addAdminRoute(app: App): void {
  app.post(
    '/admin/users/:id/password-reset',
    {
      config: { access: 'user.resetPassword' },
      schema: {
        tags: ['Admin'],
        summary: 'Create a link for a new password',
        description:
          'Mails it, and returns it to be passed on. It works once, within 24 hours; until then the old password stays valid.',
        params: IdParams,
        response: { 200: ok(ResetLink) },
      },
    },
    async ({ ctx, params }) => reply(await passwords.createResetLink(ctx, params.id)),
  );
}

function addEmailRoutes(app: App): void {
  app.post(
    '/profile/email',
    {
      config: { access: 'profile.email' },
      schema: {
        tags: ['Profile'],
        summary: 'Change the own e-mail',
        description:
          'Mails a link to the new address. It works once, within 24 hours; until it is opened the old address counts. An address of another account gets a notice instead of a link, with the same answer.',
        body: EmailChange,
        response: { 200: ok(Message) },
      },
    },
    async ({ ctx, body }) => {
      await emails.requestEmailChange(ctx, body);
      return reply({ message: 'Open the link that was mailed to the new address' });
    },
  );

  app.post(
    '/profile/email/verification',
    {
      config: { access: 'profile.email' },
      schema: { tags: ['Profile'], summary: 'Confirm the own e-mail by a link', response: { 200: ok(Message) } },
    },
    async ({ ctx }) => {
      await emails.requestVerification(ctx);
      return reply({ message: 'Open the link that was mailed to you' });
    },
  );

  app.post(
    '/auth/email/confirm',
    {
      config: { access: 'auth.confirmEmail' },
      schema: {
        tags: openTags,
        summary: 'Confirm an e-mail with a link',
        description:
          'Changes the e-mail of the account if the link is for another one, and tells the old address. 409 if another account has taken it meanwhile.',
        body: EmailConfirmation,
        response: { 200: ok(ConfirmedEmail) },
      },
    },
    async ({ ctx, body }) => reply(await emails.confirmEmail(ctx, body.token)),
  );
}
