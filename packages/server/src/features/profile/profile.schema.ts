import Type, { type Static } from 'typebox';
import { DateOnly, Named, Nullable, Text } from '../../platform/http/shapes.js';
import { Avatar, Language, Password, PersonName, Phone, TriedPassword } from '../users/users.schema.js';

export const ProfileChanges = Type.Partial(
  Type.Object({
    firstName: PersonName,
    lastName: PersonName,
    phone: Nullable(Phone),
    dateOfBirth: Nullable(DateOnly),
    avatar: Nullable(Avatar),
    language: Nullable(Language),
  }),
  { title: 'ProfileChanges', examples: [{ phone: '+49 30 1234567', dateOfBirth: '1941-05-17' }] },
);

export const PasswordChange = Named(
  'PasswordChange',
  {
    currentPassword: TriedPassword,
    newPassword: Password,
    confirmPassword: Type.Optional(Type.String({ maxLength: 1_000, writeOnly: true })),
  },
  {
    examples: [
      { currentPassword: 'Correct-horse-7!', newPassword: 'Battery-staple-8!', confirmPassword: 'Battery-staple-8!' },
    ],
  },
);
export type PasswordChange = Static<typeof PasswordChange>;

export const PasswordVerification = Named(
  'PasswordVerification',
  { password: TriedPassword },
  { examples: [{ password: 'Correct-horse-7!' }] },
);
export const VerifiedPassword = Named('VerifiedPassword', {
  verified: Type.Unsafe<true>({ type: 'boolean', const: true }),
});

/** For changes of how the account is signed in to. */
export const OwnerProof = Named(
  'OwnerProof',
  {
    password: Type.Optional(
      Type.String({
        ...TriedPassword,
        description: 'Required if the account has a password. Otherwise the session must be younger than 10 minutes.',
      }),
    ),
  },
  { examples: [{ password: 'Correct-horse-7!' }] },
);

const confirmation = { confirmation: Type.Optional(Type.Boolean({ description: 'Must be true.' })) };
const reason = {
  reason: Type.Optional(Text({ min: 0, max: 1_000, description: 'Not kept: free text may name people.' })),
};
export const AccountDeletion = Named(
  'AccountDeletion',
  { ...confirmation, ...reason },
  { examples: [{ confirmation: true, reason: 'Moved away' }] },
);
/** The same as query parameters, because some proxies drop the body of a DELETE. */
export const AccountDeletionQuery = Type.Object({ ...confirmation, ...reason });
