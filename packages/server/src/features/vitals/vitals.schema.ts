import Type, { type Static } from 'typebox';
import { Id, Nullable, Timestamp } from '../../platform/http/shapes.js';

export const maxBuckets = 2_000;

export const VitalsQuery = Type.Object({
  from: Type.Optional(Type.String({ description: 'ISO date or time; by default 24 hours before `to`.' })),
  to: Type.Optional(Type.String({ description: 'ISO date or time, exclusive; by default now.' })),
  step: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 300,
    description: `Seconds in a bucket, a whole number of minutes; at most ${maxBuckets} buckets fit between from and to.`,
  }),
});
export type VitalsQuery = Static<typeof VitalsQuery>;

const Range = (unit: string) =>
  Nullable(
    Type.Object(
      {
        min: Type.Integer(),
        mean: Type.Number({ description: 'Of all readings that had it, to a tenth.' }),
        max: Type.Integer(),
      },
      { description: `${unit}; null when no reading had it.` },
    ),
  );

const VitalsBucket = Type.Object({
  at: Timestamp,
  readings: Type.Integer({ description: 'How many readings came in this bucket, with or without vitals.' }),
  heartRate: Range('Beats per minute'),
  oxygenSaturation: Range('Percent'),
});
export type VitalsBucket = Static<typeof VitalsBucket>;

export const Vitals = Type.Object(
  {
    patientId: Id,
    from: Timestamp,
    to: Timestamp,
    step: Type.Integer({ description: 'Seconds.' }),
    completeTo: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Minutes before this one are all counted; later ones are missing, not partial. Null before the first.',
      }),
    ),
    buckets: Type.Array(VitalsBucket, {
      description: 'Oldest first, each from a multiple of `step` in UTC. One without readings is left out: a gap.',
    }),
  },
  {
    examples: [
      {
        patientId: '01926f3c-2222-7000-8000-000000000002',
        from: '2026-01-31T11:00:00.000Z',
        to: '2026-01-31T12:00:00.000Z',
        step: 300,
        completeTo: '2026-01-31T11:58:00.000Z',
        buckets: [
          {
            at: '2026-01-31T11:00:00.000Z',
            readings: 299,
            heartRate: { min: 66, mean: 71.4, max: 80 },
            oxygenSaturation: { min: 95, mean: 96.8, max: 98 },
          },
          { at: '2026-01-31T11:20:00.000Z', readings: 12, heartRate: null, oxygenSaturation: null },
        ],
      },
    ],
  },
);
export type Vitals = Static<typeof Vitals>;
