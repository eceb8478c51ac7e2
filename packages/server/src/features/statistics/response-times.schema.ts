import Type, { type Static } from 'typebox';
import { DateOnly, Id, Named, Nullable, Timestamp } from '../../platform/http/shapes.js';

export const ResponseTimesQuery = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 366, default: 30, description: 'The last N days.' }),
});
export type ResponseTimesQuery = Static<typeof ResponseTimesQuery>;

const seconds = Nullable(Type.Number({ description: 'Seconds; null when none was answered.' }));
const share = Nullable(Type.Number({ description: '0 to 1, of those that had this long; null when there was none.' }));

const reach = Nullable(
  Type.Number({
    description:
      'Seconds from raising an alert until it first reached each person over this channel; null when it reached nobody.',
  }),
);

const figures = {
  alarms: Type.Integer({
    description: 'Falls that alerted somebody; not drills, nor those the wearer called off first.',
  }),
  answered: Type.Integer(),
  p50: seconds,
  p95: seconds,
  p99: seconds,
  within60s: share,
  within180s: share,
};

const times = {
  from: Timestamp,
  to: Timestamp,
  all: Type.Object(figures),
  byDay: Type.Array(Type.Object({ day: DateOnly, ...figures }), { description: 'UTC, newest first.' }),
  byPatient: Type.Array(Type.Object({ patientId: Id, patientName: Type.String(), ...figures }), {
    description: 'Those with the most alerts first, at most 100.',
  }),
};

const timesExample = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-31T00:00:00.000Z',
  all: { alarms: 40, answered: 40, p50: 21.4, p95: 58.2, p99: 122.9, within60s: 0.975, within180s: 1 },
  byDay: [{ day: '2026-01-30', alarms: 2, answered: 2, p50: 18, p95: 20, p99: 20.2, within60s: 1, within180s: 1 }],
  byPatient: [
    {
      patientId: '01926f3c-2222-7000-8000-000000000002',
      patientName: 'Rose Hill',
      alarms: 2,
      answered: 2,
      p50: 18,
      p95: 20,
      p99: 20.2,
      within60s: 1,
      within180s: 1,
    },
  ],
};

/** Without channels: reading every delivery of a year takes seconds. */
export const ResponseStatistics = Named('ResponseStatistics', times, { examples: [timesExample] });
export type ResponseStatistics = Static<typeof ResponseStatistics>;

export const ResponseTimes = Named(
  'ResponseTimes',
  {
    ...times,
    byChannel: Type.Array(
      Type.Object({
        channel: Type.String(),
        deliveries: Type.Integer(),
        reached: Type.Integer({ description: 'Deliveries that reached the person.' }),
        p50: reach,
        p95: reach,
        answered: Nullable(
          Type.Integer({
            description:
              'Alerts that somebody took over this channel; null if it has no links that answer. Answers in the console belong to no channel.',
          }),
        ),
      }),
      { description: 'The deliveries of these alerts; the channel with the most first.' },
    ),
  },
  {
    examples: [
      {
        ...timesExample,
        byChannel: [
          { channel: 'live', deliveries: 96, reached: 31, p50: 0.2, p95: 0.9, answered: null },
          { channel: 'sms', deliveries: 64, reached: 61, p50: 4.1, p95: 12.7, answered: 22 },
        ],
      },
    ],
  },
);
export type ResponseTimes = Static<typeof ResponseTimes>;
