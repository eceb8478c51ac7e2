import { openDuckDb } from '../../platform/archive/duckdb.js';
import { MissingObject } from '../../platform/archive/objects.js';
import { openArchive } from '../../platform/archive/open-archive.js';
import { makeWorkFolder, removeWorkFolder } from '../../platform/archive/work-folder.js';
import type { Context } from '../../platform/context.js';
import { readingKeys } from './archive.rules.js';
import * as store from './archive.store.js';
import * as files from './archive-files.store.js';
import { fetchFile } from './files.service.js';

/** Its keys and values are those of a row from the database. */
export type ArchivedReading = Readonly<Record<string, unknown>>;

/** The days of which the archive has readings of one of these devices. */
export function listArchivedDays(ctx: Context, deviceKeys: readonly number[]): Promise<string[]> {
  return ctx.config.archive === null ? Promise.resolve([]) : store.listDaysWithDevices(ctx.db, deviceKeys);
}

/** The readings of one device on one day, by time, in pieces. */
export async function* readArchivedDay(
  ctx: Context,
  deviceKey: number,
  day: string,
): AsyncGenerator<readonly ArchivedReading[]> {
  if (ctx.config.archive === null) return;
  const listed = await store.listFilesWithDevice(ctx.db, day, deviceKey);
  if (listed.length === 0) return;
  const folder = await makeWorkFolder(ctx.config.archiveWorkDir);
  try {
    const paths = await fetchAll(ctx, listed, folder).catch(async (error: unknown) => {
      if (!(error instanceof MissingObject)) throw error;
      // Written again without another device, or deleted, since it was listed.
      return fetchAll(ctx, await store.listFilesWithDevice(ctx.db, day, deviceKey), folder);
    });
    if (paths.length > 0) yield* readFiles(folder, paths, deviceKey);
  } finally {
    await removeWorkFolder(folder);
  }
}

async function fetchAll(ctx: Context, listed: readonly store.ArchiveFile[], folder: string): Promise<string[]> {
  const objects = openArchive(ctx.config);
  if (!objects) return [];
  const paths: string[] = [];
  for (const file of listed) paths.push(await fetchFile(objects, file, folder));
  return paths;
}

async function* readFiles(
  folder: string,
  paths: readonly string[],
  deviceKey: number,
): AsyncGenerator<readonly ArchivedReading[]> {
  const duck = await openDuckDb(folder);
  try {
    for await (const rows of files.readDevice(duck, paths, deviceKey)) yield rows.map(toReading);
  } finally {
    duck.close();
  }
}

/** A plain loop: a day of a device has 86,400 rows. */
function toReading(values: readonly unknown[]): ArchivedReading {
  const reading: Record<string, unknown> = { at: new Date(Number(values[0])).toISOString() };
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index];
    reading[readingKeys[index] as string] = typeof value === 'bigint' ? Number(value) : value;
  }
  return reading;
}
