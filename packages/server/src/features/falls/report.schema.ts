import Type, { type Static } from 'typebox';
import { DateOnly, Id, Named, Nullable, Timestamp } from '../../platform/http/shapes.js';
import { FallTimeline } from '../alerts/timeline.schema.js';
import { exampleReport } from './example-fall.schema.js';
import { FallDetail } from './falls.schema.js';
import { OutcomeRecord } from './outcome.schema.js';

const text = Nullable(Type.String());

const ReportPerson = Named('ReportPerson', {
  id: Id,
  name: Type.String(),
  dateOfBirth: Nullable(DateOnly),
  room: text,
  ward: text,
  address: text,
  deviceName: Nullable(Type.String({ description: 'The device that detected the fall.' })),
});
export type ReportPerson = Static<typeof ReportPerson>;

const ReportEntry = Named(
  'ReportEntry',
  {
    at: Timestamp,
    event: Type.String({ examples: ['IMPACT', 'ALERTED', 'DELIVERY', 'ANSWER', 'AFTERMATH', 'RESOLVED'] }),
    id: Nullable(Type.String({ description: 'The delivery, or the person who answered, as in `notified`.' })),
    person: text,
    channel: text,
    status: Nullable(Type.String({ description: 'How a delivery ended, what was answered, observed or recorded.' })),
    reason: text,
  },
  { description: 'A line of /falls/:id/timeline.csv.' },
);

const seconds = (description: string) =>
  Nullable(Type.Integer({ description: `${description} Whole seconds; null if one of the two is unknown.` }));

const Intervals = Named('ReportIntervals', {
  impactToAlert: seconds('From the impact to the alert.'),
  alertToFirstNotice: seconds('From the alert to the first notice that arrived.'),
  firstNoticeToTaken: seconds('From the first notice until somebody took the alert.'),
  takenToArrived: seconds('From taking the alert to the arrival.'),
  arrivedToClosed: seconds('From the arrival to the outcome.'),
  alertToTaken: seconds('From the alert until somebody took it: the telecare measure.'),
  impactToClosed: seconds('From the impact to the outcome.'),
});
export type Intervals = Static<typeof Intervals>;

/** One fall from the impact to the outcome. `fall` and `notified` are the answers of the other calls. */
export const IncidentReport = Named(
  'IncidentReport',
  {
    person: ReportPerson,
    fall: FallDetail,
    notified: FallTimeline,
    entries: Type.Array(ReportEntry, { description: 'Everything in `fall.timeline` and `notified`, oldest first.' }),
    intervals: Intervals,
    closedByName: Nullable(Type.String({ description: 'Who recorded the outcome last.' })),
    outcomeRecords: Type.Array(OutcomeRecord, { description: 'Every outcome that was recorded, oldest first.' }),
  },
  { examples: [exampleReport] },
);
export type IncidentReport = Static<typeof IncidentReport>;
