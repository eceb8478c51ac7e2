/** What a backup contains. `manifest.json` is written last: a folder without it is no backup. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFile } from '../../platform/digest-file.js';

const format = 1;
const fileName = 'manifest.json';

export interface ListedFile {
  /** Relative to the folder of the backup. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DatabasePart {
  readonly kind: 'postgresql' | 'embedded';
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Null for the embedded database, which is not running. */
  readonly serverVersion: string | null;
  readonly lastMigration: string | null;
  /** The first file of WAL that a restore needs; earlier ones can be deleted. */
  readonly firstWal: string | null;
}

export interface JournalPart {
  readonly file: string;
  readonly records: number;
}

export interface Manifest {
  readonly format: typeof format;
  readonly version: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly database: DatabasePart;
  /** Null without NATS. */
  readonly journal: JournalPart | null;
  /** For PostgreSQL its own manifest, which has the SHA-256 of all its other files. */
  readonly files: readonly ListedFile[];
}

export function writeManifest(backup: string, manifest: Omit<Manifest, 'format'>): void {
  writeFileSync(join(backup, fileName), `${JSON.stringify({ format, ...manifest }, null, 2)}\n`, { mode: 0o600 });
}

export function readManifest(backup: string): Manifest {
  const path = join(backup, fileName);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${backup} is not a backup: ${path} cannot be read (${(error as Error).message})`);
  }
  if (manifest.format !== format)
    throw new Error(`${path} has format ${manifest.format}; this version reads ${format}: use a newer Fallwatch`);
  return manifest;
}

/** All files below the folder, with paths relative to the backup. */
export function listFiles(backup: string, folder: string): string[] {
  return readdirSync(join(backup, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(backup.length + 1));
}

export function measureFolder(backup: string, folder: string): { files: number; bytes: number } {
  const sizes = listFiles(backup, folder).map((path) => statSync(join(backup, path)).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

export async function describeFile(backup: string, path: string): Promise<ListedFile> {
  return { path, ...(await digestFile(join(backup, path))) };
}

/** A sentence for each file that is missing or differs. */
export async function compareFiles(backup: string, files: readonly ListedFile[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, bytes, sha256 } of files) {
    const found = await describeFile(backup, path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
    if (typeof found === 'string') problems.push(`${path} cannot be read (${found})`);
    else if (found.bytes !== bytes) problems.push(`${path} has ${found.bytes} bytes instead of ${bytes}`);
    else if (found.sha256 !== sha256) problems.push(`${path} has other content than when it was written`);
  }
  return problems;
}
