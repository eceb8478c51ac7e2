import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, Text, Timestamp } from '../../platform/http/shapes.js';

export const Passkey = Named('Passkey', {
  id: Id,
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});
export type Passkey = Static<typeof Passkey>;

/** For the browser as they are: navigator.credentials.create({ publicKey }) and .get({ publicKey }). */
export const PasskeyOptions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'PasskeyOptions',
  additionalProperties: true,
  description: 'As PublicKeyCredential.parseCreationOptionsFromJSON() or parseRequestOptionsFromJSON() take them.',
});

const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const common = { id: Base64Url(1_400), rawId: Base64Url(1_400), type: Type.String({ maxLength: 20 }) };

const example = { id: 'AX9k', rawId: 'AX9k', type: 'public-key' };

/** The credential of the browser as JSON. Its parts are checked by the library that verifies it. */
export const NewPasskey = Named(
  'NewPasskey',
  {
    name: Text({ max: 50 }),
    response: Named('PasskeyRegistration', {
      ...common,
      response: Type.Object({
        clientDataJSON: Base64Url(4_000),
        attestationObject: Base64Url(20_000),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
      }),
    }),
  },
  {
    examples: [
      { name: 'My phone', response: { ...example, response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } } },
    ],
  },
);
export type NewPasskey = Static<typeof NewPasskey>;

export const PasskeySignIn = Named(
  'PasskeySignIn',
  {
    response: Named('PasskeyAssertion', {
      ...common,
      response: Type.Object({
        clientDataJSON: Base64Url(4_000),
        authenticatorData: Base64Url(4_000),
        signature: Base64Url(4_000),
        userHandle: Type.Optional(Base64Url(200)),
      }),
    }),
  },
  {
    examples: [
      {
        response: {
          ...example,
          response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC', userHandle: 'MDE5' },
        },
      },
    ],
  },
);
export type PasskeySignIn = Static<typeof PasskeySignIn>;
