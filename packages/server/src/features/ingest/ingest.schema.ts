import { fallLevels } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { accelSchema, gyroSchema, readingProperties } from '../../platform/db/reading-fields.js';
import { ErrorBody, Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Explanation } from '../alerts/explanation.schema.js';
import { Confirmation } from '../falls/falls.schema.js';

const Axes = (axis: typeof accelSchema) => Type.Array(axis, { minItems: 3, maxItems: 3 });

/** The raw samples of the second that ends with the reading, oldest first. */
const Burst = Named('Burst', {
  rate_hz: Type.Number({ minimum: 20, maximum: 100 }),
  accel: Type.Array(Axes(accelSchema), { minItems: 1, maxItems: 100 }),
  gyro: Type.Optional(Type.Array(Axes(gyroSchema), { minItems: 1, maxItems: 100, description: 'As many as accel.' })),
});

export const exampleReading = {
  device_id: 'AA:BB:CC:DD:EE:FF',
  accel_x: 0.1,
  accel_y: 0.2,
  accel_z: 9.81,
  gyro_x: 0.5,
  gyro_y: -0.3,
  gyro_z: 0.1,
  uptime_ms: 123_456,
  heart_rate: 72,
  spo2: 97,
  battery_level: 84.5,
};

export const SensorReading = Named(
  'Reading',
  {
    device_id: Type.String({
      format: 'mac',
      description: 'MAC address: colons, hyphens, dots or bare, any case.',
      examples: ['AA:BB:CC:DD:EE:FF'],
    }),
    ...readingProperties,
    sampling: Type.Optional(
      OneOf(['instant', 'peak'], { description: 'How accel was chosen: any sample, or the largest of the second.' }),
    ),
    samples: Type.Optional(Burst),
  },
  {
    examples: [exampleReading],
  },
);
export type SensorReading = Static<typeof SensorReading>;

/** The device and its motion: a reading is assessed if these are valid, whatever else is invalid. */
export const assessedFields = [
  'device_id',
  'accel_x',
  'accel_y',
  'accel_z',
  'gyro_x',
  'gyro_y',
  'gyro_z',
] as const satisfies (keyof SensorReading)[];
/** A reading without its invalid fields. */
export type AssessableReading = Pick<SensorReading, (typeof assessedFields)[number]> & Partial<SensorReading>;

export const Assessed = Named('FallAssessment', {
  deviceId: Id,
  macAddress: Type.String(),
  timestamp: Timestamp,
  fallDetected: Type.Boolean({ description: 'POTENTIAL or more.' }),
  fallConfidence: Type.Number(),
  fallLevel: OneOf(fallLevels),
  fallEventId: Nullable(Id),
  confirmation: Confirmation,
  healthScore: Type.Integer(),
  nextAllowedRequest: Timestamp,
  explanation: Explanation,
  warnings: Type.Array(Type.String()),
});
export type Assessed = Static<typeof Assessed>;

export const refusedProperties = {
  fallDetected: Type.Optional(
    Type.Boolean({
      description: 'POTENTIAL or more. Absent: the reading could not be assessed, or its device is not known.',
    }),
  ),
  fallConfidence: Type.Optional(Type.Number()),
  fallLevel: Type.Optional(OneOf(fallLevels)),
  fallEventId: Type.Optional(Nullable(Type.String({ format: 'uuid', description: 'The fall that was recorded.' }))),
  confirmation: Type.Optional(Confirmation),
};

/** 400 and 429: not stored, but assessed if device and motion are valid. The fields are those of `Assessed`. */
export const RefusedReading = Type.Intersect([ErrorBody, Type.Object(refusedProperties)], {
  title: 'RefusedReading',
  examples: [
    {
      success: false,
      error: 'Validation failed. The reading was assessed all the same, and a fall was recorded.',
      code: 'VALIDATION_FAILED',
      details: { battery_level: 'must be at most 100; got 101' },
      fallDetected: true,
      fallConfidence: 0.62,
      fallLevel: 'POTENTIAL',
      fallEventId: '0192f0c4-5b1e-7c3a-9d42-6f1a2b3c4d5e',
      confirmation: { required: false, expiresAt: null },
    },
  ],
});
/** The detector's assessment of a refused reading. */
export type RefusedAssessment = Pick<
  Required<Static<typeof RefusedReading>>,
  'fallDetected' | 'fallConfidence' | 'fallLevel' | 'fallEventId' | 'confirmation'
>;
