import Type from 'typebox';
import { Named, Nullable, Timestamp } from '../../platform/http/shapes.js';
import { TriedCode } from '../auth/auth.schema.js';
import { Passkey } from '../passkeys/passkeys.schema.js';

export const SecondFactors = Named('SecondFactors', {
  totp: Nullable(Named('AuthenticatorApp', { since: Timestamp })),
  recoveryCodesLeft: Type.Integer(),
  passkeys: Type.Array(Passkey),
  hasPassword: Type.Boolean({ description: 'False for an account that has only signed in through a provider.' }),
});

export const NewTotp = Named('NewTotp', {
  secret: Type.String({ description: 'Base32, for people who cannot scan the QR code.' }),
  uri: Type.String({ description: 'The content of the QR code: otpauth://totp/…' }),
});

export const TotpConfirmation = Named('TotpConfirmation', { code: TriedCode }, { examples: [{ code: '123456' }] });

export const RecoveryCodes = Named('RecoveryCodes', {
  codes: Type.Array(Type.String(), { description: 'Shown once. Each is valid for one login.' }),
});
