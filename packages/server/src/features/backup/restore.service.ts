/** Restores what backup.service.ts has written, into a folder that is new or empty. */
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Platform } from '../../platform/context.js';
import { unavailable } from '../../platform/refusal.js';
import { checkBackup } from './backup.service.js';
import { putBackJournal } from './journal-copy.js';
import { type Manifest, readManifest } from './manifest.js';
import { recoverySettings } from './wal.rules.js';

export interface RestoreOptions {
  readonly backup: string;
  /** The data folder of PostgreSQL, or DATA_DIR of the embedded database. */
  readonly data: string;
  /** The folder with WAL received since the backup. Null: the state at the end of the backup. */
  readonly wal: string | null;
  /** With WAL: a time to stop at, before a mistake. */
  readonly until: string | null;
}

export async function restoreDatabase({ backup, data, wal, until }: RestoreOptions): Promise<Manifest> {
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new Error(`${data} is not empty: move it away first. Nothing was changed.`);
  if (until !== null && wal === null) throw new Error('--until needs --wal: a backup alone has one state, its end');
  if (until !== null && Number.isNaN(Date.parse(until)))
    throw new Error(`--until has "${until}"; expected a time such as 2026-11-19T03:00:00Z`);
  const settings = recoverySettings(wal && resolve(wal), until && new Date(until).toISOString());
  const manifest = await checkBackup(backup);
  if (wal !== null && manifest.database.kind === 'embedded')
    throw new Error('The embedded database has no WAL to apply: leave out --wal');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  cpSync(join(backup, manifest.database.folder), data, { recursive: true, preserveTimestamps: true });
  // PostgreSQL does not start with a folder that others can read.
  chmodSync(data, 0o700);
  if (manifest.database.kind === 'postgresql') {
    appendFileSync(join(data, 'postgresql.auto.conf'), settings);
    if (wal !== null) writeFileSync(join(data, 'recovery.signal'), '');
  }
  return manifest;
}

/** After the start of PostgreSQL and NATS. Can be repeated: readings and falls are stored once. */
export async function restoreJournal({ journal }: Platform, backup: string): Promise<number> {
  const { journal: part } = readManifest(backup);
  if (!part) return 0;
  if (!journal) throw unavailable('There is no journal to put the records into: set NATS_URL and DATABASE_URL.');
  return putBackJournal(journal, join(backup, part.file));
}
