import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { nothingDue } from '../engine.js';
import { testServer } from '../harness.js';
import {
  type Answer,
  assign,
  caller,
  caregiver,
  device,
  freshEmail,
  freshMac,
  logIn,
  password,
  patient,
  reading,
  root,
} from '../people.js';
import { dayMs, expectRefusal, integer, minuteMs, stoppedApp, text, time } from './shapes.js';

/** Spec section 4.6, and what was decided about administration. */

const idsOf = (answer: Answer): string[] => answer.data.map((row: { id: string }) => row.id);

describe('users', () => {
  test('list and detail carry every field; role and status filter', async () => {
    const [boss, ann, carer] = [await root(), await patient(), await caregiver()];
    const shape = (person: { id: string; email: string }, role: string) => ({
      id: person.id,
      email: person.email,
      firstName: 'Ann',
      lastName: 'Lee',
      role,
      status: 'active',
      phone: null,
      dateOfBirth: null,
      createdAt: time,
      lastLogin: time,
    });
    const { data } = await boss.get('/admin/users?limit=2');
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(expect.objectContaining(shape(ann, 'PATIENT')));
    expect((await boss.get(`/admin/users/${ann.id}`)).data).toMatchObject(shape(ann, 'PATIENT'));
    expect((await boss.get('/admin/users?role=CAREGIVER&limit=1')).data).toMatchObject([shape(carer, 'CAREGIVER')]);
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    const inactive = await boss.get('/admin/users?role=PATIENT&status=inactive&limit=1');
    expect(inactive.data).toMatchObject([{ ...shape(ann, 'PATIENT'), status: 'inactive' }]);
    expect(JSON.stringify(data)).not.toMatch(/password|hash/i);
  });

  test('PUT takes all but id and times, in part; null clears', async () => {
    const [boss, ann] = [await root(), await patient()];
    const path = `/admin/users/${ann.id}`;
    const changes = {
      email: freshEmail(),
      firstName: 'B',
      lastName: 'C',
      phone: '+49 1',
      dateOfBirth: '1950-01-01',
      role: 'CAREGIVER',
      status: 'active',
    };
    const changed = await boss.put(path, { ...changes, id: newId(), createdAt: '2000-01-01T00:00:00.000Z' });
    expect(changed).toHaveStatus(200);
    expect(changed.data).toMatchObject({ ...changes, id: ann.id });
    expect(changed.data.createdAt).not.toMatch(/^2000/);
    expect((await boss.put(path, { phone: null })).data).toMatchObject({ ...changes, phone: null });
    expectRefusal(await boss.put(path, { role: 'KING', status: 'dead', email: 'x' }), 400, 'email', 'role', 'status');
    expectRefusal(await boss.put(path, { email: (await patient()).email }), 409);
    expect((await boss.delete(path)).data).toEqual({ id: ann.id, message: text });
    expectRefusal(await boss.get(path), 404);
  });

  test('POST role', async () => {
    const [boss, ann] = [await root(), await patient()];
    const path = `/admin/users/${ann.id}/role`;
    for (const role of ['CAREGIVER', 'ADMIN', 'PATIENT'])
      expect((await boss.post(path, { role })).data).toMatchObject({ id: ann.id, role });
    for (const body of [{}, { role: 'KING' }, { role: null }]) expectRefusal(await boss.post(path, body), 400, 'role');
  });
});

