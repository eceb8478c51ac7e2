import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { testServer } from '../harness.js';
import { caller, caregiver, patient, root } from '../people.js';
import { listIds } from './calls.js';
import { dayMs, expectRefusal, stoppedApp, time } from './shapes.js';

/** Dates that both lists must refuse. */
const badDates = [
  ['dateFrom=yesterday', 'dateFrom'],
  ['dateFrom=2001-02-30', 'dateFrom'],
  ['dateFrom=2001-02-30T00:00:00Z', 'dateFrom'],
  ['dateTo=2001-13-01', 'dateTo'],
  ['dateTo=5', 'dateTo'],
  ['dateTo=', 'dateTo'],
  ['dateFrom=2001-03-06&dateTo=2001-03-05', 'dateTo'],
  ['dateFrom=2001-03-05T12:00:00Z&dateTo=2001-03-05T11:59:59Z', 'dateTo'],
] as const;

describe.each(['/admin/logs', '/admin/falls'])('dates of %s', (path) => {
  test.each(badDates)('%s is 400', async (query, field) =>
    expectRefusal(await (await root()).get(`${path}?${query}`), 400, field),
  );

  test.each(['dateFrom=0001-01-01&dateTo=9999-12-31', 'dateTo=9999-12-31T23:59:59.999Z'])(
    '%s includes everything',
    async (query) => expect(await (await root()).get(`${path}?${query}`)).toHaveStatus(200),
  );

  test('a year that does not exist is 400', async () =>
    expectRefusal(await (await root()).get(`${path}?dateFrom=0000-01-01`), 400, 'dateFrom'));
});

describe('the system log', () => {
  test('are filtered by level and dates; a bare dateTo includes its UTC day', async () => {
    const { platform } = await testServer();
    const boss = await root();
    const entry = (timestamp: string, level: 'error' | 'warning' | 'info') => ({
      id: newId(),
      level,
      source: 'test',
      message: 'Old',
      userId: null,
      timestamp,
    });
    const rows = [
      entry('2001-03-04T23:59:59.999Z', 'info'),
      entry('2001-03-05T00:00:00.000Z', 'info'),
      entry('2001-03-05T23:59:59.999Z', 'warning'),
      entry('2001-03-06T00:00:00.000Z', 'error'),
    ];
    await platform.db.insertInto('systemLog').values(rows).execute();
    const found = async (query: string) => {
      const answer = await boss.get(
        `/admin/logs?dateTo=2001-03-07&${query}`.replace(/dateTo=2001-03-07&(?=.*dateTo)/, ''),
      );
      return listIds(answer).map((one) => rows.findIndex((row) => row.id === one));
    };
    expect(await found('dateFrom=2001-03-01')).toEqual([3, 2, 1, 0]);
    expect(await found('dateFrom=2001-03-05&dateTo=2001-03-05')).toEqual([2, 1]);
    expect(await found('dateTo=2001-03-04')).toEqual([0]);
    expect(await found('dateTo=2001-03-05T00:00:00.000Z')).toEqual([1, 0]);
    expect(await found('dateFrom=2001-03-05T23:59:59.999Z')).toEqual([3, 2]);
    expect(await found('dateFrom=2001-03-06T01:00:00%2B01:00')).toEqual([3]);
    expect(await found('level=warning')).toEqual([2]);
    expect(await found('order=asc')).toEqual([0, 1, 2, 3]);
    const { body } = await boss.get('/admin/logs?dateTo=2001-03-07&limit=1');
    expect(body.pagination).toEqual({ page: 1, limit: 1, total: 4, totalPages: 4 });
    const shape = {
      id: rows[3]?.id,
      level: 'error',
      message: 'Old',
      source: 'test',
      userId: null,
      timestamp: rows[3]?.timestamp,
      code: null,
      params: null,
    };
    expect(body.data).toEqual([shape]);
  });
});

