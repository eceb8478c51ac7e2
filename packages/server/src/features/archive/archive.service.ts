/**
 * Moves closed days of readings from the database to the archive:
 *
 *   the day is read from its partition → written by devices into files, each in the list as WRITING before it exists
 *   → each file is fetched from the archive and compared, value by value, with the day read a second time
 *   → in one commit: the day still has the same readings, the files become CURRENT, the partition is dropped
 *
 * Until that commit the database has the readings, and afterwards the archive: a process that is killed leaves files
 * that are WRITING, which the next one deletes. Readings that arrive for a day that has left are in a partition again,
 * and move in the same way, into further files; those that are in the archive already are left out.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDb, withDuckDb } from '../../platform/archive/duckdb.js';
import { withWorkFolder } from '../../platform/archive/work-folder.js';
import type { Context } from '../../platform/context.js';
import {
  type ClosedDay,
  dropClosedDay,
  dropIfEmpty,
  listClosedDays,
  readClosedDay,
} from '../recorder/closed-days.service.js';
import { archiveColumns, type Part, planParts } from './archive.rules.js';
import * as store from './archive.store.js';
import * as files from './archive-files.store.js';
import { type Archivist, asArchivist, deleteUnused } from './archive-lock.service.js';
import { fetchFile, putFile } from './files.service.js';

/** Readings wait in memory and then in a file of this size, however many a day has. */
const pieceBytes = 32 * 1024 * 1024;

/** Oldest day first. A day that changes meanwhile stays, and is tried again in the next round. */
export async function archiveReadings(ctx: Context): Promise<void> {
  if (ctx.config.archive === null) return;
  const days = await listClosedDays(ctx, ctx.config.archiveAfterMs);
  if (days.length === 0) return;
  await asArchivist(ctx, async (archivist) => {
    for (const day of days) if (!ctx.lifecycle.isStopping) await archiveDay(archivist, day);
  });
}

async function archiveDay(archivist: Archivist, day: ClosedDay): Promise<void> {
  if (await dropIfEmpty(archivist.bulk, day)) return;
  const startedAtMs = performance.now();
  await withWorkFolder(archivist.ctx.config.archiveWorkDir, (folder) =>
    withDuckDb(folder, (duck) => moveDay(archivist, { day, duck, folder })),
  );
  const ms = Math.round(performance.now() - startedAtMs);
  archivist.ctx.log.info({ day: day.day, ms }, 'a day of readings was archived');
}

interface Move {
  readonly day: ClosedDay;
  readonly duck: DuckDb;
  readonly folder: string;
}

async function moveDay(archivist: Archivist, move: Move): Promise<void> {
  const { ctx, bulk } = archivist;
  await loadDay(archivist, move, 'first_reading');
  await deleteKnown(archivist, move, 'first_reading');
  const written = [];
  for (const part of planParts(await files.countByDevice(move.duck, 'first_reading'))) {
    const path = join(move.folder, 'part.parquet');
    await files.writePart(move.duck, 'first_reading', part, path);
    written.push({ part, file: await putFile(archivist, path, { day: move.day.day, ...part }) });
  }
  await move.duck.run('drop table first_reading');
  await loadDay(archivist, move, 'second_reading');
  const counts = await files.countByDevice(move.duck, 'second_reading');
  await deleteKnown(archivist, move, 'second_reading');
  await compareDay(archivist, move, written);
  const objects = written.map(({ file }) => file.object);
  const isDropped = await dropClosedDay(bulk, move.day, counts, () => store.updateStates(bulk, 'CURRENT', objects));
  if (isDropped) return;
  await deleteUnused(archivist);
  ctx.log.warn({ day: move.day.day }, 'a day of readings changed while it was archived; it is tried again');
}

/** Every value of every reading, as the archive returns it. */
async function compareDay(
  { objects }: Archivist,
  { day, duck, folder }: Move,
  written: readonly { readonly part: Part; readonly file: store.ArchiveFile }[],
): Promise<void> {
  const problem = (what: string) => new Error(`The archive of ${day.day} differs from its partition: ${what}`);
  for (const { part, file } of written) {
    const path = await fetchFile(objects, file, folder);
    const differences = await files.countDifferences(duck, 'second_reading', part, path);
    if (differences > 0) throw problem(`${differences} readings in ${file.object}`);
    if (path.startsWith(folder)) await rm(path);
  }
  const inFiles = written.reduce((sum, { part }) => sum + part.readings, 0);
  const inTable = [...(await files.countByDevice(duck, 'second_reading')).values()].reduce((sum, n) => sum + n, 0);
  if (inFiles !== inTable) throw problem(`${inFiles} readings instead of ${inTable}`);
}

async function loadDay({ bulk }: Archivist, { day, duck, folder }: Move, table: string): Promise<void> {
  await files.createTable(duck, table);
  const path = join(folder, 'piece.csv');
  let held: Buffer[] = [];
  let heldBytes = 0;
  const insert = async (rows: Buffer): Promise<void> => {
    await writeFile(path, rows);
    await files.insertCsv(duck, table, path);
  };
  const names = archiveColumns.map(({ name }) => name);
  for await (const bytes of readClosedDay(bulk, day, names)) {
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes < pieceBytes) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf('\n') + 1;
    await insert(all.subarray(0, end));
    held = [all.subarray(end)];
    heldBytes = all.length - end;
  }
  if (heldBytes > 0) await insert(Buffer.concat(held));
  await rm(path, { force: true });
}

/** Readings that came late and are in the archive already. */
async function deleteKnown({ ctx, objects }: Archivist, { day, duck, folder }: Move, table: string): Promise<void> {
  for (const file of await store.listFiles(ctx.db, day.day))
    await files.deleteArchived(duck, table, await fetchFile(objects, file, folder));
}
