import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, Timestamp } from '../../platform/http/shapes.js';

export const credentialExample = 'fwd_0197c1a05f3e7b2c9d4e8f60718293a4_c2VjcmV0LXNlY3JldC1zZWNyZXQtMTIzNDU2';

export const CredentialText = Type.String({
  description: 'The credential itself, shown only now: send it as Authorization: Bearer <credential>.',
  examples: [credentialExample],
});

export const DeviceCredential = Named('DeviceCredential', {
  id: Id,
  createdAt: Timestamp,
  lastUsedAt: Nullable(Type.String({ format: 'date-time', description: 'To the minute; null: never used.' })),
  expiresAt: Nullable(Type.String({ format: 'date-time', description: 'Null: until it is revoked or replaced.' })),
});
export type DeviceCredential = Static<typeof DeviceCredential>;

export const NewDeviceCredential = Named('NewDeviceCredential', {
  ...DeviceCredential.properties,
  credential: CredentialText,
});
export type NewDeviceCredential = Static<typeof NewDeviceCredential>;

export const RotatedCredential = Named('RotatedCredential', {
  credential: CredentialText,
  previousEndsAt: Type.String({ format: 'date-time', description: 'Until then the old credential works too.' }),
});
export type RotatedCredential = Static<typeof RotatedCredential>;

export const CredentialParams = Type.Object({ id: Type.String(), credentialId: Type.String() });
