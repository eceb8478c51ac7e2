import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

export const Delivery = Named(
  'Delivery',
  {
    id: Id,
    recipientId: Id,
    channel: Type.String({ description: '`live`: an open console or stream. Else a way that the person has set up.' }),
    step: Type.Integer({ description: 'The step of the escalation it belongs to.' }),
    status: OneOf(['pending', 'accepted', 'sent', 'held', 'failed', 'unreachable', 'cancelled'], {
      description:
        '`sent`: it has reached the person. `accepted`: handed over, no receipt yet. `held`: beyond the hourly limit of mail, goes out with the next digest.',
    }),
    attempts: Type.Integer(),
    reason: Nullable(Type.String({ description: 'Why the latest attempt did not arrive.' })),
    createdAt: Timestamp,
    settledAt: Nullable(Timestamp),
  },
  {
    examples: [
      {
        id: '01926f3c-1111-7000-8000-000000000001',
        recipientId: '01926f3c-2222-7000-8000-000000000002',
        channel: 'webhook',
        step: 1,
        status: 'sent',
        attempts: 2,
        reason: null,
        createdAt: '2026-01-31T12:00:00.000Z',
        settledAt: '2026-01-31T12:00:01.200Z',
      },
    ],
  },
);
export type Delivery = Static<typeof Delivery>;
