import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import {
  beforeAnyBoot,
  beforeAnyReading,
  listReadingsOfBoots,
  listReadingsWithoutBoot,
} from '../exports/measured.store.js';
import { dropPartition, ensurePartitions } from './readings.store.js';
import { insertUploaded, listStored, type UploadedRow } from './uploaded.store.js';

const deviceKey = 2_000_000_000;
const values = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.81, gyro_x: 0, gyro_y: 0, gyro_z: 0 };

/** A partition with the indexes of releases before migration 0082. */
async function createFormerPartition(day: string): Promise<void> {
  const { platform } = await testServer();
  const name = toPartition(day);
  const statements = [
    `create table ${name} partition of readings for values from ('${day}T00:00:00Z') to ('${day}T24:00:00Z')`,
    `create unique index on ${name} (device_key, uptime_ms, accel_x, accel_y, accel_z) where boot_id is null`,
    `create unique index on ${name} (device_key, boot_id, uptime_ms) where boot_id is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(platform.db);
}

async function createPartition(day: string): Promise<void> {
  await ensurePartitions((await testServer()).platform.db, day, 1);
}

const toPartition = (day: string): string => `readings_${day.replaceAll('-', '')}`;

function toRow(day: string, second: number, sent: Partial<UploadedRow['sent']>): UploadedRow {
  const at = new Date(Date.parse(`${day}T12:00:00Z`) + 1_000 * second).toISOString();
  const whole = { ...values, uptime_ms: 1_000 * second, ...sent } as UploadedRow['sent'];
  return { deviceKey, confidence: 0, at, atMs: Date.parse(at), sent: whole };
}

const uptimes = [0, 1_000, 2 ** 31 - 1];
const boots = [0, 1, 2 ** 31, 2 ** 32 - 1];
const different: readonly Partial<UploadedRow['sent']>[] = [
  ...uptimes.map((uptime_ms) => ({ uptime_ms })),
  // A device that was started again, at the same uptime.
  { uptime_ms: 1_000, accel_x: 0.11 },
  { uptime_ms: 1_000, accel_x: 0.2, accel_y: 0.1 },
  ...boots.flatMap((boot_id) => uptimes.map((uptime_ms) => ({ boot_id, uptime_ms }))),
];

async function collectPages<Position, Row extends Position>(
  first: Position,
  list: (after: Position) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after = first; ; ) {
    const page = await list(after);
    const last = page.at(-1);
    if (!last) return all;
    all.push(...page);
    after = last;
  }
}

describe.each([
  ['with its indexes', '2001-02-03', createPartition],
  ['with the indexes of former releases', '2001-02-05', createFormerPartition],
])('the partition of a day %s', (_, day, create) => {
  afterAll(async () => dropPartition((await testServer()).platform.db, toPartition(day)));

  test('holds each reading once, finds it, and lists all in pages', async () => {
    const { db } = (await testServer()).platform;
    await create(day);
    const rows = different.map((sent, second) => toRow(day, second, sent));
    const once = { pastMinutes: [], isNearMidnight: false };
    expect(await insertUploaded(db, rows, once)).toBeNull();
    expect(await insertUploaded(db, rows.toReversed(), once)).toEqual([]);
    const unknown = rows.map((row) => ({ ...row, sent: { ...row.sent, uptime_ms: row.sent.uptime_ms + 7 } }));
    expect(await listStored(db, [...unknown, ...rows])).toEqual(rows.map((_, index) => rows.length + index));

    const ofDay = { key: deviceKey, day };
    const pages = [
      await collectPages(beforeAnyBoot, (after) => listReadingsOfBoots(db, ofDay, { after, limit: 2 })),
      await collectPages(beforeAnyReading, (after) => listReadingsWithoutBoot(db, ofDay, { after, limit: 2 })),
    ].flat();
    expect(pages.map(({ at }) => new Date(at).toISOString()).toSorted()).toEqual(rows.map(({ at }) => at));
  });
});
