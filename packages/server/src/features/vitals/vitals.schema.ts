import Type, { type Static, type TUnsafe } from 'typebox';
import { type VitalApiName, vitalFields } from '../../platform/db/reading-fields.js';
import { pageQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, Text, Timestamp } from '../../platform/http/shapes.js';

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

interface Range {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

const vitalProperties = Object.fromEntries(
  vitalFields.map(({ schema, vital }) => {
    const { type } = schema as unknown as { type: string };
    const bound = Type.Unsafe<number>({ type });
    const mean = Type.Number({ description: 'Of all readings that had it, to a tenth.' });
    const description = `${vital.unit}; null when no reading had it.`;
    return [vital.name, Nullable(Type.Object({ min: bound, mean, max: bound }, { description }))];
  }),
) as unknown as Record<VitalApiName, TUnsafe<Range | null>>;

const VitalsBucket = Named('VitalsBucket', {
  at: Timestamp,
  readings: Type.Integer({ description: 'How many readings came in this bucket, with or without vitals.' }),
  ...vitalProperties,
});
export type VitalsBucket = Static<typeof VitalsBucket>;

export const TrendsQuery = Type.Object({
  ...pageQuery(100),
  ward: Type.Optional(Text({ max: 50, description: 'Only people of this ward, spelt in the same way.' })),
  hours: Type.Integer({ minimum: 1, maximum: 24, default: 6, description: 'How far back.' }),
});
export type TrendsQuery = Static<typeof TrendsQuery>;

export const HeartRateTrend = Named(
  'HeartRateTrend',
  {
    patientId: Id,
    bucketMinutes: Type.Integer(),
    heartRate: Type.Array(Nullable(Type.Integer()), {
      description: 'The mean of each bucket, oldest first, the last one not over yet. Null: nothing was measured.',
    }),
  },
  {
    examples: [{ patientId: '01926f3c-2222-7000-8000-000000000002', bucketMinutes: 10, heartRate: [71, 74, null, 70] }],
  },
);
export type HeartRateTrend = Static<typeof HeartRateTrend>;

export const Vitals = Named(
  'Vitals',
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
