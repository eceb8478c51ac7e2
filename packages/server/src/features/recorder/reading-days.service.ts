import type { Context } from '../../platform/context.js';
import * as store from './readings.store.js';
import { eraseVitals } from './vitals-roll-up.service.js';

const partitionsAhead = 7;
/** Devices may upload readings of the last seven days. */
const partitionsBehind = 8;
const dayMs = 86_400_000;

/** Creates the partitions of the past and coming days. Called at start and by the upkeep job. */
export function prepareReadingDays(ctx: Context): Promise<void> {
  // Partitions that are about to be dropped are not created.
  const keptDays = Math.max(1, Math.floor(ctx.config.readingRetentionMs / dayMs));
  return prepareReadingDaysSince(ctx, ctx.clock.nowMs() - Math.min(partitionsBehind, keptDays) * dayMs);
}

export function prepareReadingDaysSince(ctx: Context, sinceMs: number): Promise<void> {
  const days = Math.ceil((ctx.clock.nowMs() - sinceMs) / dayMs);
  return store.ensurePartitions(ctx.db, new Date(sinceMs).toISOString().slice(0, 10), days + partitionsAhead + 1);
}

/** Drops whole days: no row is deleted one by one, and no table bloats. Returns the names of the old partitions. */
export async function dropOldReadings(ctx: Context, olderThanMs: number, isDryRun: boolean): Promise<string[]> {
  const firstKeptDay = new Date(ctx.clock.nowMs() - olderThanMs).toISOString().slice(0, 10);
  const old = await store.listPartitionsBefore(ctx.db, firstKeptDay);
  if (!isDryRun) for (const name of old) await store.dropPartition(ctx.db, name);
  return old;
}

/**
 * Deletes the readings of deleted devices, and the vitals computed from them. Deleting the device has already cut the
 * link to the person; the rows are deleted here, day by day, because months of readings take longer than a request may.
 */
export async function eraseReadings(ctx: Context): Promise<void> {
  for (const deviceKey of await store.listErasedDevices(ctx.db)) {
    for (const partition of await store.listPartitions(ctx.db))
      await store.deleteReadings(ctx.db, partition, deviceKey);
    await eraseVitals(ctx, deviceKey);
    await store.updateCleaned(ctx.db, deviceKey);
  }
  await store.deleteOldRefused(ctx.db);
}
