/** Writes a file into the archive, and reads one from it. What is read is what was written, or it is an error. */
import { rm } from 'node:fs/promises';
import type { ArchiveObjects } from '../../platform/archive/objects.js';
import { digestFile } from '../../platform/digest-file.js';
import type { ArchiveFile } from './archive.store.js';
import * as store from './archive.store.js';
import type { Archivist } from './archive-lock.service.js';

type NewFile = Pick<ArchiveFile, 'day' | 'deviceKeys' | 'readings'>;

/** The file is in the list before it is in the archive: after a crash it is found there and deleted. */
export async function putFile({ ctx, bulk, objects }: Archivist, path: string, about: NewFile): Promise<ArchiveFile> {
  const object = `readings/${about.day}/${ctx.newId()}.parquet`;
  const file = { object, ...about, ...(await digestFile(path)) };
  await store.insertFile(bulk, file);
  await objects.put(object, path);
  // The file is compared as it comes back from the archive.
  await rm(path);
  return { ...file, state: 'WRITING', writtenAt: ctx.now() };
}

export async function fetchFile(
  objects: ArchiveObjects,
  { object, bytes, sha256 }: ArchiveFile,
  folder: string,
): Promise<string> {
  const path = await objects.fetch(object, folder);
  const found = await digestFile(path);
  if (found.sha256 !== sha256)
    throw new Error(
      `${object} in the archive is damaged: ${found.bytes} bytes with SHA-256 ${found.sha256}, ${bytes} with ${sha256} were written`,
    );
  return path;
}
