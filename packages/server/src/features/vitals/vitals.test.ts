import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../../../test/harness.js';
import { caregiver, freshMac, type Person, patient, reading, root } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { type Context, contextOf, system } from '../../platform/context.js';
import { openBulk } from '../../platform/db/bulk.js';
import { newId } from '../../platform/ids.js';
import { eraseReadings } from '../ingest/reading-days.service.js';
import { decodeRecord, encodeRecord } from '../ingest/reading-record.js';
import { insertPiece } from '../ingest/recorder.store.js';
import { dropOldVitals, foldVitals } from '../ingest/vitals-fold.service.js';

const minuteMs = 60_000;
const settledAfterMs = 30_000;
const iso = (ms: number): string => new Date(ms).toISOString();

async function serviceContext(): Promise<Context> {
  return contextOf((await testServer()).platform, system);
}

/** At this moment; the clock is set back in the end: others use it too. */
async function at<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { clock } = await testServer();
  const before = clock.offsetMs;
  clock.offsetMs = ms - Date.now();
  try {
    return await work();
  } finally {
    clock.offsetMs = before;
  }
}

/** A full hour that nobody has folded yet: tests before this one may have moved the progress ahead. */
async function freshHour(): Promise<number> {
  const ctx = await serviceContext();
  await foldVitals(ctx);
  const { foldedTo } = await ctx.db.selectFrom('vitalsProgress').select('foldedTo').executeTakeFirstOrThrow();
  const hourMs = 60 * minuteMs;
  return Math.ceil(Date.parse(foldedTo) / hourMs) * hourMs;
}

let uptime = 0;
function send(person: Person, mac: string, ms: number, vitals: object): Promise<unknown> {
  uptime += 1_000;
  return at(ms, async () => {
    const answer = await person.post('/device/sensor-stream', reading(mac, { uptime_ms: uptime, ...vitals }));
    expect(answer).toHaveStatus(200);
  });
}

async function foldUpTo(ms: number): Promise<void> {
  await readingsRecorded();
  const ctx = await serviceContext();
  await at(ms + settledAfterMs, () => foldVitals(ctx));
}

const own = (person: Person, fromMs: number, toMs: number, step: number) =>
  person.get(`/patients/me/vitals?from=${iso(fromMs)}&to=${iso(toMs)}&step=${step}`);

async function vitalsRows(person: Person) {
  const { platform } = await testServer();
  const query = sql<{ minute: string }>`
    select vitals.* from vitals join devices on devices.key = vitals.device_key
    where devices.user_id = ${person.id} order by minute`;
  return (await query.execute(platform.db)).rows;
}

