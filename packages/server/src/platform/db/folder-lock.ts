import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One process per data folder: the embedded database would be damaged by two. The file names the holder; a
 * holder that was killed left it behind, so a dead holder's lock is taken over.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const holder = livingHolder(path);
  if (holder !== undefined)
    throw new Error(
      `The data folder ${folder} is in use by process ${holder}. Stop it first, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  writeFileSync(path, String(process.pid));
  return () => rmSync(path, { force: true });
}

function livingHolder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // No file, or no such process. EPERM is a living process of somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? -1 : undefined;
  }
}
