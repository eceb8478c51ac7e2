import Type, { type Static } from 'typebox';
import { OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Email, Password, PersonName, TriedPassword } from '../users/users.schema.js';

export const SignUp = Type.Object(
  {
    email: Email,
    password: Password,
    firstName: PersonName,
    lastName: PersonName,
    role: Type.Optional(OneOf(['PATIENT', 'CAREGIVER'], { default: 'PATIENT' })),
  },
  {
    examples: [
      { email: 'ann@example.org', password: 'Correct-horse-7!', firstName: 'Ann', lastName: 'Lee', role: 'PATIENT' },
    ],
  },
);
export type SignUp = Static<typeof SignUp>;

export const LogIn = Type.Object(
  { email: Type.String({ maxLength: 1_000, format: 'text' }), password: TriedPassword },
  { examples: [{ email: 'ann@example.org', password: 'Correct-horse-7!' }] },
);
export type LogIn = Static<typeof LogIn>;

export const InvitationAcceptance = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200, writeOnly: true }), password: Password },
  { examples: [{ token: 'uFq1…', password: 'Correct-horse-7!' }] },
);
export type InvitationAcceptance = Static<typeof InvitationAcceptance>;

/** Given to whoever created the account, to pass on. */
export const Invitation = Type.Object({
  token: Type.String(),
  url: Type.String({ description: 'Where to accept it: POST { token, password }.' }),
  expiresAt: Timestamp,
});
export type Invitation = Static<typeof Invitation>;

export const Token = { token: Type.String({ description: 'JWT; send it as Authorization: Bearer <token>.' }) };
