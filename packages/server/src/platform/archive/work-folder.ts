import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../db/folder-lock.js';

const prefix = 'fallwatch-archive-';

/** Mode 0700. Who makes it removes it. */
export function makeWorkFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `${prefix}${process.pid}-`));
}

export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

export async function withWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkFolder(parent);
  try {
    return await work(folder);
  } finally {
    await removeWorkFolder(folder);
  }
}

/** A killed process leaves its folder behind, with readings. */
export async function removeDeadWorkFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^fallwatch-archive-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true });
  }
}
