import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type ArchiveSite,
  countEverywhere,
  expectSameRows,
  insertRows,
  listInArchive,
  listInDatabase,
  oldDay,
  openArchiveSite,
  strangeRows,
  withoutDevice,
} from '../../../test/archive.js';
import { caller, freshEmail, freshMac, password, reading } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { openBulk } from '../../platform/db/bulk.js';
import { eraseReadings } from '../recorder/reading-days.service.js';
import { archiveReadings } from './archive.service.js';
import { checkArchive, deleteUnknown } from './check.service.js';
import { eraseFromArchive } from './erasure.service.js';
import { dropOldDays } from './retention.service.js';

type Place = 'folder' | 's3';
const sites = new Map<Place, Promise<ArchiveSite>>();

/** Migrating a database takes longer than a test: one for each place, emptied before each test. */
async function open(place: Place): Promise<ArchiveSite> {
  const opened = sites.get(place) ?? openArchiveSite(place);
  sites.set(place, opened);
  const site = await opened;
  await site.bulk.query('truncate archive_files, erased_devices, readings');
  for (const object of await site.objects.list()) await site.objects.delete(object);
  return site;
}
afterAll(async () => {
  for (const site of sites.values()) await (await site).close();
});

async function listPartitions({ bulk }: ArchiveSite): Promise<string[]> {
  const rows = await bulk.query<{ name: string }>("select reading_partitions_before('9999-12-31') as name");
  return rows.map(({ name }) => name);
}

const toPartition = (day: string): string => `readings_${day.replaceAll('-', '')}`;
const listFiles = ({ ctx }: ArchiveSite) =>
  ctx.db.selectFrom('archiveFiles').selectAll().orderBy('writtenAt').execute();

