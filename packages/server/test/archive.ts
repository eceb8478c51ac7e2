/** An installation with an archive: a database of its own on the real server, and a folder or an S3 service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import S3rver from 's3rver';
import { expect, inject } from 'vitest';
import { type BuiltApp, buildApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { archiveColumns } from '../src/features/archive/archive.rules.js';
import { countByDeviceInFile } from '../src/features/archive/archive-files.store.js';
import { readArchivedDay } from '../src/features/archive/archived-readings.service.js';
import { openDuckDb } from '../src/platform/archive/duckdb.js';
import type { ArchiveObjects } from '../src/platform/archive/objects.js';
import { openArchive } from '../src/platform/archive/open-archive.js';
import { type Context, createContext, system } from '../src/platform/context.js';
import { type BulkConnection, openBulk } from '../src/platform/db/bulk.js';
import { createPasswords } from '../src/platform/passwords.js';
import { closePlatform, openPlatform } from '../src/platform/platform.js';
import { createProcessState } from '../src/process-state.js';
import { prepareDatabase } from '../src/setup.js';
import { createDatabase } from './servers.js';

export interface ArchiveSite extends BuiltApp {
  readonly ctx: Context;
  readonly env: Readonly<Record<string, string>>;
  readonly objects: ArchiveObjects;
  /** For preparing days, as an older release would have filled them. */
  readonly bulk: BulkConnection;
  readonly close: () => Promise<void>;
}

const dayMs = 86_400_000;
/** A day that is old enough, and was never partitioned. */
export const oldDay = (daysAgo = 12): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

let sites = 0;

export async function openArchiveSite(place: 'folder' | 's3'): Promise<ArchiveSite> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-site-'));
  const s3 = place === 's3' ? await startS3(join(folder, 's3')) : undefined;
  sites += 1;
  const databaseUrl = await createDatabase(inject('namespace'), `archive_${process.pid}_${sites}`);
  const env = {
    NODE_ENV: 'test',
    JWT_SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_GLOBAL: 'off',
    RATE_LIMIT_SENSOR: 'off',
    DATABASE_URL: databaseUrl,
    ARCHIVE_WORK_DIR: folder,
    ARCHIVE: join(folder, 'archive'),
    ...s3?.env,
  };
  const passwords = createPasswords({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });
  const platform = await openPlatform(loadConfig(env), createProcessState, { passwords });
  await prepareDatabase(platform);
  // Its own options instead of the recorder's, which end a connection after 8 s without a statement: tests work longer.
  const bulk = await openBulk(`${databaseUrl}?options=-c%20timezone%3DUTC`);
  return {
    ...(await buildApp(platform)),
    ctx: createContext(platform, system),
    env,
    objects: openArchive(platform.config) as ArchiveObjects,
    bulk,
    close: async () => {
      await bulk.close();
      await closePlatform(platform);
      await s3?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** s3rver does not compare signatures: s3.test.ts does. */
async function startS3(directory: string) {
  const configureBuckets = [{ name: 'care' }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    env: {
      ARCHIVE: 's3://care/fallwatch',
      ARCHIVE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      ARCHIVE_S3_KEY_ID: 'S3RVER',
      ARCHIVE_S3_SECRET: 'S3RVER',
    },
    stop: () => server.close(),
  };
}

export type Value = number | string | null;
/** One reading: the values of `archiveColumns`, in their order. */
export type Row = readonly Value[];

export const columnNames = archiveColumns.map(({ name }) => name);

export async function insertRows({ bulk }: Pick<ArchiveSite, 'bulk'>, day: string, rows: Iterable<Row>): Promise<void> {
  await bulk.query('select ensure_reading_partitions($1::date, 1)', [day]);
  await bulk.copy(`copy readings (${columnNames.join(', ')}) from stdin (format csv)`, [...toCsv(rows)]);
}

function* toCsv(rows: Iterable<Row>): Generator<Uint8Array> {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(`${row.map((value) => value ?? '').join(',')}\n`);
    if (lines.length < 10_000) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}

/** Readings with every kind of value: missing ones, the limits of each type, and numbers that need all their digits. */
export function* strangeRows(day: string, deviceKeys: readonly number[], perDevice: number): Generator<Row> {
  for (const key of deviceKeys)
    for (let n = 0; n < perDevice; n += 1) {
      const values: Readonly<Record<string, Value>> = {
        device_key: key,
        at: new Date(Date.parse(day) + n * 1_000 + (key % 1_000)).toISOString(),
        accel_x: [9.81, -0.1, 1e-7, -10_000, 3.4028235e38, 0][n % 6] as number,
        // 7.14453125 is half way between two decimals of seven digits, of which PostgreSQL takes the even one.
        accel_y: n % 100 === 0 ? 7.14453125 : n / 7,
        accel_z: 0.1 + n,
        gyro_x: -n,
        gyro_y: [1.17549435e-38, 16_777_216][n % 2] as number,
        gyro_z: 0,
        uptime_ms: n % 5 === 0 ? Number.MAX_SAFE_INTEGER - n : n * 1_000,
        boot_id: n % 3 === 0 ? null : 4_294_967_295 - (n % 2),
        pressure: n % 2 === 0 ? null : 1_013.25,
        fsr: n % 4 === 0 ? 0.333_333_34 : null,
        heart_rate: n % 7 === 0 ? null : 60 + (n % 60),
        spo2: n % 11 === 0 ? null : 97,
        battery_level: 100 - n / 1_000,
        confidence: (n % 100) / 100,
      };
      yield columnNames.map((name) => values[name] ?? null);
    }
}

/** The rows of a day in the database, as a download has them. */
export async function listInDatabase({ ctx }: ArchiveSite, deviceKey: number): Promise<object[]> {
  return ctx.db.selectFrom('readings').selectAll().where('deviceKey', '=', deviceKey).orderBy('at').execute();
}

export function withoutDevice(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'deviceKey'));
}

export async function listInArchive({ ctx }: ArchiveSite, deviceKey: number, day: string): Promise<object[]> {
  const all: object[] = [];
  for await (const readings of readArchivedDay(ctx, deviceKey, day)) all.push(...readings);
  return all;
}

/** Every row of every object in the archive, read without the list. */
export async function countEverywhere({ objects }: ArchiveSite): Promise<Map<number, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-search-'));
  const duck = await openDuckDb(folder);
  const total = new Map<number, number>();
  for (const name of await objects.list())
    for (const [key, count] of await countByDeviceInFile(duck, await objects.fetch(name, folder)))
      total.set(key, (total.get(key) ?? 0) + count);
  duck.close();
  rmSync(folder, { recursive: true });
  return total;
}

/** Compares millions of rows; of unequal ones it shows the first, because showing all would take longer than any test. */
export function expectSameRows(found: readonly object[], expected: readonly object[]): void {
  expect(found.length).toBe(expected.length);
  const first = expected.findIndex((row, index) => !isDeepStrictEqual(row, found[index]));
  if (first >= 0) expect(found[first]).toEqual(expected[first]);
}
