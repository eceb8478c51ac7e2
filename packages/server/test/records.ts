/** Journal records for tests of the recorder. */
import { assess, toEvidenceWindow } from '@fallwatch/detection';
import type { DetectedFall } from '../src/features/falls/recording.service.js';
import { parseReading, toSensorData } from '../src/features/ingest/ingest.rules.js';
import type { SensorReading } from '../src/features/ingest/ingest.schema.js';
import type { NewReading } from '../src/features/recorder/readings.store.js';
import { newId } from '../src/platform/ids.js';
import { testServer } from './harness.js';
import { type Person, reading } from './people.js';

export const values = {
  accel_x: 0.1,
  accel_y: -9.81,
  accel_z: 45,
  gyro_x: 400,
  gyro_y: -0.25,
  gyro_z: 0,
  uptime_ms: 1_000,
  pressure: 1_013.25,
  fsr: 0.5,
  battery_level: 84.5,
  heart_rate: 72,
  spo2: 97,
};

/** Keys of devices that do not exist: readings have no foreign key. */
let lastKey = 2_000_000_100;

export function newReading(changes: object = {}): NewReading {
  lastKey += 1;
  return { deviceKey: lastKey, confidence: 0.75, sent: { ...values, ...changes } };
}

export async function detectedFall(person: Pick<Person, 'id'>, deviceId: string): Promise<DetectedFall> {
  const { clock } = await testServer();
  const sent = reading('AA:BB:CC:DD:EE:FF', { accel_z: 45, gyro_x: 400 }) as SensorReading;
  const at = new Date(clock.nowMs()).toISOString();
  const { confidence, explanation, state } = assess(undefined, parseReading(sent), clock.nowMs());
  const sensorData = toSensorData(sent, at);
  const evidence = toEvidenceWindow(state);
  return { id: newId(), at, deviceId, userId: person.id, confidence, explanation, sensorData, evidence };
}

/**
 * A record as the first release wrote it, of 2026-11-16T10:00:00Z: two rows, one of them without the optional fields.
 * Never change it: a journal may still contain such records.
 */
export const versionOneRecord = Buffer.from(
  'AQAAAOwADwAAAAgAAwNgnA1oAAAAAAgAAAAAAAHiQAAAAAR3NZQBAAAABD8AAAAAAAAEwRwAAAAAAARCNAAAAAAABEPIAAAAAAAEvoAAAAAAAAQA' +
    'AAAAAAAABER9UAAAAAAEPwAAAAAAAARCqQAAAAAABD9AAAAAAAACAEgAAAACAGEADwAAAAgAAwNgnA1oAAAAAAgAAAAAAAHiQAAAAAR3NZQCAAAABD' +
    '8AAAAAAAAEwRwAAAAAAARCNAAAAAAABEPIAAAAAAAEvoAAAAAAAAQAAAAA////////////////AAAABD9AAAD//////////w==',
  'base64',
);
export const versionOneKeys = [2_000_000_001, 2_000_000_002] as const;

/** The same with `count` copies of its first row, each with its own uptime, starting at `firstUptimeMs`. */
export function createVersionOneRecord(firstUptimeMs: number, count: number): Buffer {
  const headBytes = 5;
  const row = versionOneRecord.subarray(headBytes, headBytes + 126);
  // Number of columns, length and value of `at`, length of `uptime_ms`.
  const uptimeStart = 2 + 12 + 4;
  const rows = Array.from({ length: count }, (_, index) => {
    const copy = Buffer.from(row);
    copy.writeBigInt64BE(BigInt(firstUptimeMs + index), uptimeStart);
    return copy;
  });
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(1, 0);
  head.writeUInt32BE(row.length * count, 1);
  return Buffer.concat([head, ...rows]);
}
