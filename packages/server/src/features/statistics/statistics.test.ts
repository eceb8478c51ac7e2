import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { reportFall } from '../../../test/alerts.js';
import { testServer } from '../../../test/harness.js';
import { assign, caregiver, device, root } from '../../../test/people.js';
import { createWard, fall, moveFall, readStatistics } from '../../../test/statistics.js';

describe('the statistics of falls', () => {
  test('count by week, hour, ward, room and outcome', async () => {
    const { rose, noah, ward } = await createWard();
    const outcomes = ['HELPED', 'HELPED', 'FALSE_ALARM', null];
    for (const outcome of outcomes) {
      const id = await fall(rose);
      if (outcome) await noah.post(`/falls/${id}/resolve`, { outcome });
    }
    await rose.post(`/falls/${await fall(rose)}/cancel`);
    const data = await readStatistics(noah, 'falls?weeks=2');
    const counts = { falls: 3, falseAlarms: 2 };
    expect(data).toMatchObject({ total: counts, timeZone: 'UTC' });
    expect(data.byWard).toEqual([{ ward, ...counts }]);
    expect(data.byRoom).toEqual([{ ward, room: '12', ...counts }]);
    expect(data.byOutcome).toEqual([
      { outcome: 'HELPED', count: 2 },
      { outcome: 'FALSE_ALARM', count: 1 },
      { outcome: 'HOSPITAL', count: 0 },
      { outcome: 'OTHER', count: 0 },
      { outcome: 'CANCELLED', count: 1 },
      { outcome: 'NOT_RECORDED', count: 1 },
    ]);
    expect([data.byWeek.length, data.byHour.length]).toEqual([2, 24]);
    const sum = (rows: { falls: number }[]) => rows.reduce((total, { falls }) => total + falls, 0);
    expect([sum(data.byWeek), sum(data.byHour)]).toEqual([3, 3]);
  });

  test('a drill and a fall that joins another one do not count', async () => {
    const { rose, noah } = await createWard();
    await fall(rose);
    await reportFall(rose);
    await noah.post(`/patients/${rose.id}/drills`);
    expect((await readStatistics(noah, 'falls')).total).toEqual({ falls: 1, falseAlarms: 0 });
  });

  test('hours and weeks are those of the time zone, on both sides of a change of the clocks', async () => {
    const { rose, noah } = await createWard();
    const { platform } = await testServer();
    const { rows } = await sql<{ year: number }>`select extract(year from service_now() - interval '300 days')::integer
      as year`.execute(platform.db);
    const year = rows[0]?.year ?? 0;
    // Clocks in Berlin are set back on the last Sunday of October, at 01:00 UTC.
    const sunday = new Date(Date.UTC(year, 9, 31));
    sunday.setUTCDate(31 - sunday.getUTCDay());
    const day = sunday.toISOString().slice(0, 10);
    for (const time of ['00:30:00', '01:30:00', '22:30:00', '23:30:00'])
      await moveFall(await fall(rose), `${day}T${time}Z`);
    const { byHour, byWeek } = await readStatistics(noah, 'falls?weeks=53&timeZone=Europe/Berlin');
    const found = byHour.filter(({ falls }: { falls: number }) => falls > 0);
    // 00:30 and 01:30 UTC are both 02:30 in Berlin; 23:30 UTC is half past midnight on Monday.
    expect(found).toEqual([
      { hour: 0, falls: 1, falseAlarms: 0 },
      { hour: 2, falls: 2, falseAlarms: 0 },
      { hour: 23, falls: 1, falseAlarms: 0 },
    ]);
    expect(
      byWeek.filter(({ falls }: { falls: number }) => falls > 0).map(({ falls }: { falls: number }) => falls),
    ).toEqual([3, 1]);
  });

  test('a half-hour time zone, and the week in it', async () => {
    const { rose, noah } = await createWard();
    const { platform } = await testServer();
    const { rows } = await sql<{ at: string }>`select (date_trunc('week', service_now() at time zone 'Asia/Kolkata')
      - interval '7 days') at time zone 'Asia/Kolkata' as at`.execute(platform.db);
    await moveFall(await fall(rose), rows[0]?.at ?? '');
    const data = await readStatistics(noah, 'falls?weeks=2&timeZone=Asia/Kolkata');
    expect(data.from).toBe(rows[0]?.at);
    expect([data.byWeek[0].falls, data.byHour[0].falls]).toEqual([1, 1]);
    expect((await readStatistics(noah, 'falls?weeks=1&timeZone=Asia/Kolkata')).total.falls).toBe(0);
  });

  test('an unknown time zone or period is refused by name', async () => {
    const carl = await caregiver();
    for (const timeZone of ['Mars/Olympus', '+01:00', "UTC'", ''])
      expect((await carl.get(`/statistics/falls?timeZone=${encodeURIComponent(timeZone)}`)).body).toMatchObject({
        details: { timeZone: expect.stringContaining('Europe/Berlin') },
      });
    for (const weeks of ['0', '54', 'x']) expect(await carl.get(`/statistics/falls?weeks=${weeks}`)).toHaveStatus(400);
  });
});

