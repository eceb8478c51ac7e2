import Type, { type Static } from 'typebox';
import { Named, Nullable } from '../../platform/http/shapes.js';
import { Email, Password, PersonName } from '../users/users.schema.js';

export const SetupState = Named('SetupState', {
  hasAdmin: Type.Boolean({ description: 'false: POST /setup creates the first one.' }),
  name: Nullable(Type.String({ description: 'The name of this installation (SITE_NAME).', examples: ['Elm House'] })),
});
export type SetupState = Static<typeof SetupState>;

export const FirstAdmin = Named(
  'FirstAdmin',
  {
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The code that the service prints at its start, or the command `setup-code`.',
      writeOnly: true,
    }),
    email: Email,
    password: Password,
    firstName: PersonName,
    lastName: PersonName,
  },
  {
    examples: [
      {
        code: 'BCDF-GHJK-LMNP-QRST',
        email: 'ada@example.org',
        password: 'Correct-horse-7!',
        firstName: 'Ada',
        lastName: 'Bloom',
      },
    ],
  },
);
export type FirstAdmin = Static<typeof FirstAdmin>;

export const SetupChecklist = Named('SetupChecklist', {
  person: Type.Boolean({ description: 'There is a patient.' }),
  caregiver: Type.Boolean({ description: 'A patient has a caregiver.' }),
  contactPoint: Type.Boolean({ description: 'A caregiver of a patient has a verified contact point.' }),
  device: Type.Boolean({ description: 'A patient has a device.' }),
  reading: Type.Boolean({ description: 'A device of a patient has sent a reading.' }),
  testAlert: Type.Boolean({ description: 'Somebody has acknowledged a drill.' }),
});
export type SetupChecklist = Static<typeof SetupChecklist>;
