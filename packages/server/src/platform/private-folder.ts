import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permissions of the group and of others. */
const othersRights = 0o077;

/** The files that this service keeps in its data folder. */
const isOurs = (name: string): boolean => /^(database|lock|jwt-secret(\.\d+)?)$/.test(name);

/**
 * Makes the data folder accessible to its owner only, and removes permissions that an earlier start left open: it holds
 * personal data, password hashes and the token key. A folder that also contains other files (DATA_DIR=/srv) keeps its
 * own mode; only our files in it are tightened.
 */
export function preparePrivateFolder(folder: string): void {
  // Applies to every file that this process creates from now on.
  process.umask(othersRights);
  mkdirSync(folder, { recursive: true });
  const entries = readdirSync(folder);
  for (const name of entries.filter(isOurs)) tighten(join(folder, name));
  if (entries.every(isOurs)) takeOthersRights(folder, lstatSync(folder).mode);
}

/** The folder first: after that nobody else can access its content. */
function tighten(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  takeOthersRights(path, stat.mode);
  if (stat.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
}

function takeOthersRights(path: string, mode: number): void {
  if ((mode & othersRights) === 0) return;
  try {
    chmodSync(path, mode & 0o7777 & ~othersRights);
  } catch (error) {
    throw new Error(
      `${path} can be read by other users and its rights cannot be changed (${(error as NodeJS.ErrnoException).code}). Make this process its owner, or choose another DATA_DIR.`,
    );
  }
}
