import { describe, expect, test } from 'vitest';
import { caregiver, device, type Person, patient, root } from '../people.js';
import { expectRefusal, minuteMs, stoppedApp } from './shapes.js';

/** What applies to every list. */

const lists: [string, (scene: { p: Person; c: Person; d: { id: string } }) => string, number][] = [
  ['/admin/users', () => '/admin/users', 10],
  ['/admin/logs', () => '/admin/logs', 10],
  ['/admin/falls', () => '/admin/falls', 10],
  ['/caregivers', () => '/caregivers', 10],
  ['/patients', () => '/patients', 10],
  ['/falls', () => '/falls', 10],
  ['/messages', () => '/messages', 10],
  ['/falls/recent', () => '/falls/recent', 20],
  ['/device/:id/logs', ({ d }) => `/device/${d.id}/logs`, 20],
  ['/caregivers/:id/patients', ({ c }) => `/caregivers/${c.id}/patients`, 10],
  ['/patients/:id/falls', ({ p }) => `/patients/${p.id}/falls`, 10],
];

describe('pages', () => {
  test.each(lists)('%s: pages', async (_, toPath, defaultLimit) => {
    const [p, boss] = [await patient(), await root()];
    const [c, d] = [await caregiver({ of: p }), await device(p)];
    for (const who of [p, boss]) await who.post('/falls', { confidence: 0.4 });
    await boss.post('/messages', { recipientId: p.id, content: 'Hello' });
    const path = toPath({ p, c, d });
    const first = await boss.get(path);
    expect(first).toHaveStatus(200);
    const { total } = first.body.pagination;
    expect(total).toBeGreaterThan(0);
    expect(first.body).toMatchObject({
      success: true,
      pagination: { page: 1, limit: defaultLimit, totalPages: Math.ceil(total / defaultLimit) },
    });
    expect(first.data).toHaveLength(Math.min(total, defaultLimit));
    for (const query of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'page='])
      expectRefusal(await boss.get(`${path}?${query}`), 400, 'page');
    for (const query of ['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'limit='])
      expectRefusal(await boss.get(`${path}?${query}`), 400, 'limit');
    expect((await boss.get(`${path}?limit=101`)).body.pagination.limit).toBe(100);
    expect((await boss.get(`${path}?limit=999999999`)).body.pagination.limit).toBe(100);
    const past = await boss.get(`${path}?page=100000&limit=1`);
    expect(past.body).toMatchObject({ success: true, data: [], pagination: { page: 100_000, limit: 1 } });
    expect(past.body.pagination.total).toBeGreaterThanOrEqual(total);
  });

  test('a page far past the end is empty too', async () => {
    const boss = await root();
    for (const page of [5_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const answer = await boss.get(`/admin/users?page=${page}`);
      expect(answer).toHaveStatus(200);
      expect(answer.data).toEqual([]);
    }
  });

  test('an empty list: total 0 and totalPages 0', async () => {
    const { body } = await (await patient()).get('/falls');
    expect(body).toEqual({ success: true, data: [], pagination: { page: 1, limit: 10, total: 0, totalPages: 0 } });
  });

  test('/caregivers/alerts and /patients/:id/devices return everything', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    for (let i = 0; i < 12; i++) await ann.post('/falls', { confidence: 0.6 });
    const alerts = await carer.get('/caregivers/alerts?limit=1');
    expect(alerts.data).toHaveLength(12);
    expect(alerts.body.pagination).toBeUndefined();
    for (let i = 0; i < 3; i++) await device(ann);
    const devices = await carer.get(`/patients/${ann.id}/devices?limit=1`);
    expect(devices.data).toHaveLength(3);
    expect(devices.body.pagination).toBeUndefined();
  });
});

describe('order', () => {
  test('the order parameter is case-insensitive', async () => {
    const boss = await root();
    for (const order of ['asc', 'DESC', 'Asc', 'aSc', 'dESC'])
      expect(await boss.get(`/admin/users?order=${order}`)).toHaveStatus(200);
  });

  test.each(lists)('%s: sort and order', async (_, toPath) => {
    const [p, boss] = [await patient(), await root()];
    const path = toPath({ p, c: await caregiver({ of: p }), d: await device(p) });
    for (const query of ['sort=created_at', 'sort=createdAt', 'order=asc', 'order=DESC', 'sort=createdAt&order=Asc'])
      expect(await boss.get(`${path}?${query}`)).toHaveStatus(200);
    expectRefusal(await boss.get(`${path}?sort=passwordHash`), 400, 'sort');
    expectRefusal(await boss.get(`${path}?sort=id;drop`), 400, 'sort');
    expectRefusal(await boss.get(`${path}?order=up`), 400, 'order');
  });

  test('the order is as requested, newest first by default', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const made: string[] = [];
    for (const confidence of [0.2, 0.9, 0.4]) {
      clock.ms += minuteMs;
      made.push((await ann.post('/falls', { confidence })).data.id);
    }
    const ids = async (query: string) => (await ann.get(`/falls?${query}`)).data.map((fall: { id: string }) => fall.id);
    expect(await ids('')).toEqual(made.toReversed());
    expect(await ids('order=asc')).toEqual(made);
    expect(await ids('sort=confidence&order=ASC')).toEqual([made[0], made[2], made[1]]);
    expect([...(await ids('limit=2')), ...(await ids('limit=2&page=2'))]).toEqual(made.toReversed());
  });
});

describe('filters', () => {
  test.each([
    ['/falls?status=BAD', 'status'],
    ['/admin/falls?status=high', 'status'],
    ['/admin/falls?severity=BAD', 'severity'],
    ['/admin/users?role=KING', 'role'],
    ['/admin/users?status=ACTIVE', 'status'],
    ['/admin/logs?level=fatal', 'level'],
    ['/patients?status=gone', 'status'],
    ['/admin/alerts?status=new', 'status'],
    ['/messages?unreadOnly=perhaps', 'unreadOnly'],
    ['/messages?conversationWith=ann', 'conversationWith'],
    ['/admin/falls?patientId=ann', 'patientId'],
    ['/falls?days=0', 'days'],
    ['/falls?days=1.5', 'days'],
    ['/falls/recent?hours=0', 'hours'],
    ['/falls/recent?hours=x', 'hours'],
  ])('%s is 400', async (path, field) => expectRefusal(await (await root()).get(path), 400, field));

  test('an unknown logType is 400', async () => {
    const ann = await patient();
    expectRefusal(await ann.get(`/device/${(await device(ann)).id}/logs?logType=debug`), 400, 'logType');
  });
});
