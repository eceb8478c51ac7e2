import { fallLevels } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { Explanation } from '../alerts/explanation.schema.js';
import { Confirmation } from '../falls/falls.schema.js';

/** Beyond anything a body can do, and within what the stored columns hold. */
const accel = Type.Number({ minimum: -10_000, maximum: 10_000, description: 'm/s²' });
const gyro = Type.Number({ minimum: -100_000, maximum: 100_000, description: '°/s' });
const percent = { minimum: 0, maximum: 100 };

const Axes = (axis: typeof accel) => Type.Array(axis, { minItems: 3, maxItems: 3 });

/** The raw samples of the second that ends with the reading, oldest first. */
const Burst = Type.Object({
  rate_hz: Type.Number({ minimum: 20, maximum: 100 }),
  accel: Type.Array(Axes(accel), { minItems: 1, maxItems: 100 }),
  gyro: Type.Optional(Type.Array(Axes(gyro), { minItems: 1, maxItems: 100, description: 'As many as accel.' })),
});

export const SensorReading = Type.Object(
  {
    device_id: Type.String({
      format: 'mac',
      description: 'MAC address: colons, hyphens, dots or bare, any case.',
      examples: ['AA:BB:CC:DD:EE:FF'],
    }),
    accel_x: accel,
    accel_y: accel,
    accel_z: accel,
    gyro_x: gyro,
    gyro_y: gyro,
    gyro_z: gyro,
    uptime_ms: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    pressure: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'hPa' })),
    fsr: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Foot pressure.' })),
    heart_rate: Type.Optional(Type.Integer({ minimum: 0, maximum: 300, description: 'bpm; 0 is no reading.' })),
    spo2: Type.Optional(Type.Integer({ ...percent, description: 'Percent; 0 is no reading.' })),
    battery_level: Type.Optional(Type.Number({ ...percent, description: 'Percent.' })),
    wifi_connected: Type.Optional(Type.Boolean()),
    bluetooth_connected: Type.Optional(Type.Boolean()),
    sensors_initialized: Type.Optional(Type.Boolean()),
    firmware_version: Type.Optional(Text({ max: 50 })),
    sampling: Type.Optional(
      OneOf(['instant', 'peak'], { description: 'How accel was chosen: any sample, or the largest of the second.' }),
    ),
    body_site: Type.Optional(OneOf(['waist', 'wrist'])),
    samples: Type.Optional(Burst),
    can_confirm: Type.Optional(
      Type.Boolean({ description: 'The device can ask its wearer “Are you OK?” when the answer says so.' }),
    ),
    signal_strength: Type.Optional(Type.Integer({ minimum: -200, maximum: 0, description: 'dBm' })),
  },
  {
    examples: [
      {
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
      },
    ],
  },
);
export type SensorReading = Static<typeof SensorReading>;

export const Assessed = Type.Object({
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
