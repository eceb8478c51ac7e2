/** Stores the readings of a batch before its answers are sent. */
import type { Context } from '../../platform/context.js';
import { isRefusedData } from '../../platform/db/faults.js';
import type { Journal } from '../../platform/journal/journal.js';
import { withTimeout } from '../../platform/with-timeout.js';
import type { DetectedFall } from '../falls/recording.service.js';
import { prepareReadingDaysSince } from './reading-days.service.js';
import { encodeRecord } from './reading-record.js';
import { insertReadings, type NewReading } from './readings.store.js';
import { isMinuteNearMidnight } from './repetition.rules.js';
import * as uploaded from './uploaded.store.js';

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
  await store({ ctx, at, nowMs }, readings, falls);
  ctx.metrics.counter('readings_stored_total').inc(readings.length);
}

async function store(
  { ctx, at, nowMs }: ArrivedTogether,
  readings: readonly NewReading[],
  falls: readonly DetectedFall[],
): Promise<void> {
  if (ctx.journal)
    try {
      return await appendReadings(ctx.journal, nowMs, readings, falls);
    } catch (error) {
      if (falls.length > 0) throw error;
    }
  await withTimeout(insertReadings(ctx.db, at, readings, ctx.config.databaseUrl !== null), storeTimeoutMs);
}

/** One record per partition. A device always uses the same partition. */
export async function appendReadings(
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

const minuteMs = 60_000;

/**
 * Readings with times of their own, into the database: only the database knows which of them it has already. Returns
 * for each whether it is new.
 */
export async function insertUploadedReadings(ctx: Context, rows: readonly uploaded.UploadedRow[]): Promise<boolean[]> {
  const minutes = listMinutes(rows);
  const presentMs = Math.floor(ctx.clock.nowMs() / minuteMs) * minuteMs;
  // The present minute is rolled up only when all its readings are there: vitals-roll-up.service.ts.
  const pastMinutes = minutes.filter((ms) => ms < presentMs).map((ms) => new Date(ms).toISOString());
  const isNearMidnight = minutes.some(isMinuteNearMidnight);
  const insert = () => uploaded.insertUploaded(ctx.db, rows, { pastMinutes, isNearMidnight });
  const stored = await insert().catch(async (error: unknown) => {
    if (!isRefusedData(error)) throw error;
    // The day of the oldest reading may have no partition yet.
    await prepareReadingDaysSince(ctx, Math.min(...rows.map(({ atMs }) => atMs)));
    return insert();
  });
  ctx.metrics.counter('readings_stored_total').inc(stored === null ? rows.length : stored.length);
  if (stored === null) return rows.map(() => true);
  const counts = new Map<string, number>();
  for (const identity of stored) counts.set(identity.join(), (counts.get(identity.join()) ?? 0) + 1);
  return rows.map(({ deviceKey, sent }) => {
    const key = [deviceKey, sent.boot_id ?? null, sent.uptime_ms].join();
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left > 0;
  });
}

/** Which of the readings are in the database. */
export async function findStoredReadings(
  ctx: Context,
  rows: readonly Omit<uploaded.UploadedRow, 'confidence'>[],
): Promise<ReadonlySet<number>> {
  return new Set(await uploaded.listStored(ctx.db, rows));
}

function listMinutes(rows: readonly uploaded.UploadedRow[]): number[] {
  const minutes = new Set<number>();
  for (const { atMs } of rows) minutes.add(Math.floor(atMs / minuteMs) * minuteMs);
  return [...minutes];
}
