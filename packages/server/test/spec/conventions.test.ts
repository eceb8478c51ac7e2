import { describe, expect, test } from 'vitest';
import { call, caller, caregiver, freshEmail, freshMac, password, patient, reading, root } from '../people.js';
import { expectRefusal, nowhereId } from './shapes.js';

/** What applies to every request. */

describe('paths and bodies', () => {
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
});

describe('values are not coerced', () => {
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
    const message = { recipientId: boss.id, content: 'Hello', type: 'TEXT' };
    const answer = await ann.post('/messages', { ...message, senderId: boss.id, read: true, surprise: [] });
    expect(answer.data).toMatchObject({ senderId: ann.id, read: false });
  });
});

describe('texts', () => {
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
    'NUL and lone surrogates in the e-mail of a login are 400: %j',
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
});

describe('refusals', () => {
  test('the checks run in this order: token, role, request, existence, relation', async () => {
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
