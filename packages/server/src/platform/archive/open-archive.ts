import type { Config } from '../../config.js';
import { openFolder } from './folder.js';
import type { ArchiveObjects } from './objects.js';
import { openS3 } from './s3.js';

/** Opens nothing until it is used. Null if no archive is configured. */
export function openArchive(config: Config): ArchiveObjects | null {
  const { archive } = config;
  if (archive === null) return null;
  return archive.kind === 'folder' ? openFolder(archive.folder) : openS3(archive, config);
}
