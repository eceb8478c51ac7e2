import type { ArchiveObjects } from '../../platform/archive/objects.js';
import { openArchive } from '../../platform/archive/open-archive.js';
import { removeDeadWorkFolders } from '../../platform/archive/work-folder.js';
import type { Context } from '../../platform/context.js';
import { type BulkConnection, openBulk } from '../../platform/db/bulk.js';
import * as store from './archive.store.js';

/** The only one that changes the archive, as long as its connection lasts. */
export interface Archivist {
  readonly ctx: Context;
  readonly objects: ArchiveObjects;
  readonly bulk: BulkConnection;
}

/** Reading a day of some thousand devices takes minutes. */
const options = { name: 'fallwatch archive', statementTimeoutMs: 3_600_000, answerTimeoutMs: 0 };

/** Does nothing if another process is at work, or if there is no archive. */
export async function asArchivist(ctx: Context, work: (archivist: Archivist) => Promise<void>): Promise<void> {
  const objects = openArchive(ctx.config);
  const { databaseUrl } = ctx.config;
  if (!objects || databaseUrl === null) return;
  const bulk = await openBulk(databaseUrl, options);
  try {
    if (!(await store.tryLockArchive(bulk))) return;
    const archivist = { ctx, objects, bulk };
    await removeDeadWorkFolders(ctx.config.archiveWorkDir);
    await deleteUnused(archivist);
    await work(archivist);
  } finally {
    await bulk.close().catch(() => {});
  }
}

/** The object first: a row without an object is harmless, an object without a row would be forgotten. */
export async function deleteUnused({ ctx, objects, bulk }: Archivist): Promise<void> {
  for (const { object } of await store.listUnused(ctx.db)) {
    await objects.delete(object);
    await store.deleteFile(bulk, object);
  }
}
