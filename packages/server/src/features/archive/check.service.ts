import { withDuckDb } from '../../platform/archive/duckdb.js';
import { openArchive } from '../../platform/archive/open-archive.js';
import { withWorkFolder } from '../../platform/archive/work-folder.js';
import type { Context } from '../../platform/context.js';
import * as store from './archive.store.js';
import * as files from './archive-files.store.js';
import { asArchivist } from './archive-lock.service.js';
import { fetchFile } from './files.service.js';

export interface ArchiveCheck {
  readonly files: number;
  readonly readings: number;
  readonly bytes: number;
  readonly problems: readonly string[];
  /** Objects that are not in the list, for example of a time that was lost with the database. */
  readonly unknown: readonly string[];
}

/** Reads every file: is it what was written, and are its devices and its number of readings those of the list? */
export async function checkArchive(ctx: Context): Promise<ArchiveCheck> {
  const objects = openArchive(ctx.config);
  if (!objects) throw new Error('ARCHIVE is not set');
  // The objects first: what is added meanwhile is in the list then.
  const present = await objects.list();
  const listed = await store.listAllFiles(ctx.db);
  const problems: string[] = [];
  const [total, known] = [{ readings: 0, bytes: 0 }, new Set(listed.map(({ object }) => object))];
  const current = listed.filter(({ state }) => state === 'CURRENT');
  for (const file of current) {
    total.readings += file.readings;
    total.bytes += file.bytes;
    try {
      const counts = await withWorkFolder(ctx.config.archiveWorkDir, async (folder) => {
        const path = await fetchFile(objects, file, folder);
        return withDuckDb(folder, (duck) => files.countByDeviceInFile(duck, path));
      });
      const readings = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (readings !== file.readings) problems.push(`${file.object} has ${readings} readings, not ${file.readings}`);
      if ([...counts.keys()].join() !== file.deviceKeys.join()) problems.push(`${file.object} has other devices`);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { files: current.length, ...total, problems, unknown: present.filter((object) => !known.has(object)) };
}

/** Deletes objects that are not in the list, while no other process writes any. Returns their number. */
export async function deleteUnknown(ctx: Context): Promise<number> {
  let deleted = 0;
  await asArchivist(ctx, async ({ objects }) => {
    const known = new Set((await store.listAllFiles(ctx.db)).map(({ object }) => object));
    for (const object of await objects.list()) {
      if (known.has(object)) continue;
      await objects.delete(object);
      deleted += 1;
    }
  });
  return deleted;
}