describe('statistics', () => {
  test('count what they say', async () => {
    await nothingDue();
    const boss = await root();
    const stats = async () => (await boss.get('/admin/stats')).data;
    const before = await stats();
    const numbers = {
      totalUsers: integer,
      activeDevices: integer,
      fallsToday: integer,
      highRiskPatients: integer,
      caregiverAssignments: integer,
    };
    expect(before).toMatchObject({ ...numbers, systemHealth: 'HEALTHY' });
    const [ann, bob] = [await patient(), await patient()];
    const carer = await caregiver({ of: ann });
    await assign(carer, bob);
    const [on, off] = [await device(ann), await device(ann)];
    await boss.post(`/admin/devices/${off.id}/disable`);
    for (const confidence of [0.3, 0.31, 0.95]) await ann.post('/falls', { confidence });
    await ann.post('/device/sensor-stream', reading(on.mac, { heart_rate: 180, spo2: 70 }));
    await boss.post('/admin/maintenance', { task: 'recalculate_health_scores' });
    const after = await stats();
    expect(after.totalUsers - before.totalUsers).toBe(3);
    expect(after.activeDevices - before.activeDevices).toBe(1);
    expect(after.fallsToday - before.fallsToday).toBe(2);
    expect(after.caregiverAssignments - before.caregiverAssignments).toBe(2);
    expect(after.highRiskPatients).toBeGreaterThanOrEqual(1);
    await boss.delete(`/caregivers/${carer.id}/patients/${bob.id}`);
    expect((await stats()).caregiverAssignments).toBe(after.caregiverAssignments - 1);
  });

  test('a patient’s risk is counted once scores are calculated', async () => {
    const [boss, ann] = [await root(), await patient()];
    const recalculate = () => boss.post('/admin/maintenance', { task: 'recalculate_health_scores' });
    const highRisk = async () => (await boss.get('/admin/stats')).data.highRiskPatients;
    await recalculate();
    const before = await highRisk();
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 180, spo2: 70 }));
    await recalculate();
    expect(await highRisk()).toBe(before + 1);
  });
});

/** What both lists with dates must refuse. */
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
    '%s is all of time',
    async (query) => expect(await (await root()).get(`${path}?${query}`)).toHaveStatus(200),
  );

  test('a year that no calendar has is 400', async () =>
    expectRefusal(await (await root()).get(`${path}?dateFrom=0000-01-01`), 400, 'dateFrom'));
});

describe('logs', () => {
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
      return idsOf(answer).map((one) => rows.findIndex((row) => row.id === one));
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
    };
    expect(body.data).toEqual([shape]);
  });

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
      idsOf(await boss.get(`/admin/falls?patientId=${ann.id}&order=asc${query}`)).map((one) => ids.indexOf(one));
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
    expect(idsOf(await boss.get(`/admin/falls?patientId=${newId()}`))).toEqual([]);
  });

  test('a status and a severity that exclude each other find nothing', async () => {
    const answer = await (await root()).get('/admin/falls?status=HIGH&severity=LOW');
    expect(answer).toHaveStatus(200);
    expect(answer.body).toMatchObject({ data: [], pagination: { total: 0, totalPages: 0 } });
  });

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

describe('devices', () => {
  test('disable and enable answer the device; twice is as good as once', async () => {
    const [ann, boss] = [await patient(), await root()];
    const { id: deviceId, mac } = await device(ann);
    for (const [verb, status] of [
      ['disable', 'DISABLED'],
      ['disable', 'DISABLED'],
      ['enable', 'ACTIVE'],
      ['enable', 'ACTIVE'],
    ] as const) {
      const answer = await boss.post(`/admin/devices/${deviceId}/${verb}`);
      expect(answer).toHaveStatus(200);
      expect(answer.data).toMatchObject({ id: deviceId, userId: ann.id, macAddress: mac, status, lastSeen: time });
    }
    for (const verb of ['disable', 'enable']) expectRefusal(await ann.post(`/admin/devices/${deviceId}/${verb}`), 403);
  });
});

