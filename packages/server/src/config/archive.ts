/** Where closed days of readings are kept outside the database. */
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { duration, expect, span, urlWith, variable } from './forms.js';

export type ArchivePlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** Devices may upload readings of the last seven days, and the current day is not over. */
const shortestAfter = '8d';

export const archiveSettings = {
  archive: variable({
    name: 'ARCHIVE',
    form: 'absolute path of a folder, `/srv/fallwatch/archive`, or `s3://bucket/prefix`',
    shown: 'none',
    about:
      'Where readings older than `ARCHIVE_AFTER` are kept as Parquet files: [docs/archive.md](archive.md). Needs `DATABASE_URL`. Every process with the role `api` or `upkeep` needs it.',
    read: archivePlace,
    fallback: (): ArchivePlace | null => null,
  }),
  archiveAfterMs: span(
    'ARCHIVE_AFTER',
    shortestAfter,
    'Days that ended this long ago move from PostgreSQL to the archive. At least `8d`: devices may upload readings of the last seven days.',
  ),
  archiveRetentionMs: span(
    'ARCHIVE_RETENTION',
    '365d',
    'With `ARCHIVE`: readings older than this are deleted, in whole days. `READING_RETENTION` has no effect then.',
  ),
  archiveWorkDir: variable({
    name: 'ARCHIVE_WORK_DIR',
    form: 'absolute path of a folder',
    shown: "the system's folder for temporary files",
    about: 'Holds readings while they are moved or read: allow 120 bytes for each reading of a day.',
    read: absolutePath,
    fallback: () => tmpdir(),
  }),
  archiveS3Endpoint: variable({
    name: 'ARCHIVE_S3_ENDPOINT',
    form: '`https://s3.eu-central-1.amazonaws.com`',
    shown: 'none',
    about: 'Required with `s3://`: the address of the S3 service. The bucket becomes the first part of the path.',
    read: urlWith('https:', 'http:'),
    fallback: (): string | null => null,
  }),
  archiveS3Region: variable({
    name: 'ARCHIVE_S3_REGION',
    form: '`eu-central-1`',
    shown: '`us-east-1`',
    about: 'The region of the bucket, part of each signature.',
    read: (raw) => expect(/^[a-z0-9-]{1,40}$/.test(raw), raw),
    fallback: () => 'us-east-1',
  }),
  archiveS3KeyId: variable({
    name: 'ARCHIVE_S3_KEY_ID',
    form: 'text',
    shown: 'none',
    about: 'Required with `s3://`: the id of a key that may put, get and delete objects, and list the bucket.',
    read: (raw): string | null => raw,
    fallback: (): string | null => null,
  }),
  archiveS3Secret: variable({
    name: 'ARCHIVE_S3_SECRET',
    isSecret: true,
    form: 'text',
    shown: 'none',
    about: 'Required with `s3://`: the secret of this key.',
    read: (raw): string | null => raw,
    fallback: (): string | null => null,
  }),
};

function absolutePath(raw: string): string {
  return resolve(expect(/^\/[^'/][^']*$/.test(raw), raw));
}

function archivePlace(raw: string): ArchivePlace | null {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w/.-]*))?$/.exec(raw) ?? [];
  if (bucket) return { kind: 's3', bucket, prefix: prefix.replace(/\/+$/, '') };
  return { kind: 'folder', folder: absolutePath(raw) };
}

/** What is missing or contradicts itself. */
export function archiveProblems(values: Readonly<Record<string, unknown>>): string[] {
  const place = values.archive as ArchivePlace | null | undefined;
  if (!place) return [];
  const problems: string[] = [];
  if (!values.databaseUrl) problems.push('DATABASE_URL is required with ARCHIVE: the embedded database has no archive');
  if (Number(values.archiveAfterMs) < duration(shortestAfter))
    problems.push(
      `ARCHIVE_AFTER must be at least ${shortestAfter}: devices may upload readings of the last seven days`,
    );
  if (Number(values.archiveRetentionMs) <= Number(values.archiveAfterMs))
    problems.push('ARCHIVE_RETENTION must be longer than ARCHIVE_AFTER');
  const names = { archiveS3Endpoint: 'ENDPOINT', archiveS3KeyId: 'KEY_ID', archiveS3Secret: 'SECRET' };
  if (place.kind === 's3')
    for (const [key, name] of Object.entries(names))
      if (!values[key]) problems.push(`ARCHIVE_S3_${name} is required when ARCHIVE begins with s3://`);
  return problems;
}