describe('entries of the system log', () => {
  test('signups, failed logins, assignments, role changes, deletions and maintenance leave a row', async () => {
    const boss = await root();
    const dateFrom = new Date(Date.now() - 1).toISOString();
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    await caller().post('/auth/login', { email: ann.email, password: 'Wrong-horse-7!' });
    await boss.delete(`/caregivers/${carer.id}/patients/${ann.id}`);
    await boss.post(`/admin/users/${carer.id}/role`, { role: 'PATIENT' });
    await boss.post('/admin/maintenance', { task: 'refresh_device_status' });
    await ann.delete('/profile/me', { confirmation: true });
    const { data } = await boss.get(`/admin/logs?limit=100&dateFrom=${dateFrom}`);
    const lines = data.map(({ level, userId, message }: Record<string, string>) => `${level} ${userId} ${message}`);
    for (const line of [
      `info ${ann.id} Account created`,
      `warning ${ann.id} Login failed`,
      `info ${ann.id} Caregiver assigned`,
      `info ${ann.id} Caregiver unassigned`,
      `info ${carer.id} Role changed from CAREGIVER to PATIENT`,
      `info ${boss.id} Task refresh_device_status completed`,
      `info ${ann.id} Account deleted`,
    ])
      expect(lines.filter((one: string) => one.startsWith(line))).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain(ann.email);
  });
});

describe('falls', () => {
  test('are filtered by status, severity, patient and dates', async () => {
    const { clock, as } = await stoppedApp();
    const boss = await root();
    clock.ms = Date.parse('2001-03-05T00:00:00.000Z');
    const ann = await as(await patient());
    const ids: string[] = [];
    for (const confidence of [0.2, 0.4, 0.6, 0.8, 0.95]) {
      ids.push((await ann.post('/falls', { confidence, location: 'Hall' })).data.id);
      clock.ms += dayMs;
    }
    const found = async (query = '') =>
      listIds(await boss.get(`/admin/falls?patientId=${ann.id}&order=asc${query}`)).map((one) => ids.indexOf(one));
    expect(await found()).toEqual([0, 1, 2, 3, 4]);
    expect(await found('&status=POTENTIAL')).toEqual([2]);
    expect(await found('&severity=LOW')).toEqual([0, 1]);
    expect(await found('&severity=MEDIUM')).toEqual([2]);
    expect(await found('&severity=HIGH')).toEqual([3]);
    expect(await found('&severity=CRITICAL')).toEqual([4]);
    expect(await found('&severity=LOW&status=SUSPICIOUS')).toEqual([1]);
    expect(await found('&dateFrom=2001-03-06&dateTo=2001-03-07')).toEqual([1, 2]);
    expect(await found('&dateTo=2001-03-05')).toEqual([0]);
    expect(await found('&dateFrom=2001-03-08T00:00:00Z')).toEqual([3, 4]);
    const { body } = await boss.get(`/admin/falls?patientId=${ann.id}&status=HIGH`);
    expect(body.pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1 });
    expect(body.data).toMatchObject([
      {
        id: ids[3],
        userId: ann.id,
        patientName: 'Ann Lee',
        deviceId: null,
        confidence: 0.8,
        status: 'HIGH',
        severity: 'HIGH',
        location: 'Hall',
        responded: false,
        responseTime: null,
        createdAt: time,
        investigation: { flagged: false, flaggedAt: null, flaggedBy: null, notes: null },
      },
    ]);
    expect(listIds(await boss.get(`/admin/falls?patientId=${newId()}`))).toEqual([]);
  });

  test('a status and a severity that exclude each other find nothing', async () => {
    const answer = await (await root()).get('/admin/falls?status=HIGH&severity=LOW');
    expect(answer).toHaveStatus(200);
    expect(answer.body).toMatchObject({ data: [], pagination: { total: 0, totalPages: 0 } });
  });
});

describe('investigating a fall', () => {
  test('investigate flags once, with notes, and changes nothing else', async () => {
    const [ann, boss] = [await patient(), await root()];
    const { data: fall } = await ann.post('/falls', { confidence: 0.8 });
    const path = `/admin/falls/${fall.id}/investigate`;
    const first = await boss.post(path, { notes: 'Loose strap' });
    expect(first).toHaveStatus(200);
    expect(first.data).toMatchObject({ id: fall.id, confidence: 0.8, status: 'HIGH', userId: ann.id });
    expect(first.data.investigation).toEqual({
      flagged: true,
      flaggedAt: time,
      flaggedBy: boss.id,
      notes: 'Loose strap',
    });
    expect((await boss.post(path)).data.investigation).toEqual(first.data.investigation);
    expect((await boss.get(`/admin/falls?patientId=${ann.id}`)).data[0].investigation.flagged).toBe(true);
    expectRefusal(await boss.post(path, { notes: 5 }), 400, 'notes');
    for (const who of [ann, await caregiver({ of: ann })]) expectRefusal(await who.post(path), 403);
  });
});