describe('vitals over time', () => {
  test('min, mean and max of each bucket, gaps as gaps, and what is missing as null', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start + 1_000, { heart_rate: 60, spo2: 98 });
    await send(ann, mac, start + 2_000, { heart_rate: 71, spo2: 97 });
    await send(ann, mac, start + 61_000, { heart_rate: 90, spo2: 0 });
    // The first two minutes of a bucket of five, then nothing for two buckets, then a device without a pulse.
    await send(ann, mac, start + 15 * minuteMs, {});
    await foldUpTo(start + 20 * minuteMs);

    const byFive = await own(ann, start, start + 20 * minuteMs, 300);
    expect(byFive).toHaveStatus(200);
    expect(byFive.data).toEqual({
      patientId: ann.id,
      from: iso(start),
      to: iso(start + 20 * minuteMs),
      step: 300,
      completeTo: iso(start + 20 * minuteMs),
      buckets: [
        {
          at: iso(start),
          readings: 3,
          heartRate: { min: 60, mean: 73.7, max: 90 },
          oxygenSaturation: { min: 97, mean: 97.5, max: 98 },
        },
        { at: iso(start + 15 * minuteMs), readings: 1, heartRate: null, oxygenSaturation: null },
      ],
    });
    const byOne = (await own(ann, start, start + 2 * minuteMs, 60)).data.buckets;
    expect(byOne).toMatchObject([
      { at: iso(start), readings: 2, heartRate: { min: 60, mean: 65.5, max: 71 } },
      { at: iso(start + minuteMs), readings: 1, heartRate: { min: 90, mean: 90, max: 90 }, oxygenSaturation: null },
    ]);
    // A minute belongs to where it begins.
    expect((await own(ann, start + 1, start + minuteMs, 60)).data.buckets).toEqual([]);
  });

  test('all devices of a person together, and nobody else’s', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const start = await freshHour();
    await send(ann, freshMac(), start, { heart_rate: 60 });
    await send(ann, freshMac(), start, { heart_rate: 80 });
    await send(bob, freshMac(), start, { heart_rate: 200 });
    await foldUpTo(start + minuteMs);
    const { buckets } = (await own(ann, start, start + minuteMs, 60)).data;
    expect(buckets).toMatchObject([{ readings: 2, heartRate: { min: 60, mean: 70, max: 80 } }]);
  });

  test('a minute is missing until it has settled, never partial', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start, { heart_rate: 60 });
    // The clock runs on while it is asked: some seconds of room.
    await foldUpTo(start + minuteMs - 10_000);
    const before = (await own(ann, start, start + minuteMs, 60)).data;
    expect(before).toMatchObject({ completeTo: iso(start), buckets: [] });
    await send(ann, mac, start + 50_000, { heart_rate: 80 });
    await foldUpTo(start + minuteMs);
    const after = (await own(ann, start, start + minuteMs, 60)).data;
    expect(after).toMatchObject({ completeTo: iso(start + minuteMs), buckets: [{ readings: 2 }] });
  });

  test('folding again, or in two processes at once, changes nothing', async () => {
    const ann = await patient();
    const start = await freshHour();
    for (let n = 0; n < 5; n++) await send(ann, freshMac(), start + n * minuteMs, { heart_rate: 60 + n });
    await readingsRecorded();
    const ctx = await serviceContext();
    await at(start + 5 * minuteMs + settledAfterMs, () => Promise.all([foldVitals(ctx), foldVitals(ctx)]));
    const once = await vitalsRows(ann);
    expect(once).toHaveLength(5);
    for (const { minute } of once) await sql`insert into vitals_due values (${minute}::timestamptz)`.execute(ctx.db);
    await foldUpTo(start + 5 * minuteMs);
    expect(await vitalsRows(ann)).toEqual(once);
    const minutes = once.map(({ minute }) => minute);
    expect(await ctx.db.selectFrom('vitalsDue').selectAll().where('minute', 'in', minutes).execute()).toEqual([]);
  });

  test('the last 24 hours by five minutes unless asked otherwise', async () => {
    const ann = await patient();
    const { from, to, step } = (await ann.get('/patients/me/vitals')).data;
    expect(step).toBe(300);
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
    const since = (await ann.get(`/patients/me/vitals?to=2026-01-31T12:00:00Z`)).data;
    expect(since.from).toBe('2026-01-30T12:00:00.000Z');
  });

  test.each([
    ['step=90', 'step', 'must be a whole number of minutes, as 60, 300 or 3600; got 90'],
    ['step=0', 'step', 'must be at least 60; got 0'],
    ['from=yesterday', 'from', 'must be a date like 2026-01-31 or a time like 2026-01-31T12:00:00Z; got "yesterday"'],
    ['from=2026-01-31&to=2026-01-31', 'to', 'must be after from'],
    [
      'from=2026-01-01&to=2026-01-31&step=300',
      'step',
      'must be at least 1320 between these times, or the times closer: an answer has at most 2000 steps; got 300',
    ],
  ])('%s is refused in words', async (query, field, words) => {
    const answer = await (await patient()).get(`/patients/me/vitals?${query}`);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual({ [field]: words });
  });

  test('the step it names is enough', async () => {
    const ann = await patient();
    expect(await ann.get('/patients/me/vitals?from=2026-01-01&to=2026-01-31&step=1320')).toHaveStatus(200);
  });
});

