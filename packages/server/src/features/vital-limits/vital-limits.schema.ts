import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, Timestamp } from '../../platform/http/shapes.js';
import { defaultMinutes } from './vital-limits.rules.js';

/** Wider than any limit that makes sense for a person at rest; a typing error such as 400 is refused. */
const HeartRateLow = Type.Integer({ minimum: 30, maximum: 100, description: 'Beats per minute; null: no limit.' });
const HeartRateHigh = Type.Integer({ minimum: 60, maximum: 220, description: 'Beats per minute; null: no limit.' });
const OxygenLow = Type.Integer({ minimum: 70, maximum: 98, description: 'Percent; null: no limit.' });
const Minutes = Type.Integer({
  minimum: 1,
  maximum: 60,
  description: 'How long a value must be outside before it alerts, and inside before the alert ends.',
});

const limits = {
  heartRateLow: Nullable(HeartRateLow),
  heartRateHigh: Nullable(HeartRateHigh),
  oxygenLow: Nullable(OxygenLow),
};
const example = { heartRateLow: 45, heartRateHigh: 120, oxygenLow: 88, minutes: defaultMinutes };

export const VitalLimits = Named(
  'VitalLimits',
  { patientId: Id, ...limits, minutes: Minutes, updatedAt: Nullable(Timestamp), updatedBy: Nullable(Id) },
  {
    examples: [
      {
        patientId: '01926f3c-1111-7000-8000-000000000001',
        ...example,
        updatedAt: '2026-01-31T12:00:00.000Z',
        updatedBy: '01926f3c-1111-7000-8000-000000000002',
      },
    ],
  },
);
export type VitalLimits = Static<typeof VitalLimits>;

export const VitalLimitChanges = Type.Partial(Type.Object({ ...limits, minutes: Nullable(Minutes) }), {
  title: 'VitalLimitChanges',
  examples: [example],
});
export type VitalLimitChanges = Static<typeof VitalLimitChanges>;
