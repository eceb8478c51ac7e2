import type { Context } from '../../platform/context.js';
import * as store from './ingest.store.js';
import { eraseVitals } from './vitals-fold.service.js';

const partitionsAhead = 7;
const dayMs = 86_400_000;

/** Today's partition and those of the coming days: called at start and by the upkeep schedule. */
export function prepareReadingDays(ctx: Context): Promise<void> {
  const yesterday = new Date(ctx.clock.nowMs() - dayMs).toISOString().slice(0, 10);
  return store.ensurePartitions(ctx.db, yesterday, partitionsAhead + 2);
}

/** Drops whole days: no row is touched, no table bloats. Answers the names of those that are old. */
export async function dropOldReadings(ctx: Context, olderThanMs: number, isDryRun: boolean): Promise<string[]> {
  const firstKeptDay = new Date(ctx.clock.nowMs() - olderThanMs).toISOString().slice(0, 10);
  const old = await store.listPartitionsBefore(ctx.db, firstKeptDay);
  if (!isDryRun) for (const name of old) await store.dropPartition(ctx.db, name);
  return old;
}

/**
 * Readings of deleted devices, and what was made of them. The deletion itself cut them from the person at once; the rows
 * go here, day by day, because months of a device are more than a request may wait for.
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