describe.runIf(profile === 'cluster')('the archive', () => {
  test.each(['folder', 's3'] as const)('has every value of a closed day, in a %s', async (place) => {
    const site = await open(place);
    const [day, keys] = [oldDay(), [3, 7, 2_000_000_000]];
    await insertRows(site, day, strangeRows(day, keys, 2_000));
    const before = new Map<number, object[]>();
    for (const key of keys) before.set(key, (await listInDatabase(site, key)).map(withoutDevice));
    await archiveReadings(site.ctx);

    expect(await listPartitions(site)).not.toContain(toPartition(day));
    for (const key of keys) {
      expect(await listInDatabase(site, key)).toEqual([]);
      const after = await listInArchive(site, key, day);
      expectSameRows(after, before.get(key) ?? []);
      // A download writes the columns in this order.
      expect(Object.keys(after[0] ?? {}).toSorted()).toEqual(Object.keys(before.get(key)?.[0] ?? {}).toSorted());
    }
    const [file, ...others] = await listFiles(site);
    expect(others).toEqual([]);
    expect(file).toMatchObject({ day, deviceKeys: keys, readings: 6_000, state: 'CURRENT' });
    expect(await site.objects.list()).toEqual([file?.object]);
    expect(await checkArchive(site.ctx)).toMatchObject({ files: 1, readings: 6_000, problems: [], unknown: [] });
  });

  test('leaves days on which readings may still arrive', async () => {
    const site = await open('folder');
    const days = [8, 9].map(oldDay);
    for (const day of days) await insertRows(site, day, strangeRows(day, [1], 10));
    await archiveReadings(site.ctx);
    expect((await listFiles(site)).map(({ day }) => day)).toEqual([days[1]]);
    expect(await listInDatabase(site, 1)).toHaveLength(10);
  });

  test('takes late readings of an archived day into a further file, each once', async () => {
    const site = await open('folder');
    const day = oldDay();
    await insertRows(site, day, strangeRows(day, [1, 2], 100));
    await archiveReadings(site.ctx);
    // 90 to 99 are sent again; 100 to 109 are new.
    await insertRows(site, day, [...strangeRows(day, [2], 110)].slice(90));
    await archiveReadings(site.ctx);
    expect((await listFiles(site)).map(({ readings }) => readings)).toEqual([200, 10]);
    expect(await listInArchive(site, 2, day)).toHaveLength(110);
    expect(await listPartitions(site)).not.toContain(toPartition(day));
    // Nothing but repetitions.
    await insertRows(site, day, strangeRows(day, [1], 5));
    await archiveReadings(site.ctx);
    expect(await listFiles(site)).toHaveLength(2);
    expect(await listPartitions(site)).not.toContain(toPartition(day));
  });

  test('keeps a day in the database that changes while it is copied', async () => {
    const site = await open('folder');
    const day = oldDay();
    await insertRows(site, day, strangeRows(day, [1], 100));
    const writer = await openBulk(site.env.DATABASE_URL as string);
    await writer.query('begin');
    await insertRows({ bulk: writer }, day, [...strangeRows(day, [1], 101)].slice(100));
    const archived = archiveReadings(site.ctx);
    const waits = 'select count(*) as count from pg_locks where not granted and relation = to_regclass($1)';
    await expect.poll(async () => (await site.bulk.query(waits, [toPartition(day)]))[0]).toEqual({ count: '1' });
    await writer.query('commit');
    await writer.close();
    await archived;
    expect(await listInDatabase(site, 1)).toHaveLength(101);
    expect(await listFiles(site)).toEqual([]);
    expect(await site.objects.list()).toEqual([]);
    await archiveReadings(site.ctx);
    expect(await listInArchive(site, 1, day)).toHaveLength(101);
  });

  test.each(['folder', 's3'] as const)('forgets a deleted device, in a %s', async (place) => {
    const site = await open(place);
    const days = [oldDay(12), oldDay(11)];
    for (const day of days) await insertRows(site, day, strangeRows(day, [1, 2, 3], 500));
    await archiveReadings(site.ctx);
    const kept = await listInArchive(site, 3, days[0] as string);
    expect(await countEverywhere(site)).toEqual(new Map([1, 2, 3].map((key) => [key, 1_000])));
    await site.bulk.query('insert into erased_devices (key) values (2)');
    await eraseFromArchive(site.ctx);
    expect(await countEverywhere(site)).toEqual(new Map([1, 3].map((key) => [key, 1_000])));
    expect((await listFiles(site)).map(({ deviceKeys, state }) => [...deviceKeys, state])).toEqual([
      [1, 3, 'CURRENT'],
      [1, 3, 'CURRENT'],
    ]);
    expect(await listInArchive(site, 3, days[0] as string)).toEqual(kept);
    await site.bulk.query('insert into erased_devices (key) values (1), (3)');
    await eraseFromArchive(site.ctx);
    expect(await site.objects.list()).toEqual([]);
    expect(await listFiles(site)).toEqual([]);
  });

  test('is in a download together with the database, and forgets a deleted account', async () => {
    const site = await open('folder');
    const account = { email: freshEmail(), password, firstName: 'Ann', lastName: 'Lee' };
    const { body } = await caller(undefined, site.app).post('/auth/signup', account);
    const ann = caller(body.token, site.app);
    const mac = freshMac();
    expect(await ann.post('/device/sensor-stream', reading(mac, { uptime_ms: 5 }))).toHaveStatus(200);
    const { key } = await site.ctx.db.selectFrom('devices').select('key').executeTakeFirstOrThrow();
    const day = oldDay();
    await insertRows(site, day, strangeRows(day, [key, key + 1], 1_200));
    const download = async (): Promise<{ at: string }[]> => {
      const { readings } = (await ann.get('/profile/export')).body;
      return readings.toSorted((a: { at: string }, b: { at: string }) => a.at.localeCompare(b.at));
    };
    const before = await download();
    await archiveReadings(site.ctx);
    const after = await download();
    expect(after).toHaveLength(1_201);
    expectSameRows(after, before);
    const columns = (rows: readonly object[]) => [...new Set(rows.map((row) => Object.keys(row).join()))];
    expect(columns(after)).toEqual(columns(before));

    expect(await ann.delete('/profile/me', { password, confirmation: true })).toHaveStatus(200);
    await eraseReadings(site.ctx);
    await eraseFromArchive(site.ctx);
    expect(await countEverywhere(site)).toEqual(new Map([[key + 1, 1_200]]));
  });

  test('a deleted device stays on the list of deleted ones until the archive has forgotten it', async () => {
    const site = await open('folder');
    const day = oldDay();
    await insertRows(site, day, strangeRows(day, [1, 2], 10));
    await archiveReadings(site.ctx);
    await site.bulk.query("insert into erased_devices (key, erased_at) values (2, now() - interval '60 days')");
    const listErased = () => site.bulk.query<{ key: number }>('select key from erased_devices');
    await eraseReadings(site.ctx);
    expect(await listErased()).toEqual([{ key: 2 }]);
    await eraseFromArchive(site.ctx);
    await site.bulk.query("update erased_devices set cleaned_at = now() - interval '2 days'");
    await eraseReadings(site.ctx);
    expect(await listErased()).toEqual([]);
  });

  test('refuses to work on a damaged file', async () => {
    const site = await open('folder');
    const day = oldDay();
    await insertRows(site, day, strangeRows(day, [1, 2], 100));
    await archiveReadings(site.ctx);
    const [object = ''] = await site.objects.list();
    const path = await site.objects.fetch(object, '');
    const bytes = readFileSync(path);
    bytes[100] = (bytes[100] as number) ^ 1;
    writeFileSync(path, bytes);
    await site.bulk.query('insert into erased_devices (key) values (2)');
    const digest = createHash('sha256').update(bytes).digest('hex');
    await expect(eraseFromArchive(site.ctx)).rejects.toThrow(digest);
    expect((await checkArchive(site.ctx)).problems).toEqual([expect.stringContaining('is damaged')]);
    expect(await site.objects.list()).toEqual([object]);
  });

  test('drops days after ARCHIVE_RETENTION, and finds files that are not in its list', async () => {
    const site = await open('folder');
    const days = [oldDay(400), oldDay(12)];
    for (const day of days) await insertRows(site, day, strangeRows(day, [1], 10));
    await archiveReadings(site.ctx);
    const { archiveRetentionMs } = site.ctx.config;
    expect(await dropOldDays(site.ctx, archiveRetentionMs, true)).toMatchObject({ archivedDays: [days[0]] });
    expect(await site.objects.list()).toHaveLength(2);
    await dropOldDays(site.ctx, archiveRetentionMs, false);
    await eraseFromArchive(site.ctx);
    const left = await site.objects.list();
    expect(left).toEqual([expect.stringContaining(`readings/${days[1]}/`)]);
    await site.objects.put('readings/2020-01-01/lost.parquet', await site.objects.fetch(left[0] as string, ''));
    expect((await checkArchive(site.ctx)).unknown).toEqual(['readings/2020-01-01/lost.parquet']);
    expect(await deleteUnknown(site.ctx)).toBe(1);
    expect(await site.objects.list()).toEqual(left);
  });
});
