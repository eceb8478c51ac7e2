/** Stores the readings of a batch before its answers are sent. */
import type { Context } from '../../platform/context.js';
import type { Journal } from '../../platform/journal/journal.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { DetectedFall } from '../falls/recording.service.js';
import { encodeRecord } from './reading-record.js';
import { insertReadings, type NewReading } from './readings.store.js';

/** Shorter than the time-out of the waiting client, so that it gets an answer. */
export const storeTimeoutMs = 3_000;

/** All readings of a call have the same time. */
interface ArrivedTogether {
  readonly ctx: Context;
  readonly at: string;
  readonly nowMs: number;
}

/** Into the journal if there is one; directly into the database if there is none or it is unavailable. */
export async function storeReadings(
  { ctx, at, nowMs }: ArrivedTogether,
  readings: readonly NewReading[],
  falls: readonly DetectedFall[],
): Promise<void> {
  if (ctx.journal)
    try {
      return await appendRecords(ctx.journal, nowMs, readings, falls);
    } catch (error) {
      if (falls.length > 0) throw error;
    }
  await withTimeout(insertReadings(ctx.db, at, readings), storeTimeoutMs);
}

/** One record per partition. A device always uses the same partition. */
async function appendRecords(
  records: Journal,
  nowMs: number,
  readings: readonly NewReading[],
  falls: readonly DetectedFall[],
): Promise<void> {
  const { partitions } = records;
  if (partitions === 1) return records.append(0, encodeRecord(nowMs, readings, falls));
  const parts = Array.from({ length: partitions }, (_, partition) => {
    const own = readings.filter(({ deviceKey }) => deviceKey % partitions === partition);
    const carried = partition === 0 ? falls : [];
    return own.length + carried.length === 0 ? undefined : records.append(partition, encodeRecord(nowMs, own, carried));
  });
  await Promise.all(parts);
}
