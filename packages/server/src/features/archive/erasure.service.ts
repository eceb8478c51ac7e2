/**
 * Deletes the readings of deleted devices from the archive. What is left to do is always in the database: files whose
 * devices are among the deleted ones. Such a file is written again without them:
 *
 *   fetch the old file → write the new one (WRITING) → compare → in one commit: new CURRENT, old OBSOLETE → delete the old
 *
 * A process that is killed leaves files that are WRITING or OBSOLETE, which the next one deletes, and continues.
 */
import { join } from 'node:path';
import { type DuckDb, withDuckDb } from '../../platform/archive/duckdb.js';
import { withWorkFolder } from '../../platform/archive/work-folder.js';
import type { Context } from '../../platform/context.js';
import { inBulkTransaction } from '../../platform/db/bulk.js';
import * as store from './archive.store.js';
import * as files from './archive-files.store.js';
import { type Archivist, asArchivist, deleteUnused } from './archive-lock.service.js';
import { fetchFile, putFile } from './files.service.js';

/** Two queries while there is nothing to do. */
export async function eraseFromArchive(ctx: Context): Promise<void> {
  const [unused, toErase] = [await store.listUnused(ctx.db), await store.listToErase(ctx.db)];
  if (unused.length + toErase.length === 0) return;
  if (ctx.config.archive === null)
    throw new Error(
      `${unused.length + toErase.length} files of the archive have to be deleted or written again, and ARCHIVE is not set: set it as it was`,
    );
  await asArchivist(ctx, async (archivist) => {
    for (const file of await store.listToErase(ctx.db))
      if (!ctx.lifecycle.isStopping) await eraseFromFile(archivist, file);
  });
}

async function eraseFromFile(archivist: Archivist, file: store.ArchiveFile): Promise<void> {
  const { ctx, bulk } = archivist;
  const erased = new Set(await store.listErasedKeys(ctx.db));
  const without = file.deviceKeys.filter((key) => erased.has(key));
  const kept = file.deviceKeys.filter((key) => !erased.has(key));
  const added =
    kept.length === 0
      ? []
      : await withWorkFolder(ctx.config.archiveWorkDir, (folder) =>
          withDuckDb(folder, (duck) => writeAgain(archivist, { file, without, kept, duck, folder })),
        );
  await inBulkTransaction(bulk, async () => {
    await store.updateStates(bulk, 'CURRENT', added);
    await store.updateStates(bulk, 'OBSOLETE', [file.object]);
  });
  await deleteUnused(archivist);
  ctx.log.info({ object: file.object, devices: without.length }, 'deleted devices were erased from the archive');
}

interface Rewriting {
  readonly file: store.ArchiveFile;
  readonly without: readonly number[];
  readonly kept: readonly number[];
  readonly duck: DuckDb;
  readonly folder: string;
}

/** Returns the name of the new object. */
async function writeAgain(archivist: Archivist, { file, without, kept, duck, folder }: Rewriting): Promise<[string]> {
  const path = await fetchFile(archivist.objects, file, folder);
  const target = join(folder, 'part.parquet');
  await files.writeWithout(duck, { path, without, target });
  const counts = await files.countByDeviceInFile(duck, target);
  const readings = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const added = await putFile(archivist, target, { day: file.day, deviceKeys: [...kept], readings });
  const back = await fetchFile(archivist.objects, added, folder);
  const differences = await files.countDifferencesWithout(duck, { path, without, target: back });
  if (differences > 0)
    throw new Error(`${added.object} differs from ${file.object} in ${differences} readings of devices that are kept`);
  return [added.object];
}
