import { fallLevels } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { pageQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, separatorQuery, Text, Timestamp } from '../../platform/http/shapes.js';
import { NullableExplanation } from '../alerts/explanation.schema.js';
import { alertSeverities } from '../deliveries/notice.schema.js';
import { FallEscalation } from '../escalation/escalation.schema.js';
import { FalseAlarmAct } from '../thresholds/thresholds.schema.js';
import { exampleFall } from './example-fall.schema.js';
import { detailChanges, outcomeProperties, outcomes } from './outcome.schema.js';

export const fallSortFields = ['createdAt', 'confidence', 'status'] as const;
export type FallSortField = (typeof fallSortFields)[number];

export const FallReport = Named(
  'FallReport',
  {
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    location: Type.Optional(Nullable(Text({ min: 0, max: 500 }))),
    witnessed: Type.Optional(Nullable(Type.Boolean())),
    injuries: Type.Optional(Nullable(Text({ min: 0, max: 2_000 }))),
  },
  {
    // Ignoring a key that names another person would record the fall as the caller's own.
    additionalProperties: false,
    description: 'A report is about a fall of the caller, and takes confidence, location, witnessed and injuries.',
    examples: [{ confidence: 0.82, location: 'Bathroom', witnessed: false, injuries: 'Bruised hip' }],
  },
);
export type FallReport = Static<typeof FallReport>;

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Text({ max: 200, description: 'Repeat a report with the same key and it is recorded once.' }),
  ),
});

export const RaisedAlerts = Named('RaisedAlerts', {
  notified: Type.Boolean({ description: 'At least one caregiver has an alert.' }),
  caregiverCount: Type.Integer(),
  adminsNotified: Type.Boolean({ description: 'The person has no caregiver, or the fall is CONFIRMED.' }),
});

const core = {
  id: Id,
  confidence: Type.Number(),
  status: OneOf(fallLevels),
  location: Nullable(Type.String()),
  createdAt: Timestamp,
};

export const ReportedFall = Named('ReportedFall', {
  ...core,
  userId: Id,
  witnessed: Nullable(Type.Boolean()),
  injuries: Nullable(Type.String()),
  alerts: RaisedAlerts,
});

const responses = {
  responded: Type.Boolean(),
  responseTime: Nullable(Type.Integer({ description: 'Whole seconds from the fall to the first acknowledgement.' })),
};

const withheldUpTo = Nullable(
  Type.Number({ description: 'No alert was raised, because this is the person’s own threshold. Null otherwise.' }),
);

export const FallRow = Named('FallRow', { ...core, ...responses, withheldUpTo });
export type FallRow = Static<typeof FallRow>;

/** Falls of patients the caller is not assigned to have no identity: anybody can sign up as a caregiver. */
export const RecentFall = Named('RecentFall', {
  id: Id,
  status: OneOf(fallLevels),
  confidence: Type.Number(),
  severity: OneOf(alertSeverities),
  createdAt: Timestamp,
  location: Type.Optional(core.location),
  responded: Type.Optional(responses.responded),
  responseTime: Type.Optional(responses.responseTime),
  userId: Type.Optional(Id),
  patientName: Type.Optional(Type.String()),
  deviceId: Type.Optional(Nullable(Id)),
});
export type RecentFall = Static<typeof RecentFall>;

const Investigation = Named('Investigation', {
  flagged: Type.Boolean(),
  flaggedAt: Nullable(Timestamp),
  flaggedBy: Nullable(Id),
  notes: Nullable(Type.String()),
});

export const AdminFall = Named('AdminFall', {
  ...core,
  ...responses,
  userId: Id,
  patientName: Type.String(),
  deviceId: Nullable(Id),
  severity: OneOf(alertSeverities),
  investigation: Investigation,
});
export type AdminFall = Static<typeof AdminFall>;

/** The seconds that led to the level, oldest first. */
const EvidenceWindow = Type.Unsafe<readonly object[] | null>({
  type: ['array', 'null'],
  items: { type: 'object', additionalProperties: true },
});

const moment = (description: string) => Nullable(Type.String({ format: 'date-time', description }));

/** From the impact to the outcome. Null: has not happened, or is unknown. */
const Timeline = Named('Timeline', {
  impactAt: moment('The reading in which the detector first saw it; null for a reported fall.'),
  recordedAt: Timestamp,
  alertedAt: moment('An alert about it was raised. People are notified after the question to the wearer, if any.'),
  notifiedAt: moment('The first channel beyond the lists has confirmed.'),
  seenAt: moment('A caregiver has looked at the list in which it stands.'),
  acknowledgedAt: moment('Somebody has taken it on.'),
  cancelledAt: moment('The wearer said “I’m OK”.'),
  confirmedAt: moment('The wearer said “I need help”.'),
  resolvedAt: moment('It is over.'),
});

