import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { caller, caregiver, freshEmail, password, patient } from '../../../test/people.js';

const person = () => ({ email: freshEmail(), password, firstName: 'Ann', lastName: 'Lee' });

describe('signup', () => {
  test('creates an account and a session', async () => {
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
    expect(me.data).toEqual({ ...answer.data, lastLogin: expect.any(String), needsSecondFactor: false });
  });

  test('a caregiver may sign up, an admin may not', async () => {
    expect((await caller().post('/auth/signup', { ...person(), role: 'CAREGIVER' })).data.role).toBe('CAREGIVER');
    const refused = await caller().post('/auth/signup', { ...person(), role: 'ADMIN' });
    expect(refused).toHaveStatus(400);
    expect(refused.body.details.role).toBe('must be one of PATIENT, CAREGIVER; got "ADMIN"');
  });

  test('an e-mail is taken regardless of case', async () => {
    const draft = person();
    expect(await caller().post('/auth/signup', draft)).toHaveStatus(201);
    const again = await caller().post('/auth/signup', { ...draft, email: draft.email.toUpperCase() });
    expect(again).toHaveStatus(409);
    expect(again.body.details).toEqual({ email: 'is already registered' });
  });
});

describe('a refused signup', () => {
  test.each([
    ['aB3!', 'must have at least 8 characters'],
    ['lower-case-7!', 'must have an uppercase letter (A-Z)'],
    ['UPPER-CASE-7!', 'must have a lowercase letter (a-z)'],
    ['No-digit-here!', 'must have a digit (0-9)'],
    ['No-special-77', 'must have a special character (!@#$%^&*)'],
    [`${'aB3!'.repeat(32)}x`, 'must have at most 128 characters'],
  ])('password %s is refused with the rule it breaks', async (weak, sentence) => {
    const answer = await caller().post('/auth/signup', { ...person(), password: weak });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual({ password: sentence });
  });

  test('every invalid field is named at once, and no password is echoed', async () => {
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

describe('who may sign up', () => {
  test('both roles by default', async () => {
    expect((await caller().get('/auth/signup')).data).toEqual({ roles: ['PATIENT', 'CAREGIVER'] });
  });

  test.each([
    [[], 'PATIENT', 403],
    [[], 'CAREGIVER', 403],
    [['PATIENT'], 'CAREGIVER', 403],
    [['PATIENT'], 'PATIENT', 201],
    [['PATIENT'], undefined, 201],
    [['CAREGIVER'], undefined, 403],
  ] as const)('with SIGNUP_ROLES %j a sign-up as %s is %i', async (signupRoles, role, status) => {
    const app = await appWith({ signupRoles });
    expect((await caller(undefined, app).get('/auth/signup')).data).toEqual({ roles: signupRoles });
    const answer = await caller(undefined, app).post('/auth/signup', { ...person(), ...(role ? { role } : {}) });
    expect(answer).toHaveStatus(status);
    if (status !== 403) return;
    expect(answer.body.code).toBe('SIGNUP_CLOSED');
    expect(answer.body.error).toMatch(/^Sign-up as a (patient|caregiver) is closed here\. Ask/);
  });
});

describe('common passwords', () => {
  const weak = 'Password1!';

  test('are accepted by default', async () => {
    expect(await caller().post('/auth/signup', { ...person(), password: weak })).toHaveStatus(201);
  });

  test('are refused everywhere with REFUSE_COMMON_PASSWORDS', async () => {
    const app = await appWith({ refuseCommonPasswords: true });
    const sentence = 'is one of the most common passwords: choose one that others do not use';
    const signup = await caller(undefined, app).post('/auth/signup', { ...person(), password: weak });
    expect(signup).toHaveStatus(400);
    expect(signup.body.details).toEqual({ password: sentence });
    const carer = await caregiver();
    const draft = { email: freshEmail(), firstName: 'Ann', lastName: 'Lee' };
    const created = await caller(carer.token, app).post('/patients', { ...draft, password: weak });
    expect(created.body.details).toEqual({ password: sentence });
    const { data } = await caller(carer.token, app).post('/patients', draft);
    const accepted = await caller(undefined, app).post('/auth/invitations/accept', {
      token: data.invitation.token,
      password: weak,
    });
    expect(accepted.body.details).toEqual({ password: sentence });
    const change = { currentPassword: password, newPassword: weak };
    const changed = await caller(carer.token, app).post('/profile/password', change);
    expect(changed.body.details).toEqual({ newPassword: sentence });
    expect(await caller(undefined, app).post('/auth/signup', person())).toHaveStatus(201);
  });
});

describe('login', () => {
  test('opens a new session each time and records the time', async () => {
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
