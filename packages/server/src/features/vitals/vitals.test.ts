import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../../../test/harness.js';
import { caregiver, freshMac, patient, root } from '../../../test/people.js';
import {
  at,
  freshHour,
  iso,
  minuteMs,
  own,
  rollUpTo,
  send,
  serviceContext,
  settledAfterMs,
  vitalsRows,
} from '../../../test/vitals.js';
import { newId } from '../../platform/ids.js';
import { rollUpVitals } from '../recorder/vitals-roll-up.service.js';

describe('vitals over time', () => {
  test('min, mean and max per bucket; buckets without readings are left out, missing vitals are null', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start + 1_000, { heart_rate: 60, spo2: 98 });
    await send(ann, mac, start + 2_000, { heart_rate: 71, spo2: 97 });
    await send(ann, mac, start + 61_000, { heart_rate: 90, spo2: 0 });
    // The first two minutes of a five-minute bucket, then nothing for two buckets, then a device without a pulse.
    await send(ann, mac, start + 15 * minuteMs, {});
    await rollUpTo(start + 20 * minuteMs);

    const byFive = await own(ann, start, start + 20 * minuteMs, 300);
    expect(byFive).toHaveStatus(200);
    expect(byFive.data).toMatchObject({
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
    // A minute belongs to the bucket in which it starts.
    expect((await own(ann, start + 1, start + minuteMs, 60)).data.buckets).toEqual([]);
  });

  test('combine all devices of a person, and nobody else’s', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const start = await freshHour();
    await send(ann, freshMac(), start, { heart_rate: 60 });
    await send(ann, freshMac(), start, { heart_rate: 80 });
    await send(bob, freshMac(), start, { heart_rate: 200 });
    await rollUpTo(start + minuteMs);
    const { buckets } = (await own(ann, start, start + minuteMs, 60)).data;
    expect(buckets).toMatchObject([{ readings: 2, heartRate: { min: 60, mean: 70, max: 80 } }]);
  });
});

describe('rolling up', () => {
  test('a minute is missing until it is complete, never partial', async () => {
    const ann = await patient();
    const mac = freshMac();
    const start = await freshHour();
    await send(ann, mac, start, { heart_rate: 60 });
    // Some seconds of margin: the clock runs during the request.
    await rollUpTo(start + minuteMs - 10_000);
    const before = (await own(ann, start, start + minuteMs, 60)).data;
    expect(before).toMatchObject({ completeTo: iso(start), buckets: [] });
    await send(ann, mac, start + 50_000, { heart_rate: 80 });
    await rollUpTo(start + minuteMs);
    const after = (await own(ann, start, start + minuteMs, 60)).data;
    expect(after).toMatchObject({ completeTo: iso(start + minuteMs), buckets: [{ readings: 2 }] });
  });

  test('rolling up again, or in two processes at once, changes nothing', async () => {
    const ann = await patient();
    const start = await freshHour();
    for (let n = 0; n < 5; n++) await send(ann, freshMac(), start + n * minuteMs, { heart_rate: 60 + n });
    await readingsRecorded();
    const ctx = await serviceContext();
    await at(start + 5 * minuteMs + settledAfterMs, () => Promise.all([rollUpVitals(ctx), rollUpVitals(ctx)]));
    const once = await vitalsRows(ann);
    expect(once).toHaveLength(5);
    for (const { minute } of once) await sql`insert into vitals_due values (${minute}::timestamptz)`.execute(ctx.db);
    await rollUpTo(start + 5 * minuteMs);
    expect(await vitalsRows(ann)).toEqual(once);
    const minutes = once.map(({ minute }) => minute);
    expect(await ctx.db.selectFrom('vitalsDue').selectAll().where('minute', 'in', minutes).execute()).toEqual([]);
  });
});

describe('parameters', () => {
  test('default to the last 24 hours in five-minute buckets', async () => {
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
  ])('%s is refused with a text', async (query, field, words) => {
    const answer = await (await patient()).get(`/patients/me/vitals?${query}`);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual({ [field]: words });
  });

  test('the step that the refusal names is accepted', async () => {
    const ann = await patient();
    expect(await ann.get('/patients/me/vitals?from=2026-01-01&to=2026-01-31&step=1320')).toHaveStatus(200);
  });
});

describe('permissions', () => {
  test('everybody who may see the patient’s health may see them, and each view leaves an audit entry', async () => {
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
