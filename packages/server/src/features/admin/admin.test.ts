import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { admin, caller, caregiver, freshEmail, lastAdmin, password, patient, root } from '../../../test/people.js';

describe('accounts', () => {
  test('are listed in pages, newest first', async () => {
    const [boss, ann] = [await root(), await patient()];
    // Tests that move the clock leave people who are newer.
    const { body } = await boss.get(`/admin/users?limit=1&search=${ann.email}`);
    expect(body.data).toEqual([
      {
        id: ann.id,
        email: ann.email,
        firstName: 'Ann',
        lastName: 'Lee',
        role: 'PATIENT',
        status: 'active',
        emailVerified: false,
        invitationPending: false,
        phone: null,
        dateOfBirth: null,
        createdAt: expect.any(String),
        lastLogin: expect.any(String),
      },
    ]);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 1,
      total: 1,
      totalPages: 1,
    });
    const [one, other] = (await boss.get('/admin/users?limit=2')).data;
    expect(one.createdAt >= other.createdAt).toBe(true);
  });

  test('are filtered by role and status and sorted by an allowed field', async () => {
    const [boss, carl] = [await root(), await caregiver()];
    await boss.put(`/admin/users/${carl.id}`, { status: 'inactive' });
    const { data } = await boss.get('/admin/users?role=CAREGIVER&status=inactive&sort=created_at&order=DESC&limit=100');
    expect(data.map((user: { id: string }) => user.id)).toContain(carl.id);
    expect(new Set(data.map((user: { role: string }) => user.role))).toEqual(new Set(['CAREGIVER']));
    const byMail = await boss.get('/admin/users?sort=email&order=asc&limit=100');
    const emails = byMail.data.map((user: { email: string }) => user.email);
    expect(emails.length).toBeGreaterThan(1);
    expect(await boss.get('/admin/users?sort=createdAt')).toHaveStatus(200);
  });
});

describe('parameters of the list', () => {
  test.each([
    ['page=0', { page: 'must be at least 1; got 0' }],
    ['page=x', { page: 'must be a whole number, not "x"' }],
    ['limit=1.5', { limit: 'must be a whole number, not "1.5"' }],
    ['limit=-1', { limit: 'must be at least 1; got -1' }],
    ['role=KING', { role: 'must be one of PATIENT, CAREGIVER, ADMIN; got "KING"' }],
    ['status=dead', { status: 'must be one of active, inactive; got "dead"' }],
    ['order=up', { order: expect.stringContaining('must be one of desc, asc') }],
    ['sort=passwordHash', { sort: expect.stringContaining('must be one of created_at, createdAt, email') }],
  ])('a list requested with %s is 400', async (query, details) => {
    const answer = await (await root()).get(`/admin/users?${query}`);
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual(details);
  });

  test('a limit over 100 is treated as 100, a page past the end is empty', async () => {
    const boss = await root();
    expect((await boss.get('/admin/users?limit=5000')).body.pagination.limit).toBe(100);
    const past = await boss.get('/admin/users?page=999999');
    expect(past.data).toEqual([]);
    expect(past.body.pagination.total).toBeGreaterThan(0);
  });
});

describe('changes of an account', () => {
  test('an e-mail may change, but not to one that is taken', async () => {
    const [boss, ann, bob] = [await root(), await patient(), await patient()];
    expect(await boss.put(`/admin/users/${ann.id}`, { email: bob.email.toUpperCase() })).toHaveStatus(409);
    const email = freshEmail();
    expect((await boss.put(`/admin/users/${ann.id}`, { email })).data.email).toBe(email);
    expect(await caller().post('/auth/login', { email, password })).toHaveStatus(200);
  });

  test('a deactivated account is signed out at once, and its old sessions stay ended after activation', async () => {
    const [boss, ann] = [await root(), await patient()];
    expect((await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' })).data.status).toBe('inactive');
    expect(await ann.get('/me')).toHaveStatus(401);
    const refused = await caller().post('/auth/login', { email: ann.email, password });
    expect(refused.body).toEqual({ success: false, error: 'Invalid e-mail or password', code: 'UNAUTHORIZED' });
    await boss.put(`/admin/users/${ann.id}`, { status: 'active' });
    expect(await ann.get('/me')).toHaveStatus(401);
    expect(await caller().post('/auth/login', { email: ann.email, password })).toHaveStatus(200);
  });

  test('a new role applies to tokens that were issued before', async () => {
    const [boss, ann] = [await root(), await patient()];
    expect(await ann.get('/admin/users')).toHaveStatus(403);
    expect((await boss.post(`/admin/users/${ann.id}/role`, { role: 'ADMIN' })).data.role).toBe('ADMIN');
    expect(await ann.get('/admin/users')).toHaveStatus(200);
    await boss.post(`/admin/users/${ann.id}/role`, { role: 'PATIENT' });
    expect(await ann.get('/admin/users')).toHaveStatus(403);
  });

  test('changes leave rows in the system log and the audit trail', async () => {
    const { platform } = await testServer();
    const [boss, ann] = [await root(), await patient()];
    await boss.post(`/admin/users/${ann.id}/role`, { role: 'CAREGIVER' });
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    const { data } = await boss.get('/admin/logs?limit=100');
    expect(data.filter((row: { userId: string }) => row.userId === ann.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          message: 'Role changed from PATIENT to CAREGIVER',
          code: 'ROLE_CHANGED',
          params: { from: 'PATIENT', to: 'CAREGIVER' },
        }),
        expect.objectContaining({ message: 'Account set to inactive', code: 'ACCOUNT_DEACTIVATED', params: {} }),
      ]),
    );
    const trail = await platform.db.selectFrom('auditTrail').selectAll().where('subjectId', '=', ann.id).execute();
    expect(trail).toHaveLength(2);
    expect(trail[0]).toMatchObject({ actorId: boss.id, action: 'user.update', requestId: expect.any(String) });
  });
});

