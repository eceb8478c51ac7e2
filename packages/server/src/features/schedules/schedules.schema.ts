import Type, { type Static } from 'typebox';
import { DateOnly, Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { gapReasons, shiftSources } from './schedules.rules.js';

const exampleIds = {
  schedule: '01926f3c-4444-7000-8000-000000000001',
  anna: '01926f3c-1111-7000-8000-000000000002',
  ben: '01926f3c-1111-7000-8000-000000000003',
};

const Person = Named('PersonOnDuty', { id: Id, name: Type.String() });
const Reason = OneOf(gapReasons, {
  description:
    'Why nobody is on duty. `NOT_COVERED`: not a day of this schedule. `NO_PERSON`: the account was deleted, or the feed names nobody of the schedule. `NO_SHIFT`: the feed has none. `ABSENT`: a substitution by nobody. `INACTIVE`: the account is inactive.',
});
const Source = OneOf(shiftSources);

export const Shift = Named('Shift', {
  user: Person,
  from: Timestamp,
  until: Timestamp,
  source: Source,
});
export type Shift = Static<typeof Shift>;

export const Gap = Named('ScheduleGap', { from: Timestamp, until: Timestamp, reason: Reason });
export type Gap = Static<typeof Gap>;

export const Shifts = Named(
  'Shifts',
  { shifts: Type.Array(Shift), gaps: Type.Array(Gap) },
  { description: 'Shifts and gaps that overlap the period, whole.' },
);
export type Shifts = Static<typeof Shifts>;

export const ShiftsQuery = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 40, description: 'A date or a time. Now, if absent.' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'At most 400 days later. 28 days later, if absent.' })),
});
export type ShiftsQuery = Static<typeof ShiftsQuery>;

export const OnDuty = Named('OnDuty', {
  scheduleId: Id,
  name: Type.String(),
  zone: Type.String(),
  user: Nullable(Person),
  source: Nullable(Source),
  reason: Nullable(Reason),
  from: Type.Unsafe<string>({ ...Timestamp, description: 'When this shift, or this gap, began.' }),
  until: Type.Unsafe<string>({ ...Timestamp, description: 'The next hand-over, or the end of the gap.' }),
  next: Nullable(Person),
});
export type OnDuty = Static<typeof OnDuty>;

const fields = {
  name: Text({ max: 80 }),
  zone: Type.String({ minLength: 1, maxLength: 64, description: 'A name of the tz database, like Europe/Berlin.' }),
  startOn: Type.Unsafe<string>({ ...DateOnly, description: 'The first day of the first turn.' }),
  handOver: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'must be a local time like 08:00. Duties begin then, and end at the next hand-over.',
  }),
  turnDays: Type.Integer({ minimum: 1, maximum: 366, description: 'Days of a turn: 7 is weekly, 1 is daily.' }),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: 'Days on which a duty begins: 1 is Monday, 7 is Sunday. Turns count all days.',
  }),
};

const members = Type.Array(Id, {
  minItems: 1,
  maxItems: 100,
  description: 'Caregivers and admins in the order of their turns. A person may have several turns.',
});

const example = {
  name: 'Night duty',
  zone: 'Europe/Berlin',
  startOn: '2026-02-02',
  handOver: '08:00',
  turnDays: 7,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
};

export const NewSchedule = Named(
  'NewSchedule',
  {
    ...fields,
    turnDays: Type.Optional(fields.turnDays),
    weekdays: Type.Optional(fields.weekdays),
    members,
  },
  { examples: [{ ...example, members: [exampleIds.anna, exampleIds.ben] }] },
);
export type NewSchedule = Static<typeof NewSchedule>;

export const ScheduleChanges = Type.Partial(Type.Object({ ...fields, members }), {
  title: 'ScheduleChanges',
  examples: [{ handOver: '20:00', members: [exampleIds.ben, exampleIds.anna] }],
});
export type ScheduleChanges = Static<typeof ScheduleChanges>;

