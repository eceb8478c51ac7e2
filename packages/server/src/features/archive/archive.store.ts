/** The list of the archive's files. It is changed on the connection of the process that holds the lock. */
import { type Selectable, sql } from 'kysely';
import type { BulkConnection } from '../../platform/db/bulk.js';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export type ArchiveFile = Selectable<Tables['archiveFiles']>;

/** One process at a time changes the archive. The lock ends with the connection. */
export async function tryLockArchive(bulk: BulkConnection): Promise<boolean> {
  const [row] = await bulk.query<{ taken: boolean }>('select pg_try_advisory_lock(7221029) as taken');
  return row?.taken ?? false;
}

export async function insertFile(bulk: BulkConnection, file: Omit<ArchiveFile, 'state' | 'writtenAt'>): Promise<void> {
  await bulk.query(
    `insert into archive_files (object, day, device_keys, readings, bytes, sha256, state)
     values ($1, $2, $3, $4, $5, $6, 'WRITING')`,
    [file.object, file.day, file.deviceKeys, file.readings, file.bytes, file.sha256],
  );
}

export async function updateStates(
  bulk: BulkConnection,
  state: ArchiveFile['state'],
  objects: readonly string[],
): Promise<void> {
  await bulk.query('update archive_files set state = $1 where object = any($2)', [state, objects]);
}

export async function deleteFile(bulk: BulkConnection, object: string): Promise<void> {
  await bulk.query('delete from archive_files where object = $1', [object]);
}

/** While the lock is held: files that a killed process has left unfinished, and replaced ones. */
export function listUnused(db: Db): Promise<ArchiveFile[]> {
  return db.selectFrom('archiveFiles').selectAll().where('state', '!=', 'CURRENT').orderBy('object').execute();
}

export function listAllFiles(db: Db): Promise<ArchiveFile[]> {
  return db.selectFrom('archiveFiles').selectAll().orderBy('object').execute();
}

const current = (db: Db) => db.selectFrom('archiveFiles').selectAll().where('state', '=', 'CURRENT');

/** Is never null: an empty list has no element in common with any other. */
const erasedKeys = sql<number[]>`(select coalesce(array_agg(key), '{}') from erased_devices)`;

/** Files with readings of deleted devices. */
export function listToErase(db: Db): Promise<ArchiveFile[]> {
  return current(db).where(sql<boolean>`device_keys && ${erasedKeys}`).orderBy('day').orderBy('object').execute();
}

export async function listErasedKeys(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('erasedDevices').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

export function listFiles(db: Db, day: string): Promise<ArchiveFile[]> {
  return current(db).where('day', '=', day).orderBy('object').execute();
}

export function listFilesWithDevice(db: Db, day: string, deviceKey: number): Promise<ArchiveFile[]> {
  return current(db)
    .where('day', '=', day)
    .where(sql<boolean>`device_keys && array[${deviceKey}::integer]`)
    .orderBy('object')
    .execute();
}

export async function listDaysWithDevices(db: Db, deviceKeys: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('archiveFiles')
    .select('day')
    .distinct()
    .where('state', '=', 'CURRENT')
    .where(sql<boolean>`device_keys && ${sql.val(`{${deviceKeys.join()}}`)}::integer[]`)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

export async function listDaysBefore(db: Db, day: string): Promise<string[]> {
  const days = db.selectFrom('archiveFiles').select('day').distinct().where('state', '=', 'CURRENT');
  return (await days.where('day', '<', day).orderBy('day').execute()).map((row) => row.day);
}

/** They are deleted by the next round of the job. */
export async function markOldFiles(db: Db, day: string): Promise<void> {
  await db
    .updateTable('archiveFiles')
    .set({ state: 'OBSOLETE' })
    .where('day', '<', day)
    .where('state', '=', 'CURRENT')
    .execute();
}
