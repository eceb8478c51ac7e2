import { describe, expect, test } from 'vitest';
import { eraseReadings } from '../../src/features/ingest/reading-days.service.js';
import { contextOf, system } from '../../src/platform/context.js';
import { nothingDue } from '../engine.js';
import { appWith, goneDatabase, readingsRecorded, testServer } from '../harness.js';
import {
  admin,
  call,
  caller,
  caregiver,
  device,
  freshEmail,
  lastAdmin,
  logIn,
  type Person,
  password,
  patient,
  root,
} from '../people.js';
import { dayMs, expectRefusal, id, integer, minuteMs, stoppedApp, text, time } from './shapes.js';

/** Spec sections 4.1, 4.7, 4.9 and 5, and what was decided about accounts. */

describe('4.1 authentication', () => {
  const draft = () => ({ email: freshEmail(), password, firstName: 'Ann', lastName: 'Lee' });

  test('signup, login, logout', async () => {
    const person = { ...draft(), email: ` MiXed.${freshEmail()}  ` };
    const signup = await caller().post('/auth/signup', person);
    expect(signup).toHaveStatus(201);
    expect(signup.body).toMatchObject({ success: true, token: text });
    const { email, firstName, lastName } = { ...person, email: person.email.trim() };
    expect(signup.data).toMatchObject({ id, email, firstName, lastName, role: 'PATIENT', createdAt: time });
    expect(signup.headers['set-cookie']).toMatch(/^session=.*HttpOnly.*SameSite=Strict/i);
    const me = (await caller(signup.body.token).get('/me')).data;
    expect(Date.parse(me.lastLogin)).toBeGreaterThanOrEqual(Date.parse(me.createdAt));

    const login = await caller().post('/auth/login', { email: email.toUpperCase(), password });
    expect(login).toHaveStatus(200);
    expect(login.body).toMatchObject({ success: true, token: text });
    expect(login.data).toMatchObject({ id: signup.data.id, email, firstName, lastName, role: 'PATIENT' });

    const logout = await caller(login.body.token).post('/auth/logout');
    expect(logout).toHaveStatus(200);
    expect(logout.data).toEqual({ message: text });
    expectRefusal(await caller(login.body.token).get('/me'), 401);
    expectRefusal(await caller(login.body.token).post('/auth/logout'), 401);
    expect(await caller(signup.body.token).get('/me')).toHaveStatus(200);
  });

  test('errors of signup and login', async () => {
    const known = await patient();
    expectRefusal(await caller().post('/auth/signup', {}), 400, 'email', 'firstName', 'lastName', 'password');
    expectRefusal(await caller().post('/auth/signup', { ...draft(), email: 'ann' }), 400, 'email');
    for (const weak of ['aB3!xyz', 'lower-case-7!', 'UPPER-CASE-7!', 'No-digit-here!', 'No-special-77'])
      expectRefusal(await caller().post('/auth/signup', { ...draft(), password: weak }), 400, 'password');
    for (const special of '!@#$%^&*')
      expect(await caller().post('/auth/signup', { ...draft(), password: `Abcdef1${special}` })).toHaveStatus(201);
    for (const role of ['ADMIN', 'KING', 'patient', null])
      expectRefusal(await caller().post('/auth/signup', { ...draft(), role }), 400, 'role');
    expectRefusal(await caller().post('/auth/signup', { ...draft(), email: known.email.toUpperCase() }), 409);
    const wrong = await caller().post('/auth/login', { email: known.email, password: 'Wrong-horse-7!' });
    expectRefusal(wrong, 401);
    expect((await caller().post('/auth/login', { email: freshEmail(), password })).body).toEqual(wrong.body);
    expectRefusal(await caller().post('/auth/login', {}), 400, 'email', 'password');
  });

  test('two signups at once with one e-mail: one account', async () => {
    const person = draft();
    const answers = await Promise.all([1, 2, 3].map(() => caller().post('/auth/signup', person)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });

  test('a session lasts as long as it is set to, and no longer', async () => {
    const { app, clock } = await stoppedApp({ sessionDurationMs: dayMs });
    const { token } = (await caller(undefined, app).post('/auth/signup', draft())).body;
    clock.ms += dayMs - 2_000;
    expect(await caller(token, app).get('/me')).toHaveStatus(200);
    clock.ms += 4_000;
    expectRefusal(await caller(token, app).get('/me'), 401);
  });

  test('a cookie authenticates only what the browser marks as same-origin; the bearer header wins', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const cookie = `session=${ann.token}`;
    expectRefusal(await caller().get('/me', { cookie }), 401);
    expectRefusal(await caller().get('/me', { cookie, 'sec-fetch-site': 'cross-site' }), 401);
    expect((await caller().get('/me', { cookie, 'sec-fetch-site': 'same-origin' })).data.id).toBe(ann.id);
    expect((await bob.get('/me', { cookie, 'sec-fetch-site': 'same-origin' })).data.id).toBe(bob.id);
  });

  test('limits: signup 5 per 15 minutes, login 10 per 5 minutes, the others 100 a minute', async () => {
    const { app, clock } = await stoppedApp({
      limitSignup: { points: 5, windowMs: 15 * minuteMs },
      limitLogin: { points: 10, windowMs: 5 * minuteMs },
      limitGlobal: { points: 100, windowMs: minuteMs },
    });
    const statuses = async (times: number, send: () => Promise<{ status: number }>) => {
      const found: number[] = [];
      for (let i = 0; i < times; i++) found.push((await send()).status);
      return found;
    };
    const signup = () => caller(undefined, app).post('/auth/signup', {});
    const login = () => caller(undefined, app).post('/auth/login', {});
    const other = () => caller(undefined, app).get('/me');
    expect(await statuses(6, signup)).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await statuses(11, login)).filter((status) => status === 429)).toHaveLength(1);
    expect((await statuses(101, other)).filter((status) => status === 429)).toHaveLength(1);
    const refused = await other();
    expectRefusal(refused, 429);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' });
    expect(Number(refused.headers['x-ratelimit-reset'])).toBe(Math.ceil((clock.ms + minuteMs) / 1_000));
    expect(refused.headers['retry-after']).toBe('60');
    const tooOften = await login();
    expect(tooOften.body.error).toMatch(/15 minutes/);
    expect(tooOften.headers['retry-after']).toBe('300');
    for (const free of ['/health']) expect(await caller(undefined, app).get(free)).toHaveStatus(200);
    expectRefusal(await caller(undefined, app).post('/falls', {}), 401);
    expectRefusal(await caller(undefined, app).post('/auth/logout'), 401);
    clock.ms += minuteMs;
    expect(await other()).toHaveStatus(401);
    expect(await login()).toHaveStatus(429);
    clock.ms += 4 * minuteMs;
    expect(await login()).toHaveStatus(400);
    expect(await signup()).toHaveStatus(429);
    clock.ms += 10 * minuteMs;
    expect(await signup()).toHaveStatus(400);
  });
});

