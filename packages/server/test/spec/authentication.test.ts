import { describe, expect, test } from 'vitest';
import { admin, caller, freshEmail, lastAdmin, password, patient, root } from '../people.js';
import { dayMs, expectRefusal, id, minuteMs, stoppedApp, text, time } from './shapes.js';

const draft = () => ({ email: freshEmail(), password, firstName: 'Ann', lastName: 'Lee' });

describe('signup, login and logout', () => {
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
});

describe('sessions', () => {
  test('a session lasts for its configured duration, and no longer', async () => {
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
});

describe('limits', () => {
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

describe('accounts', () => {
  test('a deactivated one is refused like a wrong password, and its tokens are 401', async () => {
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
