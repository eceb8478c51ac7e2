import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

export const Delivery = Type.Object(
  {
    id: Id,
    recipientId: Nullable({ ...Id, description: 'Null: the list that the admins share.' } as typeof Id),
    channel: Type.String({ description: '`list`, `live`, `webhook`' }),
    step: Type.Integer({
      description: 'The step of the escalation it belongs to; 0 while the wearer was being asked.',
    }),
    status: OneOf(['pending', 'sent', 'failed', 'unreachable', 'cancelled'], {
      description: '`sent` only once the channel has confirmed it.',
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
