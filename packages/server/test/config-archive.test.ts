import { describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config.js';
import { listProblems } from './config-problems.js';

describe('the archive', () => {
  const archive = { ARCHIVE: '/srv/archive', DATABASE_URL: 'postgres://x/y' };

  test('is a folder, or a bucket with its service and key', () => {
    expect(loadConfig({}).archive).toBeNull();
    expect(loadConfig(archive)).toMatchObject({
      archive: { kind: 'folder', folder: '/srv/archive' },
      archiveAfterMs: 8 * 86_400_000,
      archiveRetentionMs: 365 * 86_400_000,
    });
    const s3 = {
      ARCHIVE_S3_ENDPOINT: 'https://s3.example.org',
      ARCHIVE_S3_KEY_ID: 'id',
      ARCHIVE_S3_SECRET: 'secret',
    };
    expect(loadConfig({ ...archive, ...s3, ARCHIVE: 's3://care/readings/of-us/' }).archive).toEqual({
      kind: 's3',
      bucket: 'care',
      prefix: 'readings/of-us',
    });
    expect(listProblems({ ...archive, ARCHIVE: 's3://care' })).toEqual(
      ['ENDPOINT', 'KEY_ID', 'SECRET'].map((name) => `ARCHIVE_S3_${name} is required when ARCHIVE begins with s3://`),
    );
  });

  test('has one way to name a folder', () => {
    const folder = '/srv/archive';
    for (const written of ['/srv/archive/', '/srv//archive', '/srv/x/../archive'])
      expect(loadConfig({ ...archive, ARCHIVE: written }).archive).toEqual({ kind: 'folder', folder });
    expect(listProblems({ ...archive, ARCHIVE: '/' })).toHaveLength(1);
  });

  test('is refused where it cannot work', () => {
    expect(listProblems({ ARCHIVE: 'archive' })).toEqual([
      'ARCHIVE has "archive"; expected absolute path of a folder, /srv/fallwatch/archive, or s3://bucket/prefix',
    ]);
    expect(listProblems({ ARCHIVE: '/srv/archive' })).toEqual([
      'DATABASE_URL is required with ARCHIVE: the embedded database has no archive',
    ]);
    expect(listProblems({ ...archive, ARCHIVE_AFTER: '7d', ARCHIVE_RETENTION: '7d' })).toEqual([
      'ARCHIVE_AFTER must be at least 8d: devices may upload readings of the last seven days',
      'ARCHIVE_RETENTION must be longer than ARCHIVE_AFTER',
    ]);
  });
});
