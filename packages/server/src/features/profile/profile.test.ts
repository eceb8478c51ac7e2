import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { admin, call, caller, lastAdmin, logIn, password, patient } from '../../../test/people.js';

describe('the own profile', () => {
  test('has every field, null if unknown', async () => {
    const ann = await patient();
    const answer = await ann.get('/profile/me');
    expect(answer).toHaveStatus(200);
    expect(answer.data).toEqual({
      id: ann.id,
      email: ann.email,
      firstName: 'Ann',
      lastName: 'Lee',
      role: 'PATIENT',
      emailVerified: false,
      dateOfBirth: null,
      phone: null,
      avatar: null,
      language: null,
      createdAt: expect.any(String),
      lastLogin: expect.any(String),
    });
  });

  test('a change is partial: an absent field is unchanged, null clears', async () => {
    const ann = await patient();
    const changed = await ann.put('/profile/me', { phone: '+49 30 1234567', dateOfBirth: '1941-05-17' });
    expect(changed.data).toMatchObject({ firstName: 'Ann', phone: '+49 30 1234567', dateOfBirth: '1941-05-17' });
    const cleared = await ann.put('/profile/me', { phone: null, lastName: 'Lie' });
    expect(cleared.data).toMatchObject({ lastName: 'Lie', phone: null, dateOfBirth: '1941-05-17' });
  });

  test('role, e-mail and id in the body are ignored', async () => {
    const ann = await patient();
    const sent = { role: 'ADMIN', email: 'x@example.org', id: 'x', status: 'inactive', passwordHash: 'x' };
    const answer = await ann.put('/profile/me', sent);
    expect(answer.data).toMatchObject({ id: ann.id, email: ann.email, role: 'PATIENT' });
  });

  test.each([
    [{ firstName: null }, { firstName: 'must be a text, not null' }],
    [{ firstName: 'a\u0000b' }, { firstName: 'must not contain NUL or broken characters' }],
    [{ lastName: '\ud800' }, { lastName: 'must not contain NUL or broken characters' }],
    [{ phone: 5 }, { phone: 'must be a text or null, not 5' }],
    [{ dateOfBirth: '17.5.1941' }, { dateOfBirth: 'must be a date like 1941-05-17' }],
    [{ dateOfBirth: '1941-02-30' }, { dateOfBirth: 'must be a date like 1941-05-17' }],
    [{ dateOfBirth: '2999-01-01' }, { dateOfBirth: 'must not be in the future' }],
    [{ avatar: 'javascript:alert(1)' }, { avatar: 'must be an http or https address' }],
    [{ firstName: 'x'.repeat(101) }, { firstName: 'must have at most 100 characters' }],
  ])('%j is refused with a text', async (changes, details) => {
    const answer = await (await patient()).put('/profile/me', changes);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual(details);
  });
});

describe('the password', () => {
  const next = 'Battery-staple-8!';

  test('can be changed; this session continues and all others end', async () => {
    const ann = await patient();
    const elsewhere = await logIn(ann.email);
    const answer = await ann.post('/profile/password', {
      currentPassword: password,
      newPassword: next,
      confirmPassword: next,
    });
    expect(answer).toHaveStatus(200);
    expect(await ann.get('/me')).toHaveStatus(200);
    expect(await elsewhere.get('/me')).toHaveStatus(401);
    expect(await caller().post('/auth/login', { email: ann.email, password })).toHaveStatus(401);
    expect(await caller().post('/auth/login', { email: ann.email, password: next })).toHaveStatus(200);
  });

  test('is unchanged when the current one is wrong', async () => {
    const ann = await patient();
    const answer = await ann.post('/profile/password', { currentPassword: 'Wrong-horse-7!', newPassword: next });
    expect(answer).toHaveStatus(400);
    expect(answer.body).toMatchObject({
      error: 'Current password is incorrect',
      details: { currentPassword: 'is incorrect' },
    });
    expect(await caller().post('/auth/login', { email: ann.email, password })).toHaveStatus(200);
  });

  test('must match its confirmation and be strong', async () => {
    const ann = await patient();
    const change = { currentPassword: password, newPassword: next };
    const unequal = await ann.post('/profile/password', { ...change, confirmPassword: 'Other-staple-8!' });
    expect(unequal.body.details).toEqual({ confirmPassword: 'must be the same as newPassword' });
    const weak = await ann.post('/profile/password', { ...change, newPassword: 'weak' });
    expect(Object.keys(weak.body.details)).toEqual(['newPassword']);
  });
});

describe('checking the own password', () => {
  test('accepts the right one, and refuses a wrong one as a change does', async () => {
    const ann = await patient();
    const right = await ann.post('/profile/password/verify', { password });
    expect(right).toHaveStatus(200);
    expect(right.data).toEqual({ verified: true });
    const wrong = await ann.post('/profile/password/verify', { password: 'Wrong-horse-7!' });
    expect(wrong).toHaveStatus(400);
    expect(wrong.body).toMatchObject({
      error: 'Current password is incorrect',
      details: { password: 'is incorrect' },
    });
    expect(await ann.get('/me')).toHaveStatus(200);
  });
});

describe('deleting the account', () => {
  test('needs a confirmation', async () => {
    const ann = await patient();
    for (const body of [undefined, {}, { confirmation: false }])
      expect((await ann.delete('/profile/me', body)).body.details).toEqual({
        confirmation: 'must be true: deletion is permanent',
      });
    expect(await ann.delete('/profile/me', { confirmation: 'true' })).toHaveStatus(400);
  });

  test('ends the sessions, frees the e-mail and keeps a pseudonym in the audit trail', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const gone = await ann.delete('/profile/me', { confirmation: true, reason: 'Moved away' });
    expect(gone).toHaveStatus(200);
    expect(gone.data).toEqual({ id: ann.id, message: 'Account deleted' });
    expect(await ann.get('/me')).toHaveStatus(401);
    expect(await caller().post('/auth/login', { email: ann.email, password })).toHaveStatus(401);
    const again = { email: ann.email, password, firstName: 'Ann', lastName: 'New' };
    expect(await caller().post('/auth/signup', again)).toHaveStatus(201);
    const trail = await platform.db.selectFrom('auditTrail').selectAll().where('subjectId', '=', ann.id).execute();
    expect(trail.map((entry) => entry.action)).toContain('user.delete');
  });

  test('accepts the confirmation as a query parameter too', async () => {
    const ann = await patient();
    expect(await call({ method: 'DELETE', url: '/profile/me?confirmation=true', token: ann.token })).toHaveStatus(200);
  });

  test('is refused for the last admin', async () => {
    const first = await lastAdmin();
    const refused = await first.delete('/profile/me', { confirmation: true });
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toBe('This is the last active admin. Make somebody else an admin first.');
    expect(await first.get('/me')).toHaveStatus(200);
    const second = await admin();
    expect(await second.delete('/profile/me', { confirmation: true })).toHaveStatus(200);
  });
});

test('the audit trail cannot be changed', async () => {
  const { platform } = await testServer();
  await patient();
  const change = platform.db.updateTable('auditTrail').set({ action: 'nothing' }).execute();
  await expect(change).rejects.toThrow('append-only');
  await expect(platform.db.deleteFrom('auditTrail').execute()).rejects.toThrow('append-only');
});
