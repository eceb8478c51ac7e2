import { describe, expect, test } from 'vitest';
import { testServer } from './harness.js';
import {
  call,
  caller,
  caregiver,
  device,
  freshEmail,
  freshMac,
  type Person,
  password,
  patient,
  reading,
  root,
} from './people.js';
import { expectRefusal, minuteMs, stoppedApp } from './spec/shapes.js';

/**
 * The contract, section by section, through HTTP. Here: what holds for every endpoint and every list. The
 * sections themselves are in spec/.
 */

/** Every method and path of section 4. */
const endpoints = `
POST /auth/signup · POST /auth/login · POST /auth/logout
POST /device/sensor-stream · GET /device/:id · GET /device/:id/status · GET /device/:id/logs · DELETE /device/:id
POST /falls · GET /falls · GET /falls/recent · GET /falls/:id
GET /patients · POST /patients · GET /patients/:id · PUT /patients/:id · DELETE /patients/:id
GET /patients/:id/falls · GET /patients/:id/health · GET /patients/:id/devices · GET /patients/me
GET /caregivers · POST /caregivers · GET /caregivers/:id · PUT /caregivers/:id · DELETE /caregivers/:id
GET /caregivers/:id/patients · POST /caregivers/:id/patients · DELETE /caregivers/:id/patients/:patientId
GET /caregivers/alerts · POST /caregivers/alerts/:id/acknowledge · GET /caregivers/me
GET /admin/users · GET /admin/users/:id · PUT /admin/users/:id · DELETE /admin/users/:id · POST /admin/users/:id/role
GET /admin/stats · GET /admin/logs · POST /admin/devices/:id/disable · POST /admin/devices/:id/enable
GET /admin/falls · POST /admin/falls/:id/investigate · POST /admin/maintenance
GET /profile/me · PUT /profile/me · POST /profile/password · DELETE /profile/me
GET /messages · POST /messages · GET /messages/:id · POST /messages/:id/read
GET /health · GET /me`
  .split(/[·\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== '');

const open = ['POST /auth/signup', 'POST /auth/login', 'GET /health'];
const nowhereId = '00000000-0000-4000-8000-000000000000';
const filled = (path: string, value: string): string => path.replace(/:\w+/g, value);

describe('section 4', () => {
  test('every method and path is served, under /api and /api/v1', async () => {
    const { routes } = await testServer();
    const served = new Set(routes.map(({ methods: [method], url }) => `${method} ${url}`));
    const missing = endpoints.filter((line) => !served.has(line.replace(' ', ' /api')));
    expect(missing).toEqual([]);
    expect(endpoints).toHaveLength(54);
    for (const line of endpoints) {
      const [method, path = ''] = line.split(' ');
      const answer = await call({ method: method as 'GET', url: `/v1${filled(path, nowhereId)}` });
      expect(`${line}: ${[404, 405].includes(answer.status)}`).toBe(`${line}: false`);
    }
  });

  test.each(endpoints.filter((line) => !open.includes(line)))('%s needs a token', async (line) => {
    const [method, path = ''] = line.split(' ') as ['GET', string];
    const url = filled(path, nowhereId);
    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: 'Basic eDp5' },
      { cookie: `session=${(await root()).token}` },
    ])
      expectRefusal(await call({ method, url, headers: headers as Record<string, string> }), 401);
  });

  const withId = endpoints.filter(
    (line) => line.includes('/:id') && !/^(DELETE \/device|.*messages|.*alerts)/.test(line),
  );
  test.each(withId)('%s: an unknown and a malformed id are 404', async (line) => {
    const [method, path = ''] = line.split(' ') as ['GET', string];
    const body = { role: 'PATIENT', patientId: (await patient()).id };
    for (const value of [nowhereId, 'nonsense', '%00', "1'--", '٣'])
      expectRefusal(
        await call({
          method,
          url: filled(path, encodeURI(decodeURI(value))),
          token: (await root()).token,
          payload: body,
        }),
        404,
      );
  });
});

