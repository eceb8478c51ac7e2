import { openDuckDb } from '../../platform/archive/duckdb.js';
import { MissingObject } from '../../platform/archive/objects.js';
import { openArchive } from '../../platform/archive/open-archive.js';
import { makeWorkFolder, removeWorkFolder } from '../../platform/archive/work-folder.js';
import type { Context } from '../../platform/context.js';
import * as store from './archive.store.js';
import * as files from './archive-files.store.js';
import { type ArchivedReading, toReadings } from './archived-reading.rules.js';
import { fetchFile } from './files.service.js';

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
    for await (const columns of files.readDevice(duck, paths, deviceKey)) yield toReadings(columns);
  } finally {
    duck.close();
  }
}
