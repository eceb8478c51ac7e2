import Type, { type Static } from 'typebox';
import { Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Email, Password, PersonName, TriedPassword } from '../users/users.schema.js';

const signUpRoles = ['PATIENT', 'CAREGIVER'] as const;

export const SignUpRoles = Named('SignUpRoles', { roles: Type.Array(OneOf(signUpRoles)) });

export const SignUp = Named(
  'SignUp',
  {
    email: Email,
    password: Password,
    firstName: PersonName,
    lastName: PersonName,
    role: Type.Optional(OneOf(signUpRoles, { default: 'PATIENT' })),
  },
  {
    examples: [
      { email: 'ann@example.org', password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee', role: 'PATIENT' },
    ],
  },
);
export type SignUp = Static<typeof SignUp>;

export const TriedCode = Type.String({
  minLength: 1,
  maxLength: 100,
  writeOnly: true,
  description: 'The code of the authenticator app, or a recovery code.',
  examples: ['123456'],
});

export const LogIn = Named(
  'LogIn',
  {
    email: Type.String({ maxLength: 1_000, format: 'text' }),
    password: TriedPassword,
    code: Type.Optional(TriedCode),
  },
  { examples: [{ email: 'ann@example.org', password: 'Correct-horse-7!' }] },
);
export type LogIn = Static<typeof LogIn>;

export const InvitationAcceptance = Named(
  'InvitationAcceptance',
  { token: Type.String({ minLength: 1, maxLength: 200, writeOnly: true }), password: Password },
  { examples: [{ token: 'uFq1…', password: 'Correct-horse-7!' }] },
);
export type InvitationAcceptance = Static<typeof InvitationAcceptance>;

export const InvitationToken = Named(
  'InvitationToken',
  { token: Type.String({ minLength: 1, maxLength: 200, writeOnly: true }) },
  { examples: [{ token: 'uFq1…' }] },
);

/** What the page of an invitation shows before the person has a password. */
export const ReadInvitation = Named('ReadInvitation', {
  email: Type.String({ description: 'With this e-mail the person will sign in.' }),
  firstName: Type.String(),
  invitedBy: Nullable(Type.String({ description: 'Name of the person who invites; null if unknown.' })),
  expiresAt: Timestamp,
});
export type ReadInvitation = Static<typeof ReadInvitation>;

/** Returned to the person who created the account, who can pass it on. */
export const Invitation = Named(
  'Invitation',
  {
    token: Type.String(),
    url: Type.String({ description: 'Where to accept it: POST { token, password }.' }),
    expiresAt: Timestamp,
    mailed: Type.Boolean({
      description: 'The link was mailed to the invited person. If false, pass it on: PUBLIC_URL/invitation#token.',
    }),
  },
  {
    examples: [
      {
        token: 'uFq1…',
        url: '/api/auth/invitations/accept',
        expiresAt: '2026-02-07T12:00:00.000Z',
        mailed: true,
      },
    ],
  },
);
export type Invitation = Static<typeof Invitation>;

export const Token = { token: Type.String({ description: 'JWT; send it as Authorization: Bearer <token>.' }) };

export const ExtendedSession = Named('ExtendedSession', {
  expiresAt: Timestamp,
  expiresInSeconds: Type.Integer({ description: 'The same, for a device whose clock may be wrong.' }),
  extendableUntil: Type.String({
    format: 'date-time',
    description: 'From here on only a login helps. When expiresAt has reached it, the session cannot be extended.',
  }),
});
export type ExtendedSession = Static<typeof ExtendedSession>;
