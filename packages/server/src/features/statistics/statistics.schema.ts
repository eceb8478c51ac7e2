import Type, { type Static } from 'typebox';
import { DateOnly, Id, Named, Nullable, OneOf, separatorQuery, Text, Timestamp } from '../../platform/http/shapes.js';
import { outcomes } from '../falls/outcome.schema.js';

const query = {
  weeks: Type.Integer({
    minimum: 1,
    maximum: 53,
    default: 12,
    description: 'This week and those before it. A week begins on Monday.',
  }),
  timeZone: Type.String({
    maxLength: 64,
    format: 'time-zone',
    default: 'UTC',
    description: 'The reader’s time zone, for weeks and hours; its summer time is followed.',
    examples: ['Europe/Berlin'],
  }),
  ward: Type.Optional(Text({ max: 50, description: 'Only people of this ward, spelt in the same way.' })),
  patientId: Type.Optional(Id),
};

export const StatisticsQuery = Type.Object(query);
export type StatisticsQuery = Static<typeof StatisticsQuery>;

export const StatisticsCsvQuery = Type.Object({ ...query, ...separatorQuery });
export type StatisticsCsvQuery = Static<typeof StatisticsCsvQuery>;

export const endings = [...outcomes, 'CANCELLED', 'NOT_RECORDED'] as const;

const period = { from: Timestamp, to: Timestamp, timeZone: Type.String() };

export const figures = {
  falls: Type.Integer({ description: 'Alerts about falls that were no false alarm, as far as is known.' }),
  falseAlarms: Type.Integer({
    description: 'Recorded as FALSE_ALARM, or the wearer pressed “I’m OK” and nobody recorded another outcome.',
  }),
};

export const FallStatistics = Named(
  'FallStatistics',
  {
    ...period,
    total: Type.Object(figures),
    byWeek: Type.Array(Type.Object({ week: DateOnly, ...figures }), {
      description: 'Every week by its Monday, oldest first.',
    }),
    byHour: Type.Array(Type.Object({ hour: Type.Integer(), ...figures }), { description: '0 to 23.' }),
    byWard: Type.Array(Type.Object({ ward: Nullable(Type.String()), ...figures }), {
      description: 'The wards with the most first. Null: people without a ward.',
    }),
    byRoom: Type.Array(Type.Object({ ward: Nullable(Type.String()), room: Nullable(Type.String()), ...figures }), {
      description: 'By the rooms that the people live in now. Those with the most first, at most 100.',
    }),
    byOutcome: Type.Array(Type.Object({ outcome: OneOf(endings), count: Type.Integer() }), {
      description: 'CANCELLED: the wearer pressed “I’m OK”, and nobody recorded an outcome.',
    }),
  },
  {
    examples: [
      {
        from: '2026-01-04T23:00:00.000Z',
        to: '2026-01-14T10:00:00.000Z',
        timeZone: 'Europe/Berlin',
        total: { falls: 3, falseAlarms: 1 },
        byWeek: [
          { week: '2026-01-05', falls: 1, falseAlarms: 1 },
          { week: '2026-01-12', falls: 2, falseAlarms: 0 },
        ],
        byHour: [{ hour: 3, falls: 2, falseAlarms: 0 }],
        byWard: [{ ward: 'First floor', falls: 3, falseAlarms: 1 }],
        byRoom: [{ ward: 'First floor', room: '12', falls: 3, falseAlarms: 1 }],
        byOutcome: [
          { outcome: 'HELPED', count: 3 },
          { outcome: 'FALSE_ALARM', count: 1 },
        ],
      },
    ],
  },
);
export type FallStatistics = Static<typeof FallStatistics>;

const DeviceFigures = Type.Object({
  deviceId: Id,
  name: Type.String(),
  patientId: Id,
  patientName: Type.String(),
  ward: Nullable(Type.String()),
  room: Nullable(Type.String()),
  ...figures,
});
export type DeviceFigures = Static<typeof DeviceFigures>;

export const DeviceStatistics = Named(
  'DeviceStatistics',
  {
    ...period,
    devices: Type.Array(DeviceFigures, {
      description: 'Devices that raised an alert. Those with the most false alarms first, at most 100.',
    }),
  },
  {
    examples: [
      {
        from: '2026-01-04T23:00:00.000Z',
        to: '2026-01-14T10:00:00.000Z',
        timeZone: 'Europe/Berlin',
        devices: [
          {
            deviceId: '01926f3c-3333-7000-8000-000000000003',
            name: 'Watch',
            patientId: '01926f3c-2222-7000-8000-000000000002',
            patientName: 'Rose Hill',
            ward: 'First floor',
            room: '12',
            falls: 1,
            falseAlarms: 4,
          },
        ],
      },
    ],
  },
);
export type DeviceStatistics = Static<typeof DeviceStatistics>;
