import Type, { type Static } from 'typebox';
import { Named, Timestamp } from '../../platform/http/shapes.js';
import { Email, Password, TriedPassword } from '../users/users.schema.js';

const LinkToken = Type.String({ minLength: 1, maxLength: 200, writeOnly: true });

export const ForgottenPassword = Named(
  'ForgottenPassword',
  { email: Type.String({ maxLength: 1_000, format: 'text' }) },
  { examples: [{ email: 'ann@example.org' }] },
);

export const ResetRequested = Named('ResetRequested', {
  resetByMail: Type.Boolean({ description: 'False: this service sends no mail. An admin can create a link.' }),
  message: Type.String(),
});
export type ResetRequested = Static<typeof ResetRequested>;

export const PasswordReset = Named(
  'PasswordReset',
  { token: LinkToken, password: Password },
  { examples: [{ token: 'uFq1…', password: 'Correct-horse-7!' }] },
);
export type PasswordReset = Static<typeof PasswordReset>;

export const ConfirmedEmail = Named('ConfirmedEmail', {
  email: Type.String({ format: 'email', description: 'The address with which to sign in.' }),
});
export type ConfirmedEmail = Static<typeof ConfirmedEmail>;

export const ResetLink = Named(
  'ResetLink',
  {
    token: Type.String(),
    url: Type.String({ description: 'The page that sets the password. Whoever opens it can: pass it on with care.' }),
    expiresAt: Timestamp,
    mailed: Type.Boolean({ description: 'The link was mailed to the person. If false, pass it on.' }),
  },
  {
    examples: [
      {
        token: 'uFq1…',
        url: 'https://care.example.org/reset#uFq1…',
        expiresAt: '2026-02-01T12:00:00.000Z',
        mailed: true,
      },
    ],
  },
);
export type ResetLink = Static<typeof ResetLink>;

export const EmailChange = Named(
  'EmailChange',
  { email: Email, password: TriedPassword },
  { examples: [{ email: 'ann@example.org', password: 'Correct-horse-7!' }] },
);
export type EmailChange = Static<typeof EmailChange>;

export const EmailConfirmation = Named('EmailConfirmation', { token: LinkToken }, { examples: [{ token: 'uFq1…' }] });
