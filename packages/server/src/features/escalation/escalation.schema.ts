import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { escalationStates } from './escalation.rules.js';

export const closedAs = ['RESOLVED', 'CANCELLED', 'RECOVERED'] as const;

export const Handler = Named('Handler', { id: Id, name: Type.String(), at: Timestamp });

/** The first of the alerted people who acknowledged. */
const HandledBy = Type.Unsafe<Static<typeof Handler> | null>({ ...Handler, type: ['object', 'null'] });

/** Not a new alert: somebody had acknowledged it, and it is sent again because nobody recorded an outcome. */
const Reminder = Named(
  'Reminder',
  {
    takenAt: Timestamp,
    takenBy: Nullable(
      Type.Object({ id: Id, name: Type.String() }, { description: 'Null when the account no longer exists.' }),
    ),
  },
  {
    description:
      'Sent again because nobody recorded an outcome: who had acknowledged it, and when. Null for a new alert.',
  },
);

/** The state of an escalation, on each of its alerts and on its falls. */
export const escalationProperties = {
  state: Nullable(
    OneOf(escalationStates, {
      description:
        'WAITING: the wearer is being asked. ESCALATING: nobody has acknowledged. HANDLED: somebody has. CLOSED: it is closed.',
    }),
  ),
  step: Nullable(Type.Integer({ description: 'Number of steps taken.' })),
  nextStepAt: Nullable(Timestamp),
  handledBy: HandledBy,
  closedAs: Nullable(OneOf(closedAs)),
  isDrill: Type.Boolean(),
  reminder: Nullable(Reminder),
};

const fallEscalation = Named('Escalation', escalationProperties);

/** The state of the escalation of a fall; null when the fall alerted nobody. */
export const FallEscalation = Type.Unsafe<Static<typeof fallEscalation> | null>({
  ...fallEscalation,
  type: ['object', 'null'],
});
export type FallEscalation = Static<typeof FallEscalation>;
