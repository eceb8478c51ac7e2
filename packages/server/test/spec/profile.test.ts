import { describe, expect, test } from 'vitest';
import { eraseReadings } from '../../src/features/recorder/reading-days.service.js';
import { createContext, system } from '../../src/platform/context.js';
import { nothingDue } from '../engine.js';
import { appWith, goneDatabase, readingsRecorded, testServer } from '../harness.js';
import { call, caller, caregiver, device, logIn, type Person, password, patient, root } from '../people.js';
import { expectRefusal, integer, text, time } from './shapes.js';

describe('the own profile', () => {
  test('is read, changed in part, and cleared by null', async () => {
    const ann = await patient();
    const fields = { id: ann.id, email: ann.email, firstName: 'Ann', lastName: 'Lee', role: 'PATIENT' };
    const unknown = { dateOfBirth: null, phone: null, avatar: null };
    expect((await ann.get('/profile/me')).data).toMatchObject({
      ...fields,
      ...unknown,
      createdAt: time,
      lastLogin: time,
    });
    const changes = { firstName: 'Anna', phone: '+49 1', dateOfBirth: '1941-05-17' };
    const changed = await ann.put('/profile/me', changes);
    expect(changed).toHaveStatus(200);
    expect(changed.data).toMatchObject({ ...fields, ...changes, avatar: null });
    expect((await ann.put('/profile/me', { phone: null })).data).toMatchObject({ ...changes, phone: null });
    expectRefusal(
      await ann.put('/profile/me', { firstName: null, dateOfBirth: '1941-13-01' }),
      400,
      'dateOfBirth',
      'firstName',
    );
  });

  test('a date of birth that does not exist is 400', async () =>
    expectRefusal(await (await patient()).put('/profile/me', { dateOfBirth: '0000-01-01' }), 400, 'dateOfBirth'));

  test('the password', async () => {
    const ann = await patient();
    const elsewhere = await logIn(ann.email);
    const next = 'Battery-staple-8!';
    const wrong = await ann.post('/profile/password', {
      currentPassword: 'x',
      newPassword: next,
      confirmPassword: next,
    });
    expectRefusal(wrong, 400, 'currentPassword');
    expect(wrong.body.error).toBe('Current password is incorrect');
    expectRefusal(
      await ann.post('/profile/password', { currentPassword: password, newPassword: next, confirmPassword: 'x' }),
      400,
      'confirmPassword',
    );
    expectRefusal(await ann.post('/profile/password', {}), 400, 'currentPassword', 'newPassword');
    expect(await ann.post('/profile/password', { currentPassword: password, newPassword: next })).toHaveStatus(200);
    expect(await ann.get('/me')).toHaveStatus(200);
    expectRefusal(await elsewhere.get('/me'), 401);
    expect(await logIn(ann.email, next)).toMatchObject({ id: ann.id });
  });
});

describe('deleting the own account', () => {
  test('deletion is confirmed, permanent, and deletes the personal data', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    await device(ann);
    await ann.post('/falls', { confidence: 0.8 });
    await ann.post('/messages', { recipientId: carer.id, content: 'Hello' });
    for (const body of [{}, { confirmation: false }, { confirmation: 'true' }])
      expectRefusal(await ann.delete('/profile/me', body), 400, 'confirmation');
    const gone = await ann.delete('/profile/me', { confirmation: true, reason: 'Moved away' });
    expect(gone).toHaveStatus(200);
    expect(gone.data).toMatchObject({ id: ann.id, message: text });
    expectRefusal(await ann.get('/me'), 401);
    expectRefusal(await (await root()).get(`/patients/${ann.id}`), 404);
    // The caregiver is alerted that monitoring has ended; the content of earlier alerts is deleted.
    expect((await carer.get('/caregivers/alerts?status=all')).data).toMatchObject([{ type: 'MONITORING_ENDED' }]);
    expect((await carer.get('/messages')).data).toEqual([]);
    expect((await carer.get('/caregivers/me')).data.patients).toBe(0);
    const again = { email: ann.email, password, firstName: 'Ann', lastName: 'New' };
    expect(await caller().post('/auth/signup', again)).toHaveStatus(201);
    const trail = await platform.db.selectFrom('auditTrail').selectAll().where('subjectId', '=', ann.id).execute();
    expect(trail.map((entry) => entry.action)).toContain('user.delete');
    expect(JSON.stringify(trail)).not.toContain(ann.email);
  });

  test.each([
    ['DELETE /profile/me', (ann: Person) => ann.delete('/profile/me', { confirmation: true })],
    ['DELETE /patients/:id', async (ann: Person) => (await root()).delete(`/patients/${ann.id}`)],
    ['DELETE /admin/users/:id', async (ann: Person) => (await root()).delete(`/admin/users/${ann.id}`)],
  ])('%s deletes the readings of their devices too', async (_, remove) => {
    const { platform } = await testServer();
    const ann = await patient();
    const watch = await device(ann);
    const { key } = await platform.db
      .selectFrom('devices')
      .select('key')
      .where('id', '=', watch.id)
      .executeTakeFirstOrThrow();
    expect(await remove(ann)).toHaveStatus(200);
    await readingsRecorded();
    await eraseReadings(createContext(platform, system));
    const readings = await platform.db.selectFrom('readings').selectAll().where('deviceKey', '=', key).execute();
    expect(readings).toEqual([]);
  });
});

describe('health and current user', () => {
  test('/me', async () => {
    const carer = await caregiver();
    const { body } = await carer.get('/me');
    const fields = { id: carer.id, email: carer.email, firstName: 'Ann', lastName: 'Lee', role: 'CAREGIVER' };
    expect(body).toMatchObject({ success: true, data: { ...fields, createdAt: time, lastLogin: time } });
  });

  test('/health: every field; 503 without the database', async () => {
    await nothingDue();
    const { body } = await call({ url: '/health' });
    const memory = { used: integer, available: integer };
    const report = {
      status: 'HEALTHY',
      timestamp: time,
      uptime: integer,
      database: 'CONNECTED',
      memory,
      version: text,
    };
    expect(body).toMatchObject({ success: true, data: report });
    expect(body.data.uptime).toBeLessThan(24 * 3_600);
    expect(body.data.memory.used).toBeLessThan(100_000);
    const down = await call({ url: '/health' }, await appWith({}, { db: await goneDatabase() }));
    expectRefusal(down, 503);
    expect(down.body.status).toBe('UNHEALTHY');
  });
});
