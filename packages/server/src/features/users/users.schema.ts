import Type, { type Static } from 'typebox';
import { DateOnly, Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';

export const roles = ['PATIENT', 'CAREGIVER', 'ADMIN'] as const;
export const accountStatuses = ['active', 'inactive'] as const;

export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ann@example.org'] });
export const PersonName = Text({ max: 100 });
export const Phone = Text({ max: 40, description: 'Phone number, as a person would write it.' });
export const Avatar = Type.String({
  format: 'uri',
  pattern: '^https?://',
  maxLength: 2_000,
  description: 'must be an http or https address',
});

export const Language = OneOf(['en', 'de'], { description: 'The language of messages; null: English.' });

/** Each rule has its own message, so that the answer says which one is broken. */
export const Password = Type.Unsafe<string>({
  type: 'string',
  minLength: 8,
  maxLength: 128,
  format: 'text',
  writeOnly: true,
  allOf: [
    { pattern: '[A-Z]', description: 'must have an uppercase letter (A-Z)' },
    { pattern: '[a-z]', description: 'must have a lowercase letter (a-z)' },
    { pattern: '[0-9]', description: 'must have a digit (0-9)' },
    { pattern: '[!@#$%^&*]', description: 'must have a special character (!@#$%^&*)' },
  ],
  description: '8 to 128 characters with an uppercase letter, a lowercase letter, a digit and one of !@#$%^&*',
  examples: ['Correct-horse-7!'],
});

/** A password to check, with no rules: they are not revealed to a person who guesses. */
export const TriedPassword = Type.String({
  minLength: 1,
  maxLength: 1_000,
  writeOnly: true,
  examples: ['Correct-horse-7!'],
});

const identity = {
  id: Id,
  email: Type.String({ format: 'email' }),
  firstName: Type.String(),
  lastName: Type.String(),
  role: OneOf(roles),
};

const EmailVerified = Type.Boolean({
  description: 'The person has opened a link that was mailed to this address.',
});

export const SessionUser = Named('SessionUser', identity);
export const NewUser = Named('NewUser', { ...identity, createdAt: Timestamp });
export const CurrentUser = Named('CurrentUser', {
  ...identity,
  createdAt: Timestamp,
  lastLogin: Nullable(Timestamp),
  needsSecondFactor: Type.Boolean({
    description: 'An admin who must set up a second factor, or log in with it, before anything else.',
  }),
});

export const Profile = Named('Profile', {
  ...identity,
  emailVerified: EmailVerified,
  dateOfBirth: Nullable(DateOnly),
  phone: Nullable(Type.String()),
  avatar: Nullable(Type.String({ format: 'uri' })),
  language: Nullable(Language),
  createdAt: Timestamp,
  lastLogin: Nullable(Timestamp),
});

export const Account = Named('User', {
  ...identity,
  emailVerified: EmailVerified,
  status: OneOf(accountStatuses),
  invitationPending: Type.Boolean({
    description: 'Nobody has used the account yet: no password, no sign-in with a provider.',
  }),
  phone: Nullable(Type.String()),
  dateOfBirth: Nullable(DateOnly),
  createdAt: Timestamp,
  lastLogin: Nullable(Timestamp),
});

export const userSortFields = ['createdAt', 'email', 'firstName', 'lastName', 'lastLogin'] as const;
export type UserSortField = (typeof userSortFields)[number];

export type User = Static<typeof Profile> & Static<typeof Account>;
