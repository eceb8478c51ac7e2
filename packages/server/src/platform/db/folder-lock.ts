import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One process per data folder: the embedded database would be damaged by two. The file names the holder; a
 * holder that was killed left it behind, so a dead holder's lock is taken over.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const holder = holderOf(path);
  if (holder !== undefined && isAlive(holder))
    throw new Error(
      `The data folder ${folder} is in use by process ${holder}. Stop it first, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  rmSync(path, { force: true });
  // Fails if another process has been quicker since.
  writeFileSync(path, String(process.pid), { flag: 'wx' });
  return () => rmSync(path, { force: true });
}

function holderOf(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