describe('invitations', () => {
  const person = () => ({ email: freshEmail(), firstName: 'Rose', lastName: 'Hill' });
  const accept = (token: string, chosen = password) =>
    caller().post('/auth/invitations/accept', { token, password: chosen });

  test('are accepted once, and answer like a login', async () => {
    const draft = person();
    const created = await (await caregiver()).post('/patients', draft);
    expect(created.data).toMatchObject({ status: 'active', invitationPending: true });
    expect(created.data.invitation).toEqual({ token: text, url: text, expiresAt: time });
    const { token } = created.data.invitation;
    expectRefusal(await caller().post('/auth/login', { email: draft.email, password }), 401);
    expectRefusal(await accept(token, 'weak'), 400, 'password');
    const accepted = await accept(token);
    expect(accepted).toHaveStatus(200);
    expect(accepted.body).toMatchObject({ success: true, token: text });
    expect(accepted.data).toMatchObject({ ...draft, id: created.data.id, role: 'PATIENT' });
    expect((await caller(accepted.body.token).get('/patients/me')).data).toMatchObject({ invitationPending: false });
    expectRefusal(await accept(token, 'Another-one-8!'), 401);
    expect(await logIn(draft.email)).toMatchObject({ id: created.data.id });
  });

  test('two at once: one is taken', async () => {
    const { invitation } = (await (await root()).post('/caregivers', person())).data;
    const answers = await Promise.all([accept(invitation.token), accept(invitation.token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  test('end after 7 days, and are stored hashed', async () => {
    const { clock, as, app } = await stoppedApp();
    const carer = await as(await caregiver());
    const [early, late] = [await carer.post('/patients', person()), await carer.post('/patients', person())];
    expect(Date.parse(early.data.invitation.expiresAt) - clock.ms).toBe(7 * dayMs);
    const { platform } = await testServer();
    const stored = await platform.db
      .selectFrom('invitations')
      .selectAll()
      .where('userId', '=', early.data.id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(early.data.invitation.token);
    const take = (token: string) => caller(undefined, app).post('/auth/invitations/accept', { token, password });
    clock.ms += 7 * dayMs - 1_000;
    expect(await take(early.data.invitation.token)).toHaveStatus(200);
    clock.ms += 1_000;
    expectRefusal(await take(late.data.invitation.token), 401);
    expectRefusal(await accept('nonsense'), 401);
  });

  test('are not issued with a password; a known e-mail is 409 and assigns nobody', async () => {
    const [carer, known] = [await caregiver(), await patient()];
    const draft = { ...person(), password };
    const created = await carer.post('/patients', draft);
    expect(created).toHaveStatus(201);
    expect(created.data).toMatchObject({ invitationPending: false });
    expect(created.data.invitation).toBeUndefined();
    await logIn(draft.email);
    expectRefusal(await carer.post('/patients', { ...person(), email: known.email.toUpperCase() }), 409);
    expectRefusal(await carer.get(`/patients/${known.id}`), 403);
    expectRefusal(await carer.post('/patients', {}), 400, 'email', 'firstName', 'lastName');
    expectRefusal(await (await root()).post('/caregivers', {}), 400, 'email', 'firstName', 'lastName');
  });
});

describe('accounts', () => {
  test('a deactivated one is refused as a wrong password is, and its tokens are 401', async () => {
    const [boss, ann] = [await root(), await patient()];
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    const wrong = await caller().post('/auth/login', { email: ann.email, password: 'Wrong-horse-7!' });
    expect((await caller().post('/auth/login', { email: ann.email, password })).body).toEqual(wrong.body);
    expectRefusal(await ann.get('/me'), 401);
  });

  test('the last admin cannot be deleted, demoted or deactivated', async () => {
    const last = await lastAdmin();
    expectRefusal(await last.delete(`/admin/users/${last.id}`), 409);
    expectRefusal(await last.delete('/profile/me', { confirmation: true }), 409);
    expectRefusal(await last.post(`/admin/users/${last.id}/role`, { role: 'CAREGIVER' }), 409);
    expectRefusal(await last.put(`/admin/users/${last.id}`, { role: 'PATIENT' }), 409);
    expectRefusal(await last.put(`/admin/users/${last.id}`, { status: 'inactive' }), 409);
    const second = await admin();
    expect(await last.delete(`/admin/users/${second.id}`)).toHaveStatus(200);
  });

  test('a role change acts at once on tokens already given', async () => {
    const [boss, ann] = [await root(), await patient()];
    expect(await ann.get('/patients/me')).toHaveStatus(200);
    expect(await boss.post(`/admin/users/${ann.id}/role`, { role: 'CAREGIVER' })).toHaveStatus(200);
    expectRefusal(await ann.get('/patients/me'), 403);
    expect(await ann.get('/caregivers/me')).toHaveStatus(200);
  });
});

describe('4.7 profile', () => {
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

  test('a date of birth that no calendar has is 400', async () =>
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

  test('deletion is confirmed, permanent, and takes the personal data with it', async () => {
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
    expect((await carer.get('/caregivers/alerts?status=all')).data).toEqual([]);
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
  ])('%s takes the readings of their devices too', async (_, remove) => {
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
    await eraseReadings(contextOf(platform, system));
    const readings = await platform.db.selectFrom('readings').selectAll().where('deviceKey', '=', key).execute();
    expect(readings).toEqual([]);
  });
});

describe('4.9 health and current user', () => {
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
