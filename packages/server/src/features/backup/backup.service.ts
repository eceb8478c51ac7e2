/**
 * A backup is a folder: the database, a copy of the journal, and a manifest. Redis is not in it: it holds counts and the
 * last seconds of each device, which are new again within seconds. A further part, such as an archive of files, is one
 * more entry of `Parts`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../platform/clock.js';
import type { Platform } from '../../platform/context.js';
import { lockFolder } from '../../platform/db/folder-lock.js';
import type { Journal } from '../../platform/journal/journal.js';
import { version } from '../../platform/version.js';
import { readDatabaseFacts } from './backup.store.js';
import { copyJournal } from './journal-copy.js';
import {
  compareFiles,
  type DatabasePart,
  describeFile,
  type JournalPart,
  listFiles,
  type Manifest,
  measureFolder,
  readManifest,
  writeManifest,
} from './manifest.js';
import { connectionArguments, runProgram } from './programs.js';
import { toWalName } from './wal.rules.js';

const postgresManifest = join('postgres', 'backup_manifest');

/** Of this machine: the embedded database is not open. */
const readTime = (): string => new Date(systemClock.nowMs()).toISOString();

interface Parts {
  readonly database: Omit<DatabasePart, 'files' | 'bytes'>;
  readonly journal: JournalPart | null;
  /** Those that our manifest describes. */
  readonly files: readonly string[];
}

/** Everything accepted before the start is in it. `url` is the address of a user who may replicate. */
export function backUpServers(platform: Platform, url: string, target: string): Promise<string> {
  return makeBackup(target, async (backup) => {
    // The journal first: what is recorded meanwhile is in both, and stored once.
    const journal = platform.journal && (await backUpJournal(platform.journal, backup));
    const database = await backUpPostgres(platform, url, backup);
    return { database, journal, files: [postgresManifest, ...(journal ? [journal.file] : [])] };
  });
}

async function backUpJournal(journal: Journal, backup: string): Promise<JournalPart> {
  const file = 'journal.records';
  return { file, records: await copyJournal(journal, join(backup, file)) };
}

async function backUpPostgres({ db }: Platform, url: string, backup: string): Promise<Parts['database']> {
  const facts = await readDatabaseFacts(db);
  const { args, env } = connectionArguments(url);
  // `fast`: not up to five minutes later. Its own WAL is part of it, so that it can be restored without any other.
  const how = ['--checkpoint=fast', '--wal-method=stream', '--manifest-checksums=SHA256', '--label=fallwatch'];
  await runProgram('pg_basebackup', [...args, ...how, '--pgdata', join(backup, 'postgres')], { env });
  const { 'WAL-Ranges': ranges } = JSON.parse(readFileSync(join(backup, postgresManifest), 'utf8'));
  const [{ Timeline, 'Start-LSN': startLsn }] = ranges;
  return { kind: 'postgresql', folder: 'postgres', ...facts, firstWal: toWalName(Timeline, startLsn) };
}

/** The embedded database cannot be copied while it runs: the lock keeps every other process out. */
export function backUpEmbedded(dataDir: string, target: string): Promise<string> {
  if (!existsSync(join(dataDir, 'database')))
    throw new Error(`${dataDir} has no database: set DATA_DIR to the data folder, or DATABASE_URL`);
  return makeBackup(target, async (backup) => {
    const unlock = lockFolder(dataDir);
    try {
      const filter = (path: string): boolean => path !== join(dataDir, 'lock');
      cpSync(dataDir, join(backup, 'embedded'), { recursive: true, preserveTimestamps: true, filter });
    } finally {
      unlock();
    }
    const facts = { serverVersion: null, lastMigration: null, firstWal: null };
    const database = { kind: 'embedded' as const, folder: 'embedded', ...facts };
    return { database, journal: null, files: listFiles(backup, 'embedded') };
  });
}

/** Returns the folder of the backup. It has its final name only once it is complete. */
async function makeBackup(target: string, fill: (backup: string) => Promise<Parts>): Promise<string> {
  const startedAt = readTime();
  const backup = join(target, startedAt.replaceAll(':', '-'));
  const unfinished = `${backup}.unfinished`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const { database, journal, files } = await fill(unfinished);
  const described = [];
  for (const path of files) described.push(await describeFile(unfinished, path));
  writeManifest(unfinished, {
    version,
    startedAt,
    finishedAt: readTime(),
    database: { ...database, ...measureFolder(unfinished, database.folder) },
    journal,
    files: described,
  });
  renameSync(unfinished, backup);
  return backup;
}

/** Reads every byte again. Throws with all that is wrong. */
export async function checkBackup(backup: string): Promise<Manifest> {
  const manifest = readManifest(backup);
  const { database, files } = manifest;
  const problems = await compareFiles(backup, files);
  if (database.serverVersion !== null) {
    const [majorVersion = ''] = database.serverVersion.split('.');
    const args = ['--quiet', join(backup, database.folder)];
    await runProgram('pg_verifybackup', args, { majorVersion }).catch((error: Error) => problems.push(error.message));
  }
  if (problems.length > 0) throw new Error([`${backup} is damaged:`, ...problems].join('\n  - '));
  return manifest;
}
