import Type, { type Static } from 'typebox';
import { OneOf } from '../../platform/http/shapes.js';

/** In this order in the JSON file: small parts first, readings last. */
export const partNames = [
  'profile',
  'phoneNumbers',
  'vitalLimits',
  'homeAssistant',
  'checkIn',
  'checkInDays',
  'photo',
  'alertThreshold',
  'assignments',
  'schedules',
  'devices',
  'contactPoints',
  'shiftCheck',
  'webhooks',
  'sessions',
  'signInMethods',
  'views',
  'activity',
  'alerts',
  'messages',
  'responses',
  'incidentMessages',
  'falls',
  'vitals',
  'readings',
] as const;
export type PartName = (typeof partNames)[number];

export const ExportQuery = Type.Object({
  format: Type.Optional(OneOf(['json', 'csv'], { default: 'json' })),
  part: Type.Optional(OneOf(partNames, { description: 'Only this part. Required for CSV: one table in each file.' })),
});
export type ExportQuery = Static<typeof ExportQuery>;

export const ExportFile = {
  description: 'A file to save.',
  content: {
    'application/json': {
      schema: Type.Object(
        { exportedAt: Type.String({ format: 'date-time' }) },
        { additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } } },
      ),
    },
    'text/csv': { schema: Type.String() },
  },
};
