import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { archiveReadings } from '../../src/features/archive/archive.service.js';
import { checkArchive } from '../../src/features/archive/check.service.js';
import { eraseFromArchive } from '../../src/features/archive/erasure.service.js';
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
} from '../archive.js';
import { simulatedRows } from '../archive-day.js';
import { expectWithin } from '../times.js';
import { say } from './say.js';
import { isFull } from './size.js';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const sites: ArchiveSite[] = [];
async function open(): Promise<ArchiveSite> {
  const site = await openArchiveSite('folder');
  sites.push(site);
  return site;
}
afterAll(async () => {
  for (const site of sites) await site.close();
});

/** The command that an operator runs, in a process of its own. */
function startArchiving({ env }: ArchiveSite): ChildProcess {
  return spawn(process.execPath, [cli, 'archive'], { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
}

/** PostgreSQL may need a moment to release the lock of a process that was killed: then the next one does nothing. */
async function archiveUntil(site: ArchiveSite, nothing: string): Promise<void> {
  while ((await site.bulk.query(nothing)).length > 0) {
    const child = startArchiving(site);
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  }
}

const days = [oldDay(14), oldDay(13), oldDay(12)];
const keys = [1, 2, 3];
const perDevice = isFull ? 40_000 : 4_000;

/** Each reading is in the database or in a valid file, and never in both. */
async function countOnce(site: ArchiveSite): Promise<number> {
  const [row] = await site.bulk.query<{ count: string }>(
    `select (select count(*) from readings) + (select coalesce(sum(readings), 0) from archive_files where state = 'CURRENT')
       as count`,
  );
  return Number(row?.count);
}

const steps: Readonly<Record<string, string>> = {
  'a file is being written': "select from archive_files where state = 'WRITING'",
  'all files of a day are written':
    "select from archive_files where state = 'WRITING' having sum(readings) = (select count(*) from readings) / 3",
  'a day has just moved': "select from archive_files where state = 'CURRENT'",
  'a file has just been replaced': "select from archive_files where state = 'OBSOLETE'",
};

/** Kills the command as soon as the database shows this step. Returns false if it was done before. */
async function killAt(site: ArchiveSite, query: string): Promise<boolean> {
  const child = startArchiving(site);
  const exited = once(child, 'exit');
  while (child.exitCode === null) {
    if ((await site.bulk.query(query)).length > 0) child.kill('SIGKILL');
    await Promise.race([exited, pause(2)]);
    if (child.signalCode !== null) return true;
  }
  return false;
}

test('a process that is killed while it moves or erases readings loses none and leaves none twice', async () => {
  const site = await open();
  for (const day of days) await insertRows(site, day, strangeRows(day, keys, perDevice));
  const all = days.length * keys.length * perDevice;
  const before = new Map<number, object[]>();
  for (const key of keys) before.set(key, await listInDatabase(site, key));
  let kills = 0;
  const rounds = isFull ? 8 : 1;
  for (let round = 0; round < rounds; round += 1)
    for (const step of ['a file is being written', 'all files of a day are written', 'a day has just moved']) {
      if (await killAt(site, steps[step] as string)) kills += 1;
      expect(await countOnce(site), step).toBe(all);
    }
  await archiveUntil(site, 'select from readings limit 1');
  for (const key of keys) {
    const after = [];
    for (const day of days) after.push(...(await listInArchive(site, key, day)));
    expectSameRows(after, (before.get(key) ?? []).map(withoutDevice));
  }
  await site.bulk.query('insert into erased_devices (key) values (2)');
  for (const step of ['a file is being written', 'a file has just been replaced'])
    if (await killAt(site, steps[step] as string)) kills += 1;
  await archiveUntil(site, 'select from archive_files where device_keys && array[2]');
  const found = await countEverywhere(site);
  expect(found).toEqual(new Map([1, 3].map((key) => [key, days.length * perDevice])));
  expect((await checkArchive(site.ctx)).problems).toEqual([]);
  expect(kills).toBeGreaterThanOrEqual(3);
  say('archiving and erasing killed', `${kills} kills, ${all} readings: 0 lost, 0 twice; 0 of the erased device found`);
});

test('a day of the simulator: bytes, every value, one device, an erased device', async () => {
  const site = await open();
  const seconds = isFull ? 3_600 * Number(process.env.ARCHIVE_HOURS ?? 24) : 900;
  const [devices, lives] = isFull ? [200, 20] : [20, 5];
  const day = oldDay();
  let waiting = [];
  for (const row of simulatedRows({ day, devices, seconds, lives })) {
    waiting.push(row);
    if (waiting.length < 500_000) continue;
    await insertRows(site, day, waiting);
    waiting = [];
  }
  await insertRows(site, day, waiting);
  const rows = devices * seconds;
  const partition = `readings_${day.replaceAll('-', '')}`;
  const [size] = await site.bulk.query<{ bytes: string }>('select pg_total_relation_size($1) as bytes', [partition]);
  const device = await listInDatabase(site, 7);

  const movedMs = await timed(() => archiveReadings(site.ctx));
  const check = await checkArchive(site.ctx);
  expect(check).toMatchObject({ readings: rows, problems: [], unknown: [] });
  expectSameRows(await listInArchive(site, 7, day), device.map(withoutDevice));
  const perReading = check.bytes / rows;
  expect(perReading).toBeLessThanOrEqual(16);
  say(
    'bytes of a reading in the archive',
    `${perReading.toFixed(2)} (in PostgreSQL ${Math.round(Number(size?.bytes) / rows)}); ${devices} devices, ${seconds / 3_600} h, ${rows} readings in ${check.files} files, every value equal; moved and compared in ${Math.round(movedMs / 1_000)} s`,
  );
  await site.bulk.query('insert into erased_devices (key) values (7)');
  const erasedMs = await timed(() => eraseFromArchive(site.ctx));
  const found = await countEverywhere(site);
  expect([found.get(7) ?? 0, found.size]).toEqual([0, devices - 1]);
  expect([...found.values()].reduce((sum, count) => sum + count, 0)).toBe(rows - seconds);
  say(
    'a device erased from a day of the archive',
    `${Math.round(erasedMs)} ms; searched in all files: 0 readings of it, ${rows - seconds} of others`,
  );
});

test("one device's day is read at once", async () => {
  const site = await open();
  const [day, seconds] = [oldDay(), 86_400];
  for (const key of [1, 2, 3]) await insertRows(site, day, strangeRows(day, [key], seconds));
  await archiveReadings(site.ctx);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let n = 0; n < 7; n += 1) times.push(await timed(async () => void (await listInArchive(site, 2, day))));
  const { user, system } = process.cpuUsage(before);
  const [fastest = 0, , , median = 0] = times.toSorted((a, b) => a - b);
  const cpu = `CPU ${Math.round((user + system) / 7_000)} ms`;
  const measured = `median ${Math.round(median)} ms, fastest ${Math.round(fastest)} ms of 7; ${cpu}`;
  say('a day of one device read from the archive', `${seconds} readings as objects: ${measured}`);
  expectWithin('a day of one device read from the archive', fastest, 300);
});

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}
