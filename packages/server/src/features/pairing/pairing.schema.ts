import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { CredentialText } from '../devices/credentials.schema.js';
import { DeviceName } from '../ownership/ownership.schema.js';

const letters = '[BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz]';

const deviceFields = {
  device_id: Type.String({
    format: 'mac',
    description: 'MAC address: colons, hyphens, dots or bare, any case.',
    examples: ['AA:BB:CC:DD:EE:FF'],
  }),
  name: Type.Optional(DeviceName),
  firmware_version: Type.Optional(Text({ max: 50 })),
};

const patientId = Type.Optional(
  Type.String({ ...Id, description: 'The patient who will own the device. Patients leave it out.' }),
);

export const PairingRequest = Named('PairingRequest', deviceFields, {
  examples: [{ device_id: 'AA:BB:CC:DD:EE:FF', firmware_version: '1.4.2' }],
});
export type PairingRequest = Static<typeof PairingRequest>;

export const StartedPairing = Named('StartedPairing', {
  deviceCode: Type.String({ description: 'Secret of the device, for polling.' }),
  userCode: Type.String({ description: 'Show it to the person.', examples: ['BCDF-GHJK'] }),
  url: Type.String({ description: 'Opens the console with the code: for a QR code.' }),
  expiresAt: Timestamp,
  pollSeconds: Type.Integer({ description: 'Poll this often.' }),
});
export type StartedPairing = Static<typeof StartedPairing>;

export const PollRequest = Named(
  'PollRequest',
  { deviceCode: Type.String({ minLength: 1, maxLength: 100, writeOnly: true }) },
  { examples: [{ deviceCode: 'c2VjcmV0LW9mLXRoZS1kZXZpY2UtMTIz' }] },
);

export const PairingState = Named('PairingState', {
  state: OneOf(['WAITING', 'PAIRED']),
  credential: Nullable(CredentialText),
  deviceId: Nullable(Id),
});
export type PairingState = Static<typeof PairingState>;

export const ClaimRequest = Named(
  'ClaimRequest',
  {
    userCode: Type.String({
      pattern: `^\\s*(${letters}[\\s-]*){8}$`,
      maxLength: 40,
      description: 'must be the 8 letters that the device shows, like BCDF-GHJK',
      examples: ['BCDF-GHJK'],
    }),
    patientId,
  },
  { examples: [{ userCode: 'BCDF-GHJK' }] },
);
export type ClaimRequest = Static<typeof ClaimRequest>;

export const CodeRequest = Named(
  'CodeRequest',
  {
    patientId,
    validDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description: 'For a printed card, with a longer code. Left out: 10 minutes.',
      }),
    ),
  },
  { examples: [{ validDays: 14 }] },
);
export type CodeRequest = Static<typeof CodeRequest>;

export const PairingCode = Named('PairingCode', {
  code: Type.String({ examples: ['BCDF-GHJK'] }),
  url: Type.String({ description: 'For a QR code that the device reads.' }),
  expiresAt: Timestamp,
});
export type PairingCode = Static<typeof PairingCode>;

export const RedeemRequest = Named(
  'RedeemRequest',
  {
    code: Type.String({
      pattern: `^\\s*(${letters}[\\s-]*){8}((${letters}[\\s-]*){8})?$`,
      maxLength: 80,
      description: 'must be a code of 8 or 16 letters, like BCDF-GHJK',
      examples: ['BCDF-GHJK'],
    }),
    ...deviceFields,
  },
  { examples: [{ code: 'BCDF-GHJK', device_id: 'AA:BB:CC:DD:EE:FF' }] },
);
export type RedeemRequest = Static<typeof RedeemRequest>;

export const RedeemedPairing = Named('RedeemedPairing', {
  credential: CredentialText,
  deviceId: Id,
  macAddress: Type.String(),
});
export type RedeemedPairing = Static<typeof RedeemedPairing>;
