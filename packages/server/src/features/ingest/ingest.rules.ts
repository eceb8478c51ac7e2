import type { Reading } from '@fallwatch/detection';
import type { DeviceLogType, SensorEvidence } from '../../platform/db/tables.js';
import { invalid } from '../../platform/refusal.js';
import { batteryMarkOf, heartRateOf, statusOf } from '../devices/devices.rules.js';
import { type KnownDevice, parts } from '../devices/devices.service.js';
import type { SensorReading } from './ingest.schema.js';

/** What the detector needs of a reading. */
export function readingOf(sent: SensorReading): Reading {
  const { sampling, body_site: bodySite, samples } = sent;
  const plain = {
    accel: [sent.accel_x, sent.accel_y, sent.accel_z],
    gyro: [sent.gyro_x, sent.gyro_y, sent.gyro_z],
    uptimeMs: sent.uptime_ms,
  } as const;
  if (sampling === undefined && bodySite === undefined && samples === undefined) return plain;
  return {
    ...plain,
    ...(sampling === undefined ? {} : { sampling }),
    ...(bodySite === undefined ? {} : { bodySite }),
    ...(samples === undefined ? {} : { samples: burstOf(samples) }),
  };
}

function burstOf({ rate_hz, accel, gyro }: NonNullable<SensorReading['samples']>): NonNullable<Reading['samples']> {
  if (gyro && gyro.length !== accel.length)
    throw invalid({
      'samples.gyro': `must have as many entries as samples.accel (${accel.length}); got ${gyro.length}`,
    });
  return { rateHz: rate_hz, accel, ...(gyro ? { gyro } : {}) };
}

export function sensorDataOf(sent: SensorReading, at: string): SensorEvidence {
  return {
    accel: [sent.accel_x, sent.accel_y, sent.accel_z],
    gyro: [sent.gyro_x, sent.gyro_y, sent.gyro_z],
    timestamp: at,
  };
}

/** Zero is how a sensor says that it has no reading: absent, never a vital. */
export function vitalOf(value: number | undefined): number | null {
  return value === undefined || value === 0 ? null : value;
}

/** What the device's row says after this reading, in place. Fields that were not sent stay as they were. */
export function noteReading(device: KnownDevice, sent: SensorReading, at: string): void {
  device.lastSeen = at;
  device.updatedAt = at;
  device.uptimeMs = sent.uptime_ms;
  device.batteryLevel = heard(device, parts.battery, sent.battery_level, device.batteryLevel);
  device.firmwareVersion = heard(device, parts.firmware, sent.firmware_version, device.firmwareVersion);
  device.signalStrength = heard(device, parts.signal, sent.signal_strength, device.signalStrength);
  device.sensorsInitialized = heard(device, parts.sensors, sent.sensors_initialized, device.sensorsInitialized);
  device.wifiConnected = heard(device, parts.wifi, sent.wifi_connected, device.wifiConnected);
  device.bluetoothConnected = heard(device, parts.bluetooth, sent.bluetooth_connected, device.bluetoothConnected);
  const heartRate = vitalOf(sent.heart_rate);
  const spo2 = vitalOf(sent.spo2);
  if (heartRate !== null) noteHeartRate(device, heartRate);
  device.spo2 = heard(device, parts.spo2, spo2 ?? undefined, device.spo2);
  if (heartRate !== null || spo2 !== null) device.vitalsAt = at;
}

function heard<Value>(device: KnownDevice, part: number, sent: Value | undefined, before: Value): Value {
  if (sent === undefined) return before;
  device.heard |= part;
  return sent;
}

function noteHeartRate(device: KnownDevice, bpm: number): void {
  const { heartRateMean, heartRateVariance } = device;
  const before = heartRateMean === null ? null : { mean: heartRateMean, variance: heartRateVariance ?? 0 };
  const { mean, variance } = heartRateOf(before, bpm);
  device.heartRate = bpm;
  device.heartRateMean = mean;
  device.heartRateVariance = variance;
  device.heard |= parts.heartRate;
}

export interface LogLine {
  readonly type: DeviceLogType;
  readonly message: string;
}

type Thresholds = Parameters<typeof statusOf>[2];

/** What is worth a line in the device's log when this reading follows that state. */
export function logLinesOf(device: KnownDevice, sent: SensorReading, nowMs: number, thresholds: Thresholds): LogLine[] {
  const lines: LogLine[] = [];
  const say = (type: DeviceLogType, message: string): void => void lines.push({ type, message });
  const status = statusOf(device, nowMs, thresholds);
  if (status === 'INACTIVE' || status === 'OFFLINE') say('INFO', `Back online after being ${status}`);
  if (device.uptimeMs !== null && sent.uptime_ms < device.uptimeMs) say('INFO', 'Restarted');
  const mark = sent.battery_level === undefined ? undefined : batteryMarkOf(device.batteryLevel, sent.battery_level);
  if (mark !== undefined) say(mark <= 5 ? 'ERROR' : 'WARNING', `Battery at ${mark} % or less`);
  if (sent.sensors_initialized === false && device.sensorsInitialized !== false)
    say('ERROR', 'Sensors are not initialised');
  return lines;
}