describe('conventions', () => {
  test('what is not JSON is 400 with the envelope, whatever the Content-Type; JSON is read without one', async () => {
    const ann = await patient();
    const send = (payload: string, type?: string) =>
      call({
        method: 'POST',
        url: '/falls',
        token: ann.token,
        payload,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    for (const type of ['application/json', 'text/plain', undefined]) {
      expectRefusal(await send('{"confidence": 0.5', type), 400);
      expectRefusal(await send('confidence=0.5', type), 400);
      expect(await send('{"confidence": 0.5}', type)).toHaveStatus(201);
    }
    for (const body of ['[]', '"x"', '5', 'null', '']) expectRefusal(await send(body, 'application/json'), 400);
  });

  test('every answer carries X-Request-Id, errors too', async () => {
    for (const url of ['/health', '/me', '/nope', '/v2/health', '/falls/%E0'])
      expect((await call({ url })).headers['x-request-id']).toMatch(/\S/);
  });

  test('unknown path and version are 404, another method 405, a large body 413, a compressed one 415', async () => {
    expectRefusal(await call({ url: '/nope' }), 404);
    expectRefusal(await call({ url: '/v2/health' }), 404);
    expectRefusal(await call({ method: 'PUT', url: '/health' }), 405);
    const ann = await patient();
    expectRefusal(await ann.post('/falls', { confidence: 0.1, location: 'x'.repeat(100_000) }), 413);
    expectRefusal(await ann.post('/falls', { confidence: 0.1 }, { 'content-encoding': 'gzip' }), 415);
  });

  test.each([
    ['a text', '"5"'],
    ['true', 'true'],
    ['null', 'null'],
    ['a list', '[5]'],
    ['an object', '{}'],
    ['not finite', '1e400'],
  ])('numbers are not coerced from %s', async (_, value) => {
    const ann = await patient();
    const post = (url: string, payload: string) =>
      call({
        method: 'POST',
        url,
        payload,
        token: ann.token,
        headers: { 'content-type': 'application/json' },
      });
    expectRefusal(await post('/falls', `{"confidence":${value}}`), 400, 'confidence');
    for (const field of ['accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z', 'uptime_ms']) {
      const sent = JSON.stringify(reading(freshMac(), { [field]: '@' })).replace('"@"', value);
      expectRefusal(await post('/device/sensor-stream', sent), 400, field);
    }
  });

  test('booleans and texts are not coerced, unknown keys are ignored', async () => {
    const [ann, boss] = [await patient(), await root()];
    expectRefusal(await ann.post('/falls', { confidence: 0.1, witnessed: 'true' }), 400, 'witnessed');
    expectRefusal(
      await ann.post('/falls', { confidence: 0.1, location: 5, injuries: true }),
      400,
      'injuries',
      'location',
    );
    expectRefusal(
      await boss.post('/admin/maintenance', { task: 'cleanup_logs', options: { dryRun: 1 } }),
      400,
      'options.dryRun',
    );
    const answer = await ann.post('/falls', { confidence: 0.1, userId: boss.id, status: 'CONFIRMED', surprise: [] });
    expect(answer.data).toMatchObject({ userId: ann.id, status: 'NO_FALL' });
  });

  test.each(['a\u0000b', 'a\ud800b'])('NUL and lone surrogates in text are 400: %j', async (bad) => {
    const [ann, boss] = [await patient(), await root()];
    const person = { email: freshEmail(), password, firstName: 'A', lastName: 'B' };
    expectRefusal(await caller().post('/auth/signup', { ...person, firstName: bad }), 400, 'firstName');
    expectRefusal(await caller().post('/auth/signup', { ...person, email: `${bad}@example.org` }), 400, 'email');
    expectRefusal(await caller().post('/auth/signup', { ...person, password: password + bad }), 400, 'password');
    expectRefusal(
      await ann.post('/falls', { confidence: 0.1, location: bad, injuries: bad }),
      400,
      'injuries',
      'location',
    );
    expectRefusal(await ann.post('/messages', { recipientId: boss.id, content: bad }), 400, 'content');
    expectRefusal(
      await ann.post('/device/sensor-stream', reading(freshMac(), { firmware_version: bad })),
      400,
      'firmware_version',
    );
    expectRefusal(await ann.put('/profile/me', { phone: bad }), 400, 'phone');
    const carer = await caregiver({ of: ann });
    expectRefusal(await carer.put(`/patients/${ann.id}`, { emergencyContact: bad }), 400, 'emergencyContact');
    expectRefusal(await carer.put(`/caregivers/${carer.id}`, { organization: bad }), 400, 'organization');
  });

  test.each(['a\u0000b@example.org', 'a\ud800b@example.org'])(
    'so they are in the e-mail of a login: %j',
    async (email) => expectRefusal(await caller().post('/auth/login', { email, password }), 400, 'email'),
  );

  test('every text has a maximum length', async () => {
    const [ann, boss] = [await patient(), await root()];
    const long = 'x'.repeat(10_000);
    expectRefusal(
      await ann.post('/falls', { confidence: 0.1, location: long, injuries: long }),
      400,
      'injuries',
      'location',
    );
    expectRefusal(await ann.put('/profile/me', { firstName: long, phone: long }), 400, 'firstName', 'phone');
    expectRefusal(
      await boss.post('/caregivers', { email: freshEmail(), firstName: long, lastName: long, specialization: long }),
      400,
      'firstName',
      'lastName',
      'specialization',
    );
  });

  test('the checks come in order: token, role, request, existence, relation', async () => {
    const [ann, bob, carer] = [await patient(), await patient(), await caregiver()];
    expectRefusal(await caller().post('/admin/maintenance', { task: 5 }), 401);
    expectRefusal(await ann.post('/admin/maintenance', { task: 5 }), 403);
    expectRefusal(await ann.get('/caregivers/nonsense'), 403);
    expectRefusal(await carer.put(`/patients/${nowhereId}`, { firstName: 5 }), 400, 'firstName');
    expectRefusal(await carer.put(`/patients/${nowhereId}`, { firstName: 'X' }), 404);
    expectRefusal(await carer.put(`/patients/${bob.id}`, { firstName: 'X' }), 403);
  });

  test('an id of a person with another role is 404', async () => {
    const [ann, carer, boss] = [await patient(), await caregiver(), await root()];
    for (const other of [carer.id, boss.id]) expectRefusal(await boss.get(`/patients/${other}`), 404);
    for (const other of [ann.id, boss.id]) expectRefusal(await boss.get(`/caregivers/${other}`), 404);
  });
});

describe('lists', () => {
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

  test.each(lists)('%s: pages', async (_, pathOf, defaultLimit) => {
    const [p, boss] = [await patient(), await root()];
    const [c, d] = [await caregiver({ of: p }), await device(p)];
    for (const who of [p, boss]) await who.post('/falls', { confidence: 0.4 });
    await boss.post('/messages', { recipientId: p.id, content: 'Hello' });
    const path = pathOf({ p, c, d });
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

  test('the order is read in any case', async () => {
    const boss = await root();
    for (const order of ['asc', 'DESC', 'Asc', 'aSc', 'dESC'])
      expect(await boss.get(`/admin/users?order=${order}`)).toHaveStatus(200);
  });

  test.each(lists)('%s: sort and order', async (_, pathOf) => {
    const [p, boss] = [await patient(), await root()];
    const path = pathOf({ p, c: await caregiver({ of: p }), d: await device(p) });
    for (const query of ['sort=created_at', 'sort=createdAt', 'order=asc', 'order=DESC', 'sort=createdAt&order=Asc'])
      expect(await boss.get(`${path}?${query}`)).toHaveStatus(200);
    expectRefusal(await boss.get(`${path}?sort=passwordHash`), 400, 'sort');
    expectRefusal(await boss.get(`${path}?sort=id;drop`), 400, 'sort');
    expectRefusal(await boss.get(`${path}?order=up`), 400, 'order');
  });

  test('the order is what was asked for, newest first by default', async () => {
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

  test('nothing there: total 0 and totalPages 0', async () => {
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
