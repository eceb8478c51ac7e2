import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One process per data folder: two would damage the embedded database. The file contains the holder's process id; a
 * killed process leaves it behind, so the lock of a dead process is taken over.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const holder = readHolder(path);
  if (holder !== undefined && isAlive(holder))
    throw new Error(
      `The data folder ${folder} is in use by process ${holder}. Stop it first, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  rmSync(path, { force: true });
  // Fails if another process created the lock in the meantime.
  writeFileSync(path, String(process.pid), { flag: 'wx' });
  return () => rmSync(path, { force: true });
}

function readHolder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
