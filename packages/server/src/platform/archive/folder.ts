import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type ArchiveObjects, MissingObject } from './objects.js';

/** Readings are personal data: only the owner of the process may read them. */
const [folderMode, fileMode] = [0o700, 0o600];
const unfinished = '.part';

export function openFolder(folder: string): ArchiveObjects {
  return {
    async put(name, path) {
      const target = join(folder, name);
      await mkdir(dirname(target), { recursive: true, mode: folderMode });
      await copyFile(path, target + unfinished, constants.COPYFILE_FICLONE);
      await sync(target + unfinished, fileMode);
      await rename(target + unfinished, target);
      // A file is durable once the folders that name it are.
      for (let one = dirname(target); one.startsWith(folder); one = dirname(one)) await sync(one);
    },
    async fetch(name) {
      const path = join(folder, name);
      await access(path).catch(() => {
        throw new MissingObject(name);
      });
      return path;
    },
    async delete(name) {
      await rm(join(folder, name), { force: true });
      await rm(join(folder, name) + unfinished, { force: true });
    },
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return paths.map((path) => relative(folder, path).split(sep).join('/')).toSorted();
    },
  };
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function sync(path: string, mode?: number): Promise<void> {
  const handle = await open(path, 'r');
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
