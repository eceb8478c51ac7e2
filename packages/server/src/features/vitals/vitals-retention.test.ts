import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { freshMac, patient } from '../../../test/people.js';
import { values } from '../../../test/records.js';
import { profile } from '../../../test/servers.js';
import { freshHour, iso, minuteMs, own, rollUpTo, send, serviceContext } from '../../../test/vitals.js';
import { openBulk } from '../../platform/db/bulk.js';
import { newId } from '../../platform/ids.js';
import { eraseReadings } from '../recorder/reading-days.service.js';
import { decodeRecord, encodeRecord } from '../recorder/reading-record.js';
import { insertPiece } from '../recorder/recorder.store.js';
import { dropOldVitals } from '../recorder/vitals-roll-up.service.js';

describe('retention', () => {
  test('deleting a device deletes its vitals', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start, { heart_rate: 60 });
    await rollUpTo(start + minuteMs);
    const ctx = await serviceContext();
    const { key } = await ctx.db
      .selectFrom('devices')
      .select('key')
      .where('macAddress', '=', mac)
      .executeTakeFirstOrThrow();
    const stored = () => ctx.db.selectFrom('vitals').selectAll().where('deviceKey', '=', key).execute();
    expect(await stored()).toHaveLength(1);
    expect(await ann.delete(`/device/${mac}`)).toHaveStatus(204);
    expect((await own(ann, start, start + minuteMs, 60)).data.buckets).toEqual([]);
    await eraseReadings(ctx);
    expect(await stored()).toEqual([]);
  });

  test('vitals are kept longer than their readings, and are dropped by whole months', async () => {
    const ann = await patient();
    const start = await freshHour();
    await send(ann, freshMac(), start, { heart_rate: 60 });
    await rollUpTo(start + minuteMs);
    const ctx = await serviceContext();
    await sql`delete from readings where at >= ${iso(start)}::timestamptz`.execute(ctx.db);
    await sql`select ensure_vitals_month('2020-01-31T23:59:00Z')`.execute(ctx.db);
    await sql`insert into vitals_due values (${iso(start)}::timestamptz)`.execute(ctx.db);
    await rollUpTo(start + minuteMs);
    await dropOldVitals(ctx, ctx.config.vitalsRetentionMs);
    expect((await own(ann, start, start + minuteMs, 60)).data.buckets).toHaveLength(1);
    const months = await sql<{ name: string }>`select vitals_months_before('9999-12-31') as name`.execute(ctx.db);
    expect(months.rows.map(({ name }) => name)).not.toContain('vitals_202001');
  });
});

describe.runIf(profile === 'cluster')('with a journal that is behind', () => {
  test('late readings are rolled up into minutes that were rolled up before', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start, { heart_rate: 60 });
    await rollUpTo(start + 10 * minuteMs);
    const { platform } = await testServer();
    const { key } = await platform.db
      .selectFrom('devices')
      .select('key')
      .where('macAddress', '=', mac)
      .executeTakeFirstOrThrow();
    const bulk = await openBulk(platform.config.databaseUrl ?? '');
    const late = (ms: number, heartRate: number) => {
      const sent = { ...values, uptime_ms: ms, heart_rate: heartRate };
      return decodeRecord(encodeRecord(ms, [{ deviceKey: key, confidence: 0, sent }], [])).rows;
    };
    try {
      const rows = [
        late(start + 30_000, 80),
        late(start + 5 * minuteMs, 100),
        decodeRecord(encodeRecord(1, [], [])).rows,
      ];
      await insertPiece(bulk, { journal: newId(), partition: 0, after: 0, upTo: 1, rows });
    } finally {
      await bulk.close();
    }
    await rollUpTo(start + 10 * minuteMs);
    expect((await own(ann, start, start + 10 * minuteMs, 60)).data.buckets).toMatchObject([
      { at: iso(start), readings: 2, heartRate: { min: 60, mean: 70, max: 80 } },
      { at: iso(start + 5 * minuteMs), readings: 1, heartRate: { min: 100, mean: 100, max: 100 } },
    ]);
    const due = await platform.db.selectFrom('vitalsDue').selectAll().where('minute', '<', iso(start)).execute();
    expect(due).toEqual([]);
  });
});
