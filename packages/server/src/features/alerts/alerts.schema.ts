import { aftermathKinds } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { pageQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Delivery } from '../deliveries/deliveries.schema.js';
import { alertSeverities } from '../deliveries/notice.schema.js';
import { responderProperties } from '../details/details.schema.js';
import { escalationProperties } from '../escalation/escalation.schema.js';
import { incidentProperties } from '../escalation/responders.schema.js';
import { NullableExplanation } from './explanation.schema.js';

/** The wearer's answer about the fall, also when it came after somebody had acknowledged. */
const WearerResponse = Named(
  'WearerResponse',
  { answer: OneOf(['OK', 'NEEDS_HELP']), at: Timestamp },
  { description: 'What the wearer pressed: “I’m OK” or “I need help”. The latter counts when both were pressed.' },
);

const OutOfRange = Named(
  'OutOfRange',
  {
    vital: OneOf(['heartRate', 'oxygenSaturation']),
    direction: OneOf(['LOW', 'HIGH']),
    limit: Type.Integer({ description: 'Beats per minute, or percent.' }),
    since: Timestamp,
  },
  { description: 'VITALS_OUT_OF_RANGE only: which value is beyond which limit, since when.' },
);

const Aftermath = Named(
  'Aftermath',
  {
    kind: OneOf(aftermathKinds, {
      description: 'LYING_STILL and UPRIGHT only for a device at the waist: elsewhere the posture is not known.',
    }),
    since: Timestamp,
    until: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Nothing is known about later. Null while readings arrive, for ten minutes after the fall.',
      }),
    ),
  },
  { description: 'What the wearer has done since the fall, by the readings. Null: unknown.' },
);

/** Left out of messages to people and of webhooks: see docs/decisions/0083-what-a-responder-needs.md. */
const AlertPatient = Named(
  'AlertPatient',
  { ...responderProperties, phone: Nullable(Type.String({ description: 'The person’s own number.' })) },
  { description: 'For somebody who goes there. Null once the person is deleted.' },
);

export const Alert = Named('Alert', {
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
  patient: Nullable(AlertPatient),
  location: Nullable(Type.String({ description: 'The place, if the fall has one.' })),
  explanation: NullableExplanation,
  fallAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the fall happened. `timestamp` is when this alert was created or last changed.',
    }),
  ),
  wearerResponse: Nullable(WearerResponse),
  outOfRange: Nullable(OutOfRange),
  aftermath: Nullable(Aftermath),
  seenAt: Nullable(Timestamp),
  ...escalationProperties,
  ...incidentProperties,
  declinedBy: Type.Array(Type.Object({ id: Id, name: Type.String(), at: Timestamp }), {
    description: 'Who answered that they cannot come, and has not taken the alert since; oldest first.',
  }),
  deliveries: Type.Array(Delivery, { description: 'The newest 20, newest first.' }),
});
export type Alert = Static<typeof Alert>;

export const AlertQuery = Type.Object({
  status: OneOf(['active', 'open', 'acknowledged', 'all'], {
    default: 'active',
    description:
      'active: not acknowledged by you. open: these, and acknowledged ones that are not closed; each fall once.',
  }),
});
export type AlertQuery = Static<typeof AlertQuery>;

export const OwnAlertsMore = {
  omitted: Type.Optional(
    Type.Integer({
      description:
        'Only when there are more than 200: how many are left out. Unanswered alerts and the first of each patient come before all others.',
    }),
  ),
};

export const AdminAlertsQuery = Type.Object({ ...pageQuery(), ...AlertQuery.properties });
export type AdminAlertsQuery = Static<typeof AdminAlertsQuery>;
