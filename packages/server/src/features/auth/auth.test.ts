import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { call, caller, freshEmail, logIn, password, patient } from '../../../test/people.js';

const person = () => ({ email: freshEmail(), password, firstName: 'Ann', lastName: 'Lee' });

describe('signup', () => {
  test('opens an account and a session', async () => {
    const draft = { ...person(), email: `  Ann.${freshEmail()} ` };
    const answer = await caller().post('/auth/signup', draft);
    expect(answer).toHaveStatus(201);
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: draft.email.trim(),
      firstName: 'Ann',
      lastName: 'Lee',
      role: 'PATIENT',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const me = await caller(answer.body.token).get('/me');
    expect(me.data).toEqual({ ...answer.data, lastLogin: expect.any(String) });
  });

  test('a caregiver may sign up, an admin may not', async () => {
    expect((await caller().post('/auth/signup', { ...person(), role: 'CAREGIVER' })).data.role).toBe('CAREGIVER');
    const refused = await caller().post('/auth/signup', { ...person(), role: 'ADMIN' });
    expect(refused).toHaveStatus(400);
    expect(refused.body.details.role).toBe('must be one of PATIENT, CAREGIVER; got "ADMIN"');
  });

  test('an e-mail is taken whatever its case', async () => {
    const draft = person();
    expect(await caller().post('/auth/signup', draft)).toHaveStatus(201);
    const again = await caller().post('/auth/signup', { ...draft, email: draft.email.toUpperCase() });
    expect(again).toHaveStatus(409);
    expect(again.body.details).toEqual({ email: 'is already registered' });
  });

  test.each([
    ['aB3!', 'must have at least 8 characters'],
    ['lower-case-7!', 'must have an uppercase letter (A-Z)'],
    ['UPPER-CASE-7!', 'must have a lowercase letter (a-z)'],
    ['No-digit-here!', 'must have a digit (0-9)'],
    ['No-special-77', 'must have a special character (!@#$%^&*)'],
    [`${'aB3!'.repeat(32)}x`, 'must have at most 128 characters'],
  ])('password %s is refused by the rule it breaks', async (weak, sentence) => {
    const answer = await caller().post('/auth/signup', { ...person(), password: weak });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual({ password: sentence });
  });

  test('every bad field is named at once, and no password is repeated', async () => {
    const answer = await caller().post('/auth/signup', { email: 'nobody', password: 12345678, lastName: '   ' });
    expect(answer).toHaveStatus(400);
    expect(answer.body).toEqual({
      success: false,
      error: 'Validation failed',
      code: 'VALIDATION_FAILED',
      details: {
        email: 'must be an e-mail address like name@example.org',
        password: 'must be a text, not what was sent',
        firstName: 'is required',
        lastName: 'must not be empty',
      },
    });
  });
});

describe('login', () => {
  test('opens a new session each time and notes the time', async () => {
    const ann = await patient();
    const answer = await caller().post('/auth/login', { email: ` ${ann.email.toUpperCase()} `, password });
    expect(answer).toHaveStatus(200);
    expect(answer.data).toEqual({ id: ann.id, email: ann.email, firstName: 'Ann', lastName: 'Lee', role: 'PATIENT' });
    expect(answer.body.token).not.toBe(ann.token);
  });

  test('wrong password and unknown e-mail get the same answer', async () => {
    const ann = await patient();
    const wrong = await caller().post('/auth/login', { email: ann.email, password: 'Wrong-horse-7!' });
    const unknown = await caller().post('/auth/login', { email: freshEmail(), password });
    expect(wrong).toHaveStatus(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body.error).toBe('Invalid e-mail or password');
  });

  test('a failed login leaves a row in the system log, without the e-mail', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    await caller().post('/auth/login', { email: ann.email, password: 'Wrong-horse-7!' });
    const told = platform.db.selectFrom('systemLog').selectAll().where('userId', '=', ann.id);
    const rows = await told.orderBy('timestamp').execute();
    expect(rows.map(({ level, source, message }) => ({ level, source, message }))).toEqual([
      { level: 'info', source: 'users', message: 'Account created with role PATIENT' },
      { level: 'warning', source: 'auth', message: 'Login failed' },
    ]);
  });
});

describe('sessions', () => {
  test('logout ends this session and no other', async () => {
    const ann = await patient();
    const second = await logIn(ann.email);
    const out = await ann.post('/auth/logout');
    expect(out).toHaveStatus(200);
    expect(out.data).toEqual({ message: 'Logged out' });
    expect(out.headers['set-cookie']).toMatch(/^session=;/);
    expect(await ann.get('/me')).toHaveStatus(401);
    expect(await second.get('/me')).toHaveStatus(200);
  });

  test('the token names person and session, no role and no e-mail', async () => {
    const ann = await patient();
    expect(decodeJwt(ann.token)).toEqual({
      sub: ann.id,
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      iss: 'fallwatch',
      aud: 'fallwatch-api',
    });
  });

  test('an expired token is refused', async () => {
    const { clock } = await testServer();
    const ann = await patient();
    clock.offsetMs = 24 * 3_600_000 + 1_000;
    try {
      expect(await ann.get('/me')).toHaveStatus(401);
    } finally {
      clock.offsetMs = 0;
    }
  });

  test.each([
    ['no token', undefined],
    ['not a token', 'nonsense'],
    ['an unsigned token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
    ['an empty token', ''],
  ])('%s is 401', async (_, token) => {
    const answer = await call({ method: 'GET', url: '/me', token });
    expect(answer).toHaveStatus(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test('a token of another key, issuer or audience is refused', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const claims = decodeJwt(ann.token);
    const sign = (key: Uint8Array, changed: object) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const [ours] = platform.tokenKeys;
    expect(await caller(await sign(ours, {})).get('/me')).toHaveStatus(200);
    expect(await caller(await sign(Buffer.alloc(32, 1), {})).get('/me')).toHaveStatus(401);
    expect(await caller(await sign(ours, { iss: 'other' })).get('/me')).toHaveStatus(401);
    expect(await caller(await sign(ours, { aud: 'other' })).get('/me')).toHaveStatus(401);
  });

  test('a cookie alone authenticates only our own pages', async () => {
    const ann = await patient();
    const cookie = `session=${ann.token}`;
    expect(await call({ url: '/me', headers: { cookie } })).toHaveStatus(401);
    expect(await call({ url: '/me', headers: { cookie, 'sec-fetch-site': 'cross-site' } })).toHaveStatus(401);
    expect(await call({ url: '/me', headers: { cookie, 'sec-fetch-site': 'same-origin' } })).toHaveStatus(200);
    const wrongBearer = { cookie, 'sec-fetch-site': 'same-origin', authorization: 'Bearer nonsense' };
    expect(await call({ url: '/me', headers: wrongBearer })).toHaveStatus(401);
  });

  test('the cookie is out of reach for scripts and other sites', async () => {
    const { headers } = await caller().post('/auth/signup', person());
    expect(headers['set-cookie']).toMatch(/^session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
  });
});
