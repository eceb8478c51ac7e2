/**
 * The changes of a device since the table was last written. Readings of one device may reach several processes: each
 * writes only the fields that it received itself, and reads the others from the table.
 */
import { type KeptColumns, keptFields, type ReadingValues, sentValueSource } from '../../platform/db/reading-fields.js';
import { generateFunction } from '../../platform/generate-function.js';
import type { DeviceUpdate } from './device-update.store.js';
import { smoothHeartRate } from './devices.rules.js';
import type { DeviceRow } from './devices.store.js';
import { followMovement, type Rest, unknownRest } from './movement.rules.js';

type CachedRow = Omit<DeviceRow, 'searchKey'>;

/** Mutable: a new object per reading costs time on the sensor stream. */
export type CachedDevice = { -readonly [Field in keyof CachedRow]: CachedRow[Field] } & Rest & {
    /** The key of its rate limit and of its detector state. */
    readonly hotKey: string;
    /** Bit set of the fields received here since the table was last written. */
    heard: number;
    /** `lastSeen` of the table, as far as this process knows. */
    writtenLastSeen: string | null;
    /** When this process received its last reading. */
    notedAtMs: number;
    /** When its changes are to be written. */
    writeAtMs: number;
  };

export const toHotKey = (macAddress: string): string => `device:${macAddress}`;

/** A record, so that the compiler finds a missing one. */
const otherColumns: Record<Exclude<keyof CachedRow, keyof KeptColumns>, true> = {
  id: true,
  key: true,
  userId: true,
  macAddress: true,
  name: true,
  disabledAt: true,
  createdAt: true,
  updatedAt: true,
  lastSeen: true,
  uptimeMs: true,
  vitalsAt: true,
  wornAt: true,
  heartRateMean: true,
  heartRateVariance: true,
};

/**
 * One object literal with all fields. The database driver builds a row column by column, which V8 stores as a hash
 * table, and so are copies of it: reading and writing its fields is then fifteen times slower.
 */
export const createCachedDevice = generateFunction<
  (row: DeviceRow, heard: number, writtenLastSeen: string | null) => CachedDevice
>(
  ['row', 'heard', 'writtenLastSeen'],
  [
    'return {',
    ...[...Object.keys(otherColumns), ...keptFields.map(({ key }) => key)].map((name) => `${name}: row.${name},`),
    ...Object.keys(unknownRest).map((name) => `${name}: NaN,`),
    'hotKey: toHotKey(row.macAddress), heard, writtenLastSeen, notedAtMs: -Infinity, writeAtMs: Infinity };',
  ],
  { toHotKey },
);

/** The fields that a device keeps, each with its bit in `heard`. */
const bitFields = keptFields.map((field, index) => ({ field, bit: 1 << index }));
const vitalBits = bitFields.reduce((bits, { field, bit }) => (field.vital ? bits | bit : bits), 0);
/** Not a sent field: a sign of a wearer, movement or a pulse. */
const wornBit = 1 << keptFields.length;
const heartRateBit = bitFields.find(({ field }) => field.name === 'heart_rate')?.bit ?? 0;

/** Columns, each with the bits of the fields that change it. */
const brought: readonly (readonly [Brought, number])[] = [
  ...bitFields.map(({ field, bit }) => [field.key, bit] as const),
  ['heartRateMean', heartRateBit],
  ['heartRateVariance', heartRateBit],
  ['vitalsAt', vitalBits],
  ['wornAt', wornBit],
];
type Brought = keyof KeptColumns | 'heartRateMean' | 'heartRateVariance' | 'vitalsAt' | 'wornAt';

const atOnceBit = 1 << (keptFields.length + 1);

/** Copies the sent values into the device's columns and returns their bits, and `atOnceBit` if a change is urgent. */
const applyFields = generateFunction<(device: CachedDevice, sent: ReadingValues) => number>(
  ['device', 'sent'],
  [
    'let heard = 0, value;',
    ...bitFields.flatMap(({ field, bit }) => [
      `value = ${sentValueSource(field)};`,
      field.writesAtOnce ? `if (value !== undefined && value !== device.${field.key}) heard |= ${atOnceBit};` : '',
      `if (value !== undefined) { device.${field.key} = value; heard |= ${bit}; }`,
    ]),
    'return heard;',
  ],
  {},
);

/**
 * Updates the device's row in place with a reading. Fields that were not sent keep their value. Returns whether other
 * processes should see the change at once.
 */
export function applyReading(device: CachedDevice, sent: ReadingValues, at: string): boolean {
  device.lastSeen = at;
  device.updatedAt = at;
  device.uptimeMs = sent.uptime_ms;
  let heard = applyFields(device, sent);
  if (heard & heartRateBit) applyHeartRate(device);
  if (heard & vitalBits) device.vitalsAt = at;
  // The movement first: its mean needs each reading.
  if (followMovement(device, sent.accel_x, sent.accel_y, sent.accel_z) || heard & vitalBits) {
    device.wornAt = at;
    heard |= wornBit;
  }
  device.heard |= heard & ~atOnceBit;
  return (heard & atOnceBit) !== 0;
}

function applyHeartRate(device: CachedDevice): void {
  const { heartRate, heartRateMean, heartRateVariance } = device;
  const before = heartRateMean === null ? null : { mean: heartRateMean, variance: heartRateVariance ?? 0 };
  const { mean, variance } = smoothHeartRate(before, heartRate as number);
  device.heartRateMean = mean;
  device.heartRateVariance = variance;
}

export function toDeviceUpdate(device: CachedDevice): DeviceUpdate {
  const { id, lastSeen, uptimeMs, writtenLastSeen } = device;
  const update: Record<string, unknown> = { id, lastSeen, uptimeMs, writtenLastSeen };
  for (const [field, bits] of brought) update[field] = device.heard & bits ? device[field] : null;
  return update as unknown as DeviceUpdate;
}

/** The table's row, with the values received here. */
export function withHeard(row: DeviceRow, device: CachedDevice): DeviceRow {
  const { lastSeen, updatedAt, uptimeMs } = device;
  const merged: Record<string, unknown> = { ...row, lastSeen, updatedAt, uptimeMs };
  for (const [field, bits] of brought) if (device.heard & bits) merged[field] = device[field];
  return merged as unknown as DeviceRow;
}

/** Takes over the values that other processes have written. */
export function learn(device: CachedDevice, row: Pick<DeviceRow, Brought>): void {
  const known: Record<string, unknown> = device;
  for (const [field, bits] of brought) if (!(device.heard & bits)) known[field] = row[field];
}
