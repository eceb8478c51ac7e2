import Type, { type Static } from 'typebox';
import { OneOf } from '../../platform/http/shapes.js';
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
  { email: Type.String({ maxLength: 1_000 }), password: TriedPassword },
  { examples: [{ email: 'ann@example.org', password: 'Correct-horse-7!' }] },
);
export type LogIn = Static<typeof LogIn>;

export const Token = { token: Type.String({ description: 'JWT; send it as Authorization: Bearer <token>.' }) };
