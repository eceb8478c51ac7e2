import Type, { type Static } from 'typebox';
import { DateOnly, Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { checkInStates, longestAwayDays, windowHours } from './check-ins.rules.js';

const By = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'The time of day, in `zone`, by which a sign is expected, such as 09:00.',
});
const Zone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone of the person, such as Europe/Berlin. Its changes of the clocks are followed.',
});
const MovementCounts = Type.Boolean({
  description: 'Whether movement of a worn device counts as a sign, besides «I’m fine».',
});
const ResumesOn = Type.Unsafe<string>({
  ...DateOnly,
  description: `Away: the first day on which a sign is expected again, at most ${longestAwayDays} days ahead. Null: not away.`,
});

const CheckInDay = Named('CheckInDay', {
  day: Type.Unsafe<string>({ ...DateOnly, description: 'The date in the person’s zone.' }),
  state: OneOf(checkInStates, {
    description:
      'UPCOMING: nothing is expected yet. OPEN: a sign is expected. CONFIRMED, MOVED: there was one. MISSED: an alert is open. AWAY: nothing is expected until `resumesOn`.',
  }),
  opensAt: Type.Unsafe<string>({
    ...Timestamp,
    description: `From then on a sign counts: ${windowHours} hours before \`dueAt\`.`,
  }),
  dueAt: Timestamp,
  signAt: Nullable(Timestamp),
});

const example = { by: '09:00', zone: 'Europe/Berlin', movementCounts: true, resumesOn: null };

export const CheckIn = Named(
  'CheckIn',
  {
    patientId: Id,
    isOn: Type.Boolean(),
    by: Nullable(By),
    zone: Nullable(Zone),
    movementCounts: MovementCounts,
    resumesOn: Nullable(ResumesOn),
    current: Nullable(
      Type.Unsafe<Static<typeof CheckInDay>>({
        ...CheckInDay,
        description: 'The day that counts now. Null while it is off.',
      }),
    ),
    updatedAt: Nullable(Timestamp),
    updatedBy: Nullable(Id),
  },
  {
    examples: [
      {
        patientId: '01926f3c-1111-7000-8000-000000000001',
        isOn: true,
        ...example,
        current: {
          day: '2026-01-31',
          state: 'CONFIRMED',
          opensAt: '2026-01-31T04:00:00.000Z',
          dueAt: '2026-01-31T08:00:00.000Z',
          signAt: '2026-01-31T06:31:07.000Z',
        },
        updatedAt: '2026-01-30T12:00:00.000Z',
        updatedBy: '01926f3c-1111-7000-8000-000000000002',
      },
    ],
  },
);
export type CheckIn = Static<typeof CheckIn>;

export const CheckInChanges = Type.Partial(
  Type.Object({ by: By, zone: Zone, movementCounts: MovementCounts, resumesOn: Nullable(ResumesOn) }),
  { title: 'CheckInChanges', examples: [example] },
);
export type CheckInChanges = Static<typeof CheckInChanges>;