describe('who sees them', () => {
  test('whoever sees the patient’s health, and it leaves an audit entry', async () => {
    const ann = await patient();
    const [carl, other, boss] = [await caregiver({ of: ann }), await caregiver(), await root()];
    const path = `/patients/${ann.id}/vitals`;
    expect(await carl.get(path)).toHaveStatus(200);
    expect(await boss.get(path)).toHaveStatus(200);
    expect(await other.get(path)).toHaveStatus(403);
    expect(await ann.get(path)).toHaveStatus(403);
    expect(await carl.get(`/patients/${newId()}/vitals`)).toHaveStatus(404);
    expect(await ann.get('/patients/me/vitals')).toHaveStatus(200);
    const { platform } = await testServer();
    const entries = await platform.db
      .selectFrom('auditTrail')
      .select(['actorId', 'action'])
      .where('subjectId', '=', ann.id)
      .where('action', '=', 'patient.vitals')
      .orderBy('at')
      .execute();
    expect(entries.map(({ actorId }) => actorId)).toEqual([carl.id, boss.id]);
  });
});

describe('what is kept', () => {
  test('with a device go its vitals', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start, { heart_rate: 60 });
    await foldUpTo(start + minuteMs);
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

  test('they outlive their readings, and go by whole months', async () => {
    const ann = await patient();
    const start = await freshHour();
    await send(ann, freshMac(), start, { heart_rate: 60 });
    await foldUpTo(start + minuteMs);
    const ctx = await serviceContext();
    await sql`delete from readings where at >= ${iso(start)}::timestamptz`.execute(ctx.db);
    await sql`select ensure_vitals_month('2020-01-31T23:59:00Z')`.execute(ctx.db);
    await sql`insert into vitals_due values (${iso(start)}::timestamptz)`.execute(ctx.db);
    await foldUpTo(start + minuteMs);
    await dropOldVitals(ctx, ctx.config.vitalsRetentionMs);
    expect((await own(ann, start, start + minuteMs, 60)).data.buckets).toHaveLength(1);
    const months = await sql<{ name: string }>`select vitals_months_before('9999-12-31') as name`.execute(ctx.db);
    expect(months.rows.map(({ name }) => name)).not.toContain('vitals_202001');
  });
});

describe.runIf(profile === 'cluster')('a log that is behind', () => {
  test('its readings are folded when they come, into minutes that were folded before', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start, { heart_rate: 60 });
    await foldUpTo(start + 10 * minuteMs);
    const { platform } = await testServer();
    const { key } = await platform.db
      .selectFrom('devices')
      .select('key')
      .where('macAddress', '=', mac)
      .executeTakeFirstOrThrow();
    const bulk = await openBulk(platform.config.databaseUrl ?? '');
    const late = (ms: number, heartRate: number) => {
      const axes = { accelX: 1, accelY: 1, accelZ: 1, gyroX: 1, gyroY: 1, gyroZ: 1 };
      const row = { deviceKey: key, uptimeMs: ms, ...axes, confidence: 0, heartRate };
      return decodeRecord(encodeRecord(ms, [row], [])).rows;
    };
    try {
      const rows = [
        late(start + 30_000, 80),
        late(start + 5 * minuteMs, 100),
        decodeRecord(encodeRecord(1, [], [])).rows,
      ];
      await insertPiece(bulk, { log: newId(), partition: 0, after: 0, upTo: 1, rows });
    } finally {
      await bulk.close();
    }
    await foldUpTo(start + 10 * minuteMs);
    expect((await own(ann, start, start + 10 * minuteMs, 60)).data.buckets).toMatchObject([
      { at: iso(start), readings: 2, heartRate: { min: 60, mean: 70, max: 80 } },
      { at: iso(start + 5 * minuteMs), readings: 1, heartRate: { min: 100, mean: 100, max: 100 } },
    ]);
    const due = await platform.db.selectFrom('vitalsDue').selectAll().where('minute', '<', iso(start)).execute();
    expect(due).toEqual([]);
  });
});
