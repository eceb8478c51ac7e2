/**
 * What a process has heard from a device since the table was told. Readings of one device may reach several processes:
 * each writes only what it has heard itself, and learns from the table what the others have.
 */
import type { DeviceNews, DeviceRow } from './devices.store.js';

/** Written in place with every reading: a new row each time is felt on the sensor stream. */
export type KnownDevice = { -readonly [Field in keyof DeviceRow]: DeviceRow[Field] } & {
  /** Which parts were heard here since the table was told, as bits of `parts`. */
  heard: number;
  /** The last reading that the table has, as far as this process knows. */
  toldLastSeen: string | null;
};

/** What readings may leave out. */
export const parts = {
  battery: 1,
  firmware: 2,
  signal: 4,
  sensors: 8,
  wifi: 16,
  bluetooth: 32,
  heartRate: 64,
  spo2: 128,
} as const;

/** Fields and the parts that bring them, any one of them. */
const brought = [
  ['batteryLevel', parts.battery],
  ['firmwareVersion', parts.firmware],
  ['signalStrength', parts.signal],
  ['sensorsInitialized', parts.sensors],
  ['wifiConnected', parts.wifi],
  ['bluetoothConnected', parts.bluetooth],
  ['heartRate', parts.heartRate],
  ['heartRateMean', parts.heartRate],
  ['heartRateVariance', parts.heartRate],
  ['spo2', parts.spo2],
  ['vitalsAt', parts.heartRate | parts.spo2],
] as const;
type Brought = (typeof brought)[number][0];

export function newsOf(device: KnownDevice): DeviceNews {
  const { id, lastSeen, uptimeMs, toldLastSeen } = device;
  const news: Record<string, unknown> = { id, lastSeen, uptimeMs, toldLastSeen };
  for (const [field, bits] of brought) news[field] = device.heard & bits ? device[field] : null;
  return news as unknown as DeviceNews;
}

/** The table's row, with what was heard here and is newer. */
export function withHeard(row: DeviceRow, device: KnownDevice): DeviceRow {
  const { lastSeen, updatedAt, uptimeMs } = device;
  const merged: Record<string, unknown> = { ...row, lastSeen, updatedAt, uptimeMs };
  for (const [field, bits] of brought) if (device.heard & bits) merged[field] = device[field];
  return merged as unknown as DeviceRow;
}

/** What others have heard. */
export function learn(device: KnownDevice, row: Pick<DeviceRow, Brought>): void {
  const known: Record<string, unknown> = device;
  for (const [field, bits] of brought) if (!(device.heard & bits)) known[field] = row[field];
}
