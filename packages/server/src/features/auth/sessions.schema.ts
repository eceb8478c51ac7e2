import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, Timestamp } from '../../platform/http/shapes.js';

export const Session = Named(
  'Session',
  {
    id: Id,
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
    expiresAt: Timestamp,
    client: Nullable(Type.String({ description: 'The browser or program that used it last.' })),
    isCurrent: Type.Boolean({ description: 'The session of this request.' }),
  },
  {
    examples: [
      {
        id: '01a1e678-c02f-77b5-bce2-77b0977fb3db',
        createdAt: '2026-01-30T08:00:00.000Z',
        lastUsedAt: '2026-01-31T12:00:00.000Z',
        expiresAt: '2026-02-01T12:00:00.000Z',
        client: 'Chrome on Android',
        isCurrent: true,
      },
    ],
  },
);
export type Session = Static<typeof Session>;
