import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, separatorQuery, Timestamp } from '../../platform/http/shapes.js';
import { exampleIds } from '../deliveries/notice.schema.js';
import { ambulances, headImpacts, injuries, lifters } from '../falls/outcome.schema.js';
import { endings, figures as fallFigures, StatisticsQuery } from './statistics.schema.js';

export const shifts = ['DAY', 'EVENING', 'NIGHT'] as const;
export type Shift = (typeof shifts)[number];

const query = {
  month: Type.String({
    pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
    description: 'The month, in the time zone.',
    examples: ['2026-01'],
  }),
  timeZone: StatisticsQuery.properties.timeZone,
};

export const MonthlyQuery = Type.Object(query);
export type MonthlyQuery = Static<typeof MonthlyQuery>;

export const MonthlyCsvQuery = Type.Object({ ...query, ...separatorQuery });
export type MonthlyCsvQuery = Static<typeof MonthlyCsvQuery>;

export const Measure = Named(
  'ResponseMeasure',
  {
    within: Type.Integer({ description: 'Alerts that were answered in time.' }),
    of: Type.Integer({ description: 'Alerts that had this long: answered in time, or older than the limit.' }),
    share: Nullable(Type.Number({ description: '0 to 1; null when there was none.' })),
    limitSeconds: Type.Integer(),
    target: Type.Number({ description: '0 to 1.' }),
    isMet: Nullable(Type.Boolean({ description: 'Counted exactly, not from the rounded share. Null: no alert.' })),
  },
  { description: 'The telecare measure: the share of the alerts that were answered within the limit.' },
);
export type Measure = Static<typeof Measure>;

const counts = <const Word extends string>(name: string, words: readonly Word[]) =>
  Type.Array(Type.Object({ [name]: OneOf(words), count: Type.Integer() } as const), {
    description: 'Each in its fixed order, zeros too.',
  });

export const notRecorded = 'NOT_RECORDED';

const figures = {
  alarms: Type.Integer({ description: 'Alerts about falls, without those that the wearer called off first.' }),
  answered: Type.Integer(),
  within60s: Measure,
  within180s: Measure,
  slowest: Nullable(
    Type.Object({ seconds: Type.Number(), fallId: Id }, { description: 'The answered alert that waited longest.' }),
  ),
  ...fallFigures,
  byOutcome: counts('outcome', endings),
  byInjury: counts('injury', [...injuries, notRecorded]),
  byHeadImpact: counts('headImpact', [...headImpacts, notRecorded]),
  byAmbulance: counts('ambulance', [...ambulances, notRecorded]),
  byLiftedBy: counts('liftedBy', [...lifters, notRecorded]),
};

const Figures = Named('MonthlyFigures', figures);
export type MonthlyFigures = Static<typeof Figures>;

const Shift = OneOf(shifts);
const ward = { ward: Nullable(Type.String({ description: 'Null: people without a ward.' })) };

/** Four alerts of one month, each answered within 21 s. */
const exampleFigures = {
  alarms: 4,
  answered: 4,
  within60s: { within: 4, of: 4, share: 1, limitSeconds: 60, target: 0.975, isMet: true },
  within180s: { within: 4, of: 4, share: 1, limitSeconds: 180, target: 0.99, isMet: true },
  slowest: { seconds: 21, fallId: exampleIds.fall },
  falls: 3,
  falseAlarms: 1,
  byOutcome: exampleCounts('outcome', endings, ['HELPED', 'HELPED', 'HELPED', 'FALSE_ALARM']),
  byInjury: exampleCounts('injury', [...injuries, notRecorded], ['NONE', 'NONE', 'MINOR']),
  byHeadImpact: exampleCounts('headImpact', [...headImpacts, notRecorded], ['NO', 'NO', 'NO']),
  byAmbulance: exampleCounts('ambulance', [...ambulances, notRecorded], ['NOT_CALLED', 'NOT_CALLED', notRecorded]),
  byLiftedBy: exampleCounts('liftedBy', [...lifters, notRecorded], ['CAREGIVER', 'CAREGIVER', 'SELF']),
};

function exampleCounts(name: string, words: readonly string[], recorded: readonly string[]): object[] {
  return words.map((word) => ({ [name]: word, count: recorded.filter((one) => one === word).length }));
}

export const MonthlyReport = Named(
  'MonthlyReport',
  {
    month: Type.String(),
    from: Timestamp,
    to: Type.String({ format: 'date-time', description: 'The end of the month, or now.' }),
    timeZone: Type.String(),
    shifts: Type.Array(Type.Object({ shift: Shift, from: Type.String(), to: Type.String() }), {
      description: 'From SHIFT_STARTS. The night is over on the next morning; each alert counts in its own month.',
    }),
    total: Figures,
    byShift: Type.Array(Type.Object({ shift: Shift, ...figures })),
    byWard: Type.Array(Type.Object({ ...ward, ...figures }), { description: 'By name, at most 200.' }),
    byWardAndShift: Type.Array(Type.Object({ ...ward, shift: Shift, ...figures })),
  },
  {
    examples: [
      {
        month: '2026-01',
        from: '2025-12-31T23:00:00.000Z',
        to: '2026-01-31T23:00:00.000Z',
        timeZone: 'Europe/Berlin',
        shifts: [
          { shift: 'DAY', from: '06:00', to: '14:00' },
          { shift: 'EVENING', from: '14:00', to: '22:00' },
          { shift: 'NIGHT', from: '22:00', to: '06:00' },
        ],
        total: exampleFigures,
        byShift: [{ shift: 'NIGHT', ...exampleFigures }],
        byWard: [{ ward: 'First floor', ...exampleFigures }],
        byWardAndShift: [{ ward: 'First floor', shift: 'NIGHT', ...exampleFigures }],
      },
    ],
  },
);
export type MonthlyReport = Static<typeof MonthlyReport>;
