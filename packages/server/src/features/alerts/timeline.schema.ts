import { aftermathKinds } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Delivery } from '../deliveries/deliveries.schema.js';
import { responseKinds } from '../escalation/responders.schema.js';

const moment = (description: string) => Nullable(Type.String({ format: 'date-time', description }));

const FallDelivery = Named('FallDelivery', {
  ...Delivery.properties,
  recipientName: Type.String(),
  handedOverAt: moment('When the channel had sent it, or another service had taken it for delivery.'),
  reachedAt: moment('When it had reached the person.'),
});

const AlertAnswer = Named('AlertAnswer', {
  id: Id,
  name: Type.String(),
  answer: OneOf(['ON_IT', 'CANNOT'], { description: 'ON_IT: this person has taken the alert.' }),
  at: Timestamp,
  channel: Nullable(Type.String({ description: 'Null: in the console, or unknown.' })),
});

const timelinePerson = (description: string) => Nullable(Type.Object({ id: Id, name: Type.String() }, { description }));

const FallResponse = Named('FallResponse', {
  kind: OneOf(responseKinds, {
    description:
      'LEADS: the person who led has released it. CALLED: asks for a second person. DONE: of alerts without a fall.',
  }),
  at: Timestamp,
  by: timelinePerson('Null: the account no longer exists.'),
  note: Nullable(Type.String({ description: 'Of RELEASED and CALLED.' })),
  called: timelinePerson('CALLED only. Null: everybody.'),
});

const AftermathEvent = Named('AftermathEvent', {
  kind: OneOf(aftermathKinds),
  at: Timestamp,
  since: Type.String({ format: 'date-time', description: 'When it began: stillness is only known after 30 s.' }),
  isLong: Type.Boolean({
    description: 'Still for a minute for the first time: an unanswered alert takes its next step at once.',
  }),
});

/** Who was notified of a fall over which channel, who answered, and what the wearer did meanwhile. */
export const FallTimeline = Named(
  'FallTimeline',
  {
    deliveries: Type.Array(FallDelivery, {
      description: 'The newest 200, newest first. Falls that share an escalation share its deliveries.',
    }),
    answers: Type.Array(AlertAnswer, {
      description: 'Everybody who cannot come, and the person who has taken the alert; oldest first.',
    }),
    responses: Type.Array(FallResponse, {
      description: 'What the responders did, oldest first. Falls that share an escalation share it. The newest 500.',
    }),
    aftermath: Type.Array(AftermathEvent, {
      description: 'What the wearer’s device showed in the ten minutes after the fall; oldest first. Empty: unknown.',
    }),
  },
  {
    examples: [
      {
        deliveries: [
          {
            id: '01926f3c-1111-7000-8000-000000000001',
            recipientId: '01926f3c-2222-7000-8000-000000000002',
            recipientName: 'Noah Berg',
            channel: 'sms',
            step: 1,
            status: 'sent',
            attempts: 1,
            reason: null,
            createdAt: '2026-01-31T12:00:00.000Z',
            handedOverAt: '2026-01-31T12:00:00.400Z',
            reachedAt: '2026-01-31T12:00:03.100Z',
            settledAt: '2026-01-31T12:00:03.100Z',
          },
        ],
        answers: [
          {
            id: '01926f3c-2222-7000-8000-000000000002',
            name: 'Noah Berg',
            answer: 'ON_IT',
            at: '2026-01-31T12:00:21.000Z',
            channel: 'sms',
          },
        ],
        responses: [
          {
            kind: 'ON_THE_WAY',
            at: '2026-01-31T12:00:34.000Z',
            by: { id: '01926f3c-2222-7000-8000-000000000002', name: 'Noah Berg' },
            note: null,
            called: null,
          },
        ],
        aftermath: [
          {
            kind: 'LYING_STILL',
            at: '2026-01-31T12:00:33.000Z',
            since: '2026-01-31T12:00:03.000Z',
            isLong: false,
          },
        ],
      },
    ],
  },
);
export type FallTimeline = Static<typeof FallTimeline>;