const Member = Named('ScheduleMember', {
  id: Nullable(Id),
  name: Nullable(Type.String()),
  isActive: Type.Boolean({ description: 'False: their turns are gaps.' }),
});
export type Member = Static<typeof Member>;

const Feed = Named('ScheduleFeed', {
  host: Type.String({ description: 'Of its address; the address itself is a secret.' }),
  readAt: Nullable(Timestamp),
  triedAt: Nullable(Timestamp),
  failingSince: Type.Unsafe<string | null>({
    ...Nullable(Timestamp),
    description: 'The shifts are those that were read last.',
  }),
  problem: Nullable(Type.String()),
});

const state = {
  onDuty: Nullable(Person),
  onDutyUntil: Type.Unsafe<string>({ ...Timestamp, description: 'The next hand-over, or the end of the gap.' }),
  // The first time of the next 28 days, or now, in which somebody should be on duty and nobody is.
  nextGap: Nullable(Gap),
};

export const Schedule = Named(
  'Schedule',
  {
    id: Id,
    ...fields,
    members: Type.Array(Member),
    ...state,
    feed: Nullable(Feed),
    hasCalendar: Type.Boolean({ description: 'Others can subscribe to it as a calendar.' }),
    updatedAt: Timestamp,
  },
  {
    examples: [
      {
        id: exampleIds.schedule,
        ...example,
        members: [
          { id: exampleIds.anna, name: 'Anna Berg', isActive: true },
          { id: exampleIds.ben, name: 'Ben Thal', isActive: true },
        ],
        onDuty: { id: exampleIds.anna, name: 'Anna Berg' },
        onDutyUntil: '2026-02-09T07:00:00.000Z',
        nextGap: { from: '2026-02-11T07:00:00.000Z', until: '2026-02-12T07:00:00.000Z', reason: 'ABSENT' },
        feed: null,
        hasCalendar: false,
        updatedAt: '2026-01-31T12:00:00.000Z',
      },
    ],
  },
);
export type Schedule = Static<typeof Schedule>;

const substitution = {
  from: Timestamp,
  until: Timestamp,
  replaces: Type.Unsafe<string | null>({
    ...Nullable(Id),
    description: 'Only while this person would be on duty, as for a holiday. Null: whoever is on duty.',
  }),
  user: Type.Unsafe<string | null>({ ...Nullable(Id), description: 'Who is on duty instead. Null: nobody.' }),
  reason: Nullable(Text({ max: 200 })),
};

export const NewSubstitution = Named(
  'NewSubstitution',
  { ...substitution, replaces: Type.Optional(substitution.replaces), reason: Type.Optional(substitution.reason) },
  {
    examples: [
      {
        from: '2026-02-11T07:00:00.000Z',
        until: '2026-02-13T07:00:00.000Z',
        replaces: exampleIds.anna,
        user: exampleIds.ben,
        reason: 'Holiday',
      },
    ],
  },
);
export type NewSubstitution = Static<typeof NewSubstitution>;

export const Substitution = Named('Substitution', {
  id: Id,
  from: Timestamp,
  until: Timestamp,
  replaces: Nullable(Person),
  replacesAnyone: Type.Boolean(),
  user: Nullable(Person),
  reason: Nullable(Type.String()),
  createdAt: Timestamp,
});
export type Substitution = Static<typeof Substitution>;

export const ScheduleDetail = Named('ScheduleDetail', {
  ...Schedule.properties,
  substitutions: Type.Array(Substitution, {
    description: 'Those that have not ended, at most 500. Later ones are applied to the result of earlier ones.',
  }),
  planCount: Type.Integer({ description: 'Patients whose escalation plan names the schedule.' }),
});
export type ScheduleDetail = Static<typeof ScheduleDetail>;

export const SubstitutionParams = Type.Object({ id: Type.String(), substitutionId: Type.String() });