const resolution = Named('Resolution', {
  ...outcomeProperties,
  resolvedAt: Timestamp,
  resolvedBy: Nullable(Id),
});

const Triple = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });

const fallDetail = {
  ...core,
  ...responses,
  userId: Id,
  deviceId: Nullable(Id),
  source: Nullable(
    OneOf(['HOME_ASSISTANT'], {
      description: 'Through what the wearer called for help. Null: a device, the console or the API.',
    }),
  ),
  witnessed: Nullable(Type.Boolean()),
  injuries: Nullable(Type.String()),
  sensorData: Type.Unsafe<{ accel: number[]; gyro: number[]; timestamp: string } | null>({
    type: ['object', 'null'],
    properties: { accel: Triple, gyro: Triple, timestamp: Timestamp },
    required: ['accel', 'gyro', 'timestamp'],
  }),
  explanation: NullableExplanation,
  evidence: EvidenceWindow,
  outcome: Nullable(OneOf(outcomes)),
  withheldUpTo,
  alerts: Type.Array(
    Type.Object({ caregiverId: Id, sent: Type.Boolean(), acknowledged: Type.Boolean(), timestamp: Timestamp }),
  ),
  investigation: Investigation,
  resolution: Type.Unsafe<Static<typeof resolution> | null>({ ...resolution, type: ['object', 'null'] }),
  escalation: FallEscalation,
  timeline: Timeline,
};

export const FallDetail = Named('FallDetail', fallDetail, { examples: [exampleFall] });
export type FallDetail = Static<typeof FallDetail>;

const status = Type.Optional(OneOf(fallLevels));

export const OwnFallsQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(fallSortFields),
  status,
  days: Type.Integer({ minimum: 1, maximum: 36_500, default: 30 }),
});
export type OwnFallsQuery = Static<typeof OwnFallsQuery>;

export const RecentFallsQuery = Type.Object({
  ...pageQuery(20),
  ...sortQuery(fallSortFields),
  hours: Type.Integer({ minimum: 1, maximum: 876_000, default: 24 }),
});
export type RecentFallsQuery = Static<typeof RecentFallsQuery>;

export const PatientFallsQuery = Type.Object({ ...pageQuery(), ...sortQuery(fallSortFields), status });

export const AdminFallsQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(fallSortFields),
  status,
  severity: Type.Optional(OneOf(alertSeverities)),
  patientId: Type.Optional(Id),
  dateFrom: Type.Optional(Type.String({ description: 'ISO date or time.' })),
  dateTo: Type.Optional(Type.String({ description: 'ISO date (that UTC day included) or time.' })),
});
export type AdminFallsQuery = Static<typeof AdminFallsQuery>;

export const TimelineCsvQuery = Type.Object(separatorQuery);

export const InvestigationRequest = Named(
  'InvestigationRequest',
  {
    notes: Type.Optional(Nullable(Text({ min: 0, max: 5_000 }))),
    outcome: Type.Optional(Nullable(OneOf(outcomes, { description: 'How it ended.' }))),
  },
  { examples: [{ notes: 'Watch was worn over a sleeve', outcome: 'FALSE_ALARM' }] },
);
export type InvestigationRequest = Static<typeof InvestigationRequest>;

export const ResolutionRequest = Named(
  'ResolutionRequest',
  {
    outcome: OneOf(outcomes, { description: 'How it ended.' }),
    note: Type.Optional(Nullable(Text({ min: 0, max: 2_000 }))),
    act: Type.Optional(Nullable(FalseAlarmAct)),
    ...detailChanges,
  },
  {
    examples: [
      { outcome: 'HELPED', note: 'Slipped on the carpet, not hurt' },
      { outcome: 'HOSPITAL', injury: 'SERIOUS', headImpact: 'YES', ambulance: 'CALLED', liftedBy: 'AMBULANCE' },
      { outcome: 'FALSE_ALARM', act: 'SAT_DOWN_HARD' },
    ],
  },
);
export type ResolutionRequest = Static<typeof ResolutionRequest>;

export const Confirmation = Named('Confirmation', {
  required: Type.Boolean({ description: 'Ask the wearer now: cancel or confirm the fall.' }),
  expiresAt: Nullable(Type.String({ format: 'date-time', description: 'Then the caregivers are notified.' })),
});
export type Confirmation = Static<typeof Confirmation>;