describe('maintenance', () => {
  const tasks = [
    'cleanup_sensor_data',
    'cleanup_logs',
    'cleanup_sessions',
    'refresh_device_status',
    'recalculate_health_scores',
    'optimize_database',
  ];
  const run = async (task: string, options?: object): Promise<Answer> =>
    (await root()).post('/admin/maintenance', { task, ...(options ? { options } : {}) });

  /** A dry run says how much it would do, by whatever name. */
  const foundBy = (answer: Answer): number =>
    Math.max(...Object.values(answer.data.result).filter((value) => typeof value === 'number'));

  test.each(tasks)('%s answers what it did, dry or not', async (task) => {
    for (const dryRun of [true, false]) {
      const answer = await run(task, { dryRun });
      expect(answer).toHaveStatus(200);
      expect(answer.data).toMatchObject({
        task,
        status: 'COMPLETED',
        result: expect.any(Object),
        startedAt: time,
        finishedAt: time,
      });
      expect(Date.parse(answer.data.finishedAt)).toBeGreaterThanOrEqual(Date.parse(answer.data.startedAt));
    }
  });

  test('an unknown task is 400 and lists the known ones', async () => {
    for (const task of ['make_coffee', '', 5, null]) expectRefusal(await run(task as string), 400, 'task');
    const { details } = (await run('make_coffee')).body;
    for (const task of tasks) expect(details.task).toContain(task);
    expectRefusal(await (await root()).post('/admin/maintenance', {}), 400, 'task');
    for (const olderThanDays of [0, -1, 1.5, '5'])
      expectRefusal(await run('cleanup_logs', { olderThanDays }), 400, 'options.olderThanDays');
  });

  test('cleanup_sensor_data drops days of readings beyond 90, and none within', async () => {
    const { platform } = await testServer();
    const dayOf = (age: number) => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);
    for (const day of ['2001-03-05', dayOf(91), dayOf(89)])
      await sql`select ensure_reading_partitions(${day}::date, 1)`.execute(platform.db);
    const names = async () => {
      const { rows } = await sql<{ name: string }>`select reading_partitions_before('2999-01-01') as name`.execute(
        platform.db,
      );
      return rows.map((row) => row.name);
    };
    const nameOf = (day: string) => `readings_${day.replaceAll('-', '')}`;
    const dry = await run('cleanup_sensor_data', { dryRun: true });
    expect(JSON.stringify(dry.data.result)).toContain(nameOf('2001-03-05'));
    expect(await names()).toEqual(expect.arrayContaining([nameOf('2001-03-05'), nameOf(dayOf(91))]));
    await run('cleanup_sensor_data');
    const left = await names();
    expect(left).not.toContain(nameOf('2001-03-05'));
    expect(left).not.toContain(nameOf(dayOf(91)));
    expect(left).toContain(nameOf(dayOf(89)));
    expect(left).toContain(nameOf(dayOf(0)));
    await run('cleanup_sensor_data', { olderThanDays: 80 });
    expect(await names()).not.toContain(nameOf(dayOf(89)));
  });

  test('cleanup_logs deletes system logs beyond its days', async () => {
    const { platform } = await testServer();
    const entry = (age: number) => ({
      id: newId(),
      level: 'info' as const,
      source: 'test',
      message: 'Old',
      userId: null,
      timestamp: new Date(Date.now() - age * dayMs).toISOString(),
    });
    const [old, fresh] = [entry(91), entry(89)];
    await platform.db.insertInto('systemLog').values([old, fresh]).execute();
    const left = async () => {
      const rows = await platform.db
        .selectFrom('systemLog')
        .select('id')
        .where('id', 'in', [old.id, fresh.id])
        .execute();
      return rows.map((row) => row.id).sort();
    };
    const dry = await run('cleanup_logs', { dryRun: true });
    expect(foundBy(dry)).toBeGreaterThanOrEqual(1);
    expect(await left()).toEqual([old.id, fresh.id].sort());
    expect((await run('cleanup_logs')).data.result.logsDeleted).toBe(foundBy(dry));
    expect(await left()).toEqual([fresh.id]);
  });

  test('cleanup_sessions deletes expired sessions and invitations, never living ones', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const expired = newId();
    const past = new Date(Date.now() - minuteMs).toISOString();
    await platform.db
      .insertInto('sessions')
      .values({ id: expired, userId: ann.id, createdAt: past, expiresAt: past })
      .execute();
    const left = async () =>
      (await platform.db.selectFrom('sessions').select('id').where('userId', '=', ann.id).execute()).length;
    expect(foundBy(await run('cleanup_sessions', { dryRun: true }))).toBeGreaterThanOrEqual(1);
    expect(await left()).toBe(2);
    await run('cleanup_sessions');
    expect(await left()).toBe(1);
    expect(await ann.get('/me')).toHaveStatus(200);
    expect(await logIn(ann.email, password)).toMatchObject({ id: ann.id });
  });

  test('only for admins', async () => {
    for (const who of [await patient(), await caregiver()])
      expectRefusal(await who.post('/admin/maintenance', { task: 'cleanup_logs' }), 403);
  });
});
