import type { Context } from '../../platform/context.js';
import * as store from './readings.store.js';
import { eraseVitals } from './vitals-roll-up.service.js';

const partitionsAhead = 7;
const dayMs = 86_400_000;

/** Creates the partitions from yesterday to the coming days. Called at start and by the upkeep job. */
export function prepareReadingDays(ctx: Context): Promise<void> {
  const yesterday = new Date(ctx.clock.nowMs() - dayMs).toISOString().slice(0, 10);
  return store.ensurePartitions(ctx.db, yesterday, partitionsAhead + 2);
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
