/** What the archive needs of the days of readings: to read one twice, and to drop it if it is still the same. */
import type { Context } from '../../platform/context.js';
import { type BulkConnection, inBulkTransaction } from '../../platform/db/bulk.js';
import * as closed from './closed-days.store.js';
import * as store from './readings.store.js';

export interface ClosedDay {
  /** UTC. */
  readonly day: string;
  readonly partition: string;
}

const dayMs = 86_400_000;

/** Days that ended this long ago and are in the database, oldest first. */
export async function listClosedDays(ctx: Context, endedForMs: number): Promise<ClosedDay[]> {
  const firstOpenDay = new Date(ctx.clock.nowMs() - endedForMs).toISOString().slice(0, 10);
  const partitions = await store.listPartitionsBefore(ctx.db, firstOpenDay);
  const days = partitions.map((partition) => ({ partition, day: store.toDay(partition) }));
  return days
    .filter(({ day }) => Date.parse(day) + dayMs <= ctx.clock.nowMs() - endedForMs)
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

/** All days that are in the database. */
export function listReadingDays(ctx: Context): Promise<string[]> {
  return store.listDays(ctx.db);
}

/** The rows as CSV without a header, in no order. */
export function readClosedDay(
  bulk: BulkConnection,
  { partition }: ClosedDay,
  columnNames: readonly string[],
): AsyncIterable<Buffer> {
  return bulk.read(`copy (select ${columnNames.join(', ')} from ${partition}) to stdout (format csv)`);
}

/** A day that has left has an empty partition again when a late reading of an earlier day comes. */
export async function dropIfEmpty(bulk: BulkConnection, day: ClosedDay): Promise<boolean> {
  return (await closed.isEmpty(bulk, day.partition)) && dropClosedDay(bulk, day, new Map(), async () => {});
}

/**
 * Drops the day in the same commit as `work`, if it still has exactly these readings. A reading is never changed, and
 * only all of a device's are deleted: equal counts for each device mean the same readings.
 */
export function dropClosedDay(
  bulk: BulkConnection,
  { partition }: ClosedDay,
  counts: closed.DeviceCounts,
  work: () => Promise<void>,
): Promise<boolean> {
  return inBulkTransaction(bulk, async () => {
    await closed.lockDay(bulk, partition);
    const present = await closed.countByDevice(bulk, partition);
    const isSame = present.size === counts.size && [...present].every(([key, count]) => counts.get(key) === count);
    if (!isSame) return false;
    await work();
    await closed.dropLockedDay(bulk, partition);
    return true;
  });
}
