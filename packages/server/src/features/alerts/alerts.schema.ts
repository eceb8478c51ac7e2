import Type, { type Static } from 'typebox';
import { pageQuery } from '../../platform/http/pagination.js';
import { Id, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Delivery } from '../deliveries/deliveries.schema.js';
import { alertSeverities } from './alerts.rules.js';
import { escalationStates } from './escalation.rules.js';
import { NullableExplanation } from './explanation.schema.js';

const handler = Type.Object({ id: Id, name: Type.String(), at: Timestamp });

/** Who has taken it on: whoever of all those alerted acknowledged first. */
const HandledBy = Type.Unsafe<Static<typeof handler> | null>({ ...handler, type: ['object', 'null'] });

const escalation = {
  state: Nullable(
    OneOf(escalationStates, {
      description:
        'WAITING: the wearer is being asked. ESCALATING: nobody has answered. HANDLED: somebody has it. CLOSED: it is over.',
    }),
  ),
  step: Nullable(Type.Integer({ description: 'How many steps were taken.' })),
  nextStepAt: Nullable(Timestamp),
  handledBy: HandledBy,
  closedAs: Nullable(OneOf(['RESOLVED', 'CANCELLED', 'RECOVERED'])),
  isDrill: Type.Boolean(),
};

export const Alert = Type.Object({
  id: Id,
  patientId: Id,
  patientName: Type.String(),
  fallId: Nullable(Id),
  type: Type.String({ examples: ['FALL_DETECTED'] }),
  severity: OneOf(alertSeverities),
  message: Type.String(),
  timestamp: Timestamp,
  acknowledged: Type.Boolean(),
  acknowledgedAt: Nullable(Timestamp),
  emergencyContact: Nullable(Type.String()),
  location: Nullable(Type.String({ description: 'Where, if the fall says so.' })),
  explanation: NullableExplanation,
  seenAt: Nullable(Timestamp),
  ...escalation,
  deliveries: Type.Array(Delivery, { description: 'The newest 20, newest first.' }),
});
export type Alert = Static<typeof Alert>;

export const AlertQuery = Type.Object({
  status: OneOf(['active', 'open', 'acknowledged', 'all'], {
    default: 'active',
    description: 'active: not yet acknowledged by you. open: these, and those acknowledged that are not over.',
  }),
});
export type AlertQuery = Static<typeof AlertQuery>;

export const AdminAlertsQuery = Type.Object({ ...pageQuery(), ...AlertQuery.properties });
export type AdminAlertsQuery = Static<typeof AdminAlertsQuery>;

const fallEscalation = Type.Object(escalation);

/** How far the alerts about a fall have come; null when it alerted nobody. */
export const FallEscalation = Type.Unsafe<Static<typeof fallEscalation> | null>({
  ...fallEscalation,
  type: ['object', 'null'],
});
export type FallEscalation = Static<typeof FallEscalation>;