describe('whose statistics', () => {
  test('a caregiver’s are about the assigned people only, also if they ask for somebody else', async () => {
    const [{ rose, noah, ward }, other] = [await createWard(), await caregiver()];
    await fall(rose);
    for (const query of ['', `?patientId=${rose.id}`, `?ward=${ward}`]) {
      expect((await readStatistics(noah, `falls${query}`)).total.falls, query).toBe(1);
      expect((await readStatistics(other, `falls${query}`)).total.falls, query).toBe(0);
      expect((await readStatistics(other, `falls${query}`)).byRoom, query).toEqual([]);
      expect((await readStatistics(other, `response-times${query}`)).all.alarms, query).toBe(0);
      expect((await readStatistics(other, `devices${query}`)).devices, query).toEqual([]);
      expect((await other.get(`/statistics/falls.csv${query}`)).body.trim().split('\n')).toHaveLength(1);
    }
    await assign(other, rose);
    expect((await readStatistics(other, 'falls')).total.falls).toBe(1);
  });

  test('an admin’s are about everybody, and can be limited to a ward', async () => {
    const [{ rose, ward }, boss] = [await createWard(), await root()];
    await fall(rose);
    expect((await readStatistics(boss, `falls?ward=${ward}`)).total.falls).toBe(1);
    expect((await readStatistics(boss, 'falls')).total.falls).toBeGreaterThanOrEqual(1);
    expect((await readStatistics(boss, `response-times?ward=${ward}`)).all.alarms).toBe(1);
  });

  test('a report of several people is in the audit trail, files too', async () => {
    const { noah } = await createWard();
    const { platform } = await testServer();
    for (const path of ['falls', 'devices', 'response-times', 'falls.csv', 'devices.csv'])
      expect(await noah.get(`/statistics/${path}`)).toHaveStatus(200);
    const entries = await platform.db
      .selectFrom('auditTrail')
      .select('action')
      .where('actorId', '=', noah.id)
      .where('action', 'like', 'statistics.%')
      .orderBy('action')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'statistics.devices',
      'statistics.exportDevices',
      'statistics.exportFalls',
      'statistics.falls',
      'statistics.responseTimes',
    ]);
  });
});

test('false alarms are counted for each device', async () => {
  const { rose, noah, ward } = await createWard();
  const { platform } = await testServer();
  const [watch, pendant] = [await device(rose), await device(rose)];
  for (const [from, outcome] of [
    [watch, 'HELPED'],
    [pendant, 'FALSE_ALARM'],
    [pendant, 'FALSE_ALARM'],
    [pendant, 'HOSPITAL'],
  ] as const) {
    const id = await fall(rose);
    await platform.db.updateTable('falls').set({ deviceId: from.id }).where('id', '=', id).execute();
    await noah.post(`/falls/${id}/resolve`, { outcome });
  }
  const row = { patientId: rose.id, patientName: 'Ann Lee', ward, room: '12', name: expect.any(String) };
  expect((await readStatistics(noah, 'devices')).devices).toEqual([
    { ...row, deviceId: pendant.id, falls: 1, falseAlarms: 2 },
    { ...row, deviceId: watch.id, falls: 1, falseAlarms: 0 },
  ]);
  const { body, headers } = await noah.get('/statistics/devices.csv');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="devices.csv"',
  });
  expect(body.split('\r\n')[1]).toMatch(new RegExp(`,Ann Lee,${ward},12,1,2,${pendant.id}$`));
});