describe('accounts that do not exist', () => {
  test('unknown and malformed ids are 404', async () => {
    const boss = await root();
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', "1'--"]) {
      expect(await boss.get(`/admin/users/${id}`)).toHaveStatus(404);
      expect(await boss.put(`/admin/users/${id}`, { firstName: 'X' })).toHaveStatus(404);
      expect(await boss.delete(`/admin/users/${id}`)).toHaveStatus(404);
    }
  });

  test('a deleted account cannot be read or used', async () => {
    const [boss, ann] = [await root(), await patient()];
    expect((await boss.delete(`/admin/users/${ann.id}`)).data).toEqual({ id: ann.id, message: 'Account deleted' });
    expect(await ann.get('/me')).toHaveStatus(401);
    expect(await boss.get(`/admin/users/${ann.id}`)).toHaveStatus(404);
  });
});

describe('the last admin', () => {
  test('cannot be deleted, demoted or deactivated', async () => {
    const first = await lastAdmin();
    expect(await first.delete(`/admin/users/${first.id}`)).toHaveStatus(409);
    expect(await first.post(`/admin/users/${first.id}/role`, { role: 'PATIENT' })).toHaveStatus(409);
    expect(await first.put(`/admin/users/${first.id}`, { status: 'inactive' })).toHaveStatus(409);
    expect((await first.put(`/admin/users/${first.id}`, { role: 'ADMIN', lastName: 'Admin' })).status).toBe(200);
  });

  test('remains when two admins demote each other at the same time', async () => {
    const first = await lastAdmin();
    const second = await admin();
    const answers = await Promise.all([
      first.post(`/admin/users/${second.id}/role`, { role: 'PATIENT' }),
      second.post(`/admin/users/${first.id}/role`, { role: 'PATIENT' }),
    ]);
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1);
    const survivor = (await first.get('/admin/users')).status === 200 ? first : second;
    await survivor.post(`/admin/users/${first.id}/role`, { role: 'ADMIN' });
  });
});

describe('creating an account', () => {
  const draft = () => ({ email: freshEmail(), firstName: 'Rose', lastName: 'Hill' });

  test('of any role: the invitation opens it', async () => {
    const boss = await root();
    for (const role of ['PATIENT', 'CAREGIVER', 'ADMIN']) {
      const created = await boss.post('/admin/users', { ...draft(), role, phone: '+49 1' });
      expect(created).toHaveStatus(201);
      expect(created.data).toMatchObject({ role, phone: '+49 1', invitationPending: true });
      const { token } = created.data.invitation;
      const accepted = await caller().post('/auth/invitations/accept', { token, password });
      expect(accepted.data).toMatchObject({ id: created.data.id, role });
    }
  });

  test('of a patient, with what responders need and the caregivers', async () => {
    const [boss, carer] = [await root(), await caregiver()];
    const details = { dateOfBirth: '1938-03-02', room: '12', instructions: 'Speak loudly.', emergencyContact: '+49 2' };
    const body = { ...draft(), ...details, role: 'PATIENT', caregiverIds: [carer.id] };
    const { id } = (await boss.post('/admin/users', body)).data;
    expect((await carer.get(`/patients/${id}`)).data).toMatchObject({ ...details, caregivers: [{ id: carer.id }] });
  });

  test('refuses a caregiver who is none, a known e-mail and an unknown role, and creates nothing', async () => {
    const [boss, ann] = [await root(), await patient()];
    const person = draft();
    const refused = await boss.post('/admin/users', { ...person, role: 'PATIENT', caregiverIds: [ann.id] });
    expect(refused).toHaveStatus(400);
    expect(refused.body.details).toHaveProperty('caregiverIds');
    expect(await boss.post('/admin/users', { ...person, role: 'PATIENT' })).toHaveStatus(201);
    expect(await boss.post('/admin/users', { ...person, role: 'ADMIN' })).toHaveStatus(409);
    expect(await boss.post('/admin/users', { ...draft(), role: 'KING' })).toHaveStatus(400);
  });
});
