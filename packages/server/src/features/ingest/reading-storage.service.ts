/** Where the readings of a batch go before its answers leave. */
import type { RecordLog } from '../../platform/records/record-log.js';
import { within } from '../../platform/within.js';
import type { DetectedFall } from '../falls/recording.service.js';
import type { Batch, Judged } from './batch.js';
import { vitalOf } from './ingest.rules.js';
import * as store from './ingest.store.js';
import { encodeRecord } from './reading-record.js';

/** Whoever waits is told sooner than its own patience ends. */
export const storeTimeoutMs = 3_000;

/** To the log where there is one, else and while it is away straight into the database. */
export async function storeRows(
  { ctx, at, nowMs }: Batch,
  accepted: readonly Judged[],
  falls: readonly DetectedFall[],
): Promise<void> {
  const rows = accepted.map(rowOf);
  if (ctx.records)
    try {
      return await appendRecords(ctx.records, nowMs, rows, falls);
    } catch (error) {
      if (falls.length > 0) throw error;
    }
  await within(store.insertReadings(ctx.db, at, rows), storeTimeoutMs);
}

/** One record for each partition: a device always speaks to the same. */
async function appendRecords(
  records: RecordLog,
  nowMs: number,
  rows: readonly store.NewReading[],
  falls: readonly DetectedFall[],
): Promise<void> {
  const { partitions } = records;
  if (partitions === 1) return records.append(0, encodeRecord(nowMs, rows, falls));
  const parts = Array.from({ length: partitions }, (_, partition) => {
    const own = rows.filter(({ deviceKey }) => deviceKey % partitions === partition);
    const carried = partition === 0 ? falls : [];
    return own.length + carried.length === 0 ? undefined : records.append(partition, encodeRecord(nowMs, own, carried));
  });
  await Promise.all(parts);
}

function rowOf({ device, sent, assessment }: Judged): store.NewReading {
  return {
    uptimeMs: sent.uptime_ms,
    deviceKey: device.key,
    accelX: sent.accel_x,
    accelY: sent.accel_y,
    accelZ: sent.accel_z,
    gyroX: sent.gyro_x,
    gyroY: sent.gyro_y,
    gyroZ: sent.gyro_z,
    pressure: sent.pressure ?? null,
    fsr: sent.fsr ?? null,
    batteryLevel: sent.battery_level ?? null,
    confidence: assessment.confidence,
    heartRate: vitalOf(sent.heart_rate),
    spo2: vitalOf(sent.spo2),
  };
}
