import type { Config } from '../../config.js';
import type { Context } from '../../platform/context.js';
import { dropOldReadings } from '../recorder/reading-days.service.js';
import * as store from './archive.store.js';

/** How long readings are kept, in the database and the archive together. */
export function readingsKeptMs({ archive, archiveRetentionMs, readingRetentionMs }: Config): number {
  return archive === null ? readingRetentionMs : archiveRetentionMs;
}

export interface OldReadings {
  /** Names of partitions. */
  readonly partitions: readonly string[];
  readonly archivedDays: readonly string[];
}

/** Drops whole days, wherever they are. The files are deleted by the next round of the job `archive-erasure`. */
export async function dropOldDays(ctx: Context, olderThanMs: number, isDryRun: boolean): Promise<OldReadings> {
  const partitions = await dropOldReadings(ctx, olderThanMs, isDryRun);
  const firstKeptDay = new Date(ctx.clock.nowMs() - olderThanMs).toISOString().slice(0, 10);
  const archivedDays = await store.listDaysBefore(ctx.db, firstKeptDay);
  if (!isDryRun && archivedDays.length > 0) await store.markOldFiles(ctx.db, firstKeptDay);
  return { partitions, archivedDays };
}
