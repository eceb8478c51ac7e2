import type { Reading } from '@fallwatch/detection';
import type { DeviceLogType } from '../../platform/db/tables/devices.js';
import type { SensorEvidence } from '../../platform/db/tables/falls.js';
import { cannotAsk, crossedBatteryMark, emptyBattery, toStatus, warningTexts } from '../devices/devices.rules.js';
import { type AssessableReading, assessedFields, type SensorReading } from './ingest.schema.js';

/** Field → problem, for checks beyond the schema. Undefined when there is none. */
export function findProblems({ samples }: SensorReading): Record<string, string> | undefined {
  if (!samples?.gyro || samples.gyro.length === samples.accel.length) return undefined;
  const [expected, sent] = [samples.accel.length, samples.gyro.length];
  return { 'samples.gyro': `must have as many entries as samples.accel (${expected}); got ${sent}` };
}

/**
 * A refused reading without its invalid fields. A list with one invalid entry is dropped as a whole. Undefined when the
 * device or the motion is invalid.
 */
export function withoutInvalid(
  body: unknown,
  problems: Readonly<Record<string, string>>,
): AssessableReading | undefined {
  const invalidFields = new Set(Object.keys(problems).map((field) => field.split('.')[0]));
  // 'body' is the key of errors about the whole body: it is not a JSON object.
  if (invalidFields.has('body') || assessedFields.some((field) => invalidFields.has(field))) return undefined;
  const valid = Object.entries(body as SensorReading).filter(([field]) => !invalidFields.has(field));
  return Object.fromEntries(valid) as AssessableReading;
}

/** The fields that the detector needs. */
export function parseReading(sent: AssessableReading): Reading {
  const { uptime_ms: uptimeMs, sampling, body_site: bodySite, samples } = sent;
  const accel = [sent.accel_x, sent.accel_y, sent.accel_z] as const;
  const gyro = [sent.gyro_x, sent.gyro_y, sent.gyro_z] as const;
  if (uptimeMs !== undefined && sampling === undefined && bodySite === undefined && samples === undefined)
    return { accel, gyro, uptimeMs };
  return {
    accel,
    gyro,
    ...(uptimeMs === undefined ? {} : { uptimeMs }),
    ...(sampling === undefined ? {} : { sampling }),
    ...(bodySite === undefined ? {} : { bodySite }),
    ...(samples === undefined ? {} : { samples: parseBurst(samples) }),
  };
}

function parseBurst({ rate_hz, accel, gyro }: NonNullable<SensorReading['samples']>): NonNullable<Reading['samples']> {
  return { rateHz: rate_hz, accel, ...(gyro ? { gyro } : {}) };
}

export function toSensorData(sent: AssessableReading, at: string): SensorEvidence {
  return {
    accel: [sent.accel_x, sent.accel_y, sent.accel_z],
    gyro: [sent.gyro_x, sent.gyro_y, sent.gyro_z],
    timestamp: at,
  };
}

export interface LogLine {
  readonly type: DeviceLogType;
  readonly message: string;
}

type Thresholds = Parameters<typeof toStatus>[2];

interface DeviceBefore {
  readonly disabledAt: string | null;
  readonly lastSeen: string | null;
  readonly intervalMs: number | null;
  readonly uptimeMs: number | null;
  readonly batteryLevel: number | null;
  readonly sensorsInitialized: boolean | null;
  readonly bodySite: string | null;
  readonly canConfirm: boolean | null;
}

const nothingToLog: readonly LogLine[] = [];

/** The entries that this reading adds to the device log, given the device's previous state. */
export function findLogLines(
  device: DeviceBefore,
  sent: SensorReading,
  nowMs: number,
  thresholds: Thresholds,
): readonly LogLine[] {
  const status = toStatus(device, nowMs, thresholds);
  const isBack = status === 'INACTIVE' || status === 'OFFLINE';
  const hasRestarted = device.uptimeMs !== null && sent.uptime_ms < device.uptimeMs;
  const mark =
    sent.battery_level === undefined ? undefined : crossedBatteryMark(device.batteryLevel, sent.battery_level);
  const hasFailed = sent.sensors_initialized === false && device.sensorsInitialized !== false;
  const warns = beginsWithoutAsking(device, sent);
  // Nearly every reading: no list and no closure.
  if (!isBack && !hasRestarted && mark === undefined && !hasFailed && !warns) return nothingToLog;
  const lines: LogLine[] = [];
  if (isBack) lines.push({ type: 'INFO', message: `Back online after being ${status}` });
  if (hasRestarted) lines.push({ type: 'INFO', message: 'Restarted' });
  if (mark !== undefined)
    lines.push({ type: mark <= emptyBattery ? 'ERROR' : 'WARNING', message: `Battery at ${mark} % or less` });
  if (hasFailed) lines.push({ type: 'ERROR', message: 'Sensors are not initialised' });
  if (warns) lines.push({ type: 'WARNING', message: warningTexts.CANNOT_ASK });
  return lines;
}

/**
 * At the first contact, and when the device changes what it says. Not for a device that was known before its site was
 * stored: after an update, every wrist device would write an entry in the same second.
 */
function beginsWithoutAsking(device: DeviceBefore, { body_site, can_confirm }: SensorReading): boolean {
  if (!cannotAsk(body_site, can_confirm)) return false;
  if (device.lastSeen === null) return true;
  return device.bodySite === 'waist' || (device.canConfirm === true && can_confirm === false);
}
