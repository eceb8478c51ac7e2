import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type Answer, assign, caregiver, freshMac, type Person, patient, reading, root } from '../people.js';
import { dayMs, expectRefusal, hourMs, id, integer, personDraft, stoppedApp, text, time } from './shapes.js';

const aboutPatient = async (patientId: string, type: string): Promise<Answer['data']> =>
  (await (await root()).get('/admin/alerts')).data.filter(
    (alert: { patientId: string; type: string }) => alert.patientId === patientId && alert.type === type,
  );

const toProfile = (person: Person) => ({
  id: person.id,
  email: person.email,
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'CAREGIVER',
  phone: null,
  specialization: null,
  organization: null,
  patients: 0,
  activeAlerts: 0,
});

describe('caregivers', () => {
  test('list, one, me: the caregiver profile', async () => {
    const [carer, boss, ann] = [await caregiver(), await root(), await patient()];
    expect((await boss.get(`/caregivers?limit=1&search=${carer.email}`)).data).toMatchObject([toProfile(carer)]);
    await assign(carer, ann);
    await ann.post('/falls', { confidence: 0.8 });
    const counted = { ...toProfile(carer), patients: 1, activeAlerts: 1 };
    expect((await boss.get(`/caregivers/${carer.id}`)).data).toMatchObject(counted);
    expect((await carer.get(`/caregivers/${carer.id}`)).data).toMatchObject(counted);
    expect((await carer.get('/caregivers/me')).data).toMatchObject(counted);
    for (const who of [carer, ann]) expectRefusal(await who.get('/caregivers'), 403);
    for (const who of [await caregiver(), ann]) expectRefusal(await who.get(`/caregivers/${carer.id}`), 403);
    for (const who of [boss, ann]) expectRefusal(await who.get('/caregivers/me'), 403);
  });

  test('POST, PUT and DELETE /caregivers', async () => {
    const boss = await root();
    const sent = { ...personDraft(), phone: '+49 30 1', specialization: 'Geriatrics' };
    const created = await boss.post('/caregivers', sent);
    expect(created).toHaveStatus(201);
    expect(created.data).toMatchObject({ ...sent, id, role: 'CAREGIVER', organization: null, invitationPending: true });
    expect(created.data.invitation).toEqual({ token: text, url: text, expiresAt: time, mailed: true });
    expectRefusal(await boss.post('/caregivers', sent), 409);
    const carer = await caregiver();
    expectRefusal(await carer.post('/caregivers', personDraft()), 403);
    const path = `/caregivers/${carer.id}`;
    const changes = { firstName: 'Carl', phone: '+49 2', specialization: 'Falls', organization: 'Elm House' };
    expect((await carer.put(path, { ...changes, email: 'x@example.org' })).data).toMatchObject({
      ...changes,
      lastName: 'Lee',
      email: carer.email,
    });
    expect((await boss.put(path, { phone: null })).data).toMatchObject({ ...changes, phone: null });
    expectRefusal(await (await caregiver()).put(path, changes), 403);
    expectRefusal(await carer.put(path, { firstName: null, phone: 5 }), 400, 'firstName', 'phone');
    expectRefusal(await carer.delete(path), 403);
    expect((await boss.delete(path)).data).toEqual({ id: carer.id, message: text });
    expectRefusal(await boss.get(path), 404);
  });
});

describe('patients of a caregiver', () => {
  test('GET /caregivers/:id/patients: summaries in pages', async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const helper = await caregiver({ of: someone });
    const path = `/caregivers/${helper.id}/patients`;
    const login = (await someone.get('/me')).data.lastLogin;
    const fields = { id: someone.id, name: 'Ann Lee', email: someone.email, healthScore: integer };
    expect((await helper.get(path)).data).toMatchObject([{ ...fields, lastActive: login, devices: 0, recentFalls: 0 }]);
    const ann = await as(someone);
    for (const confidence of [0.2, 0.4, 0.9]) await ann.post('/falls', { confidence });
    clock.ms += dayMs;
    const { timestamp } = (await ann.post('/device/sensor-stream', reading(freshMac()))).data;
    await ann.post('/device/sensor-stream', reading(freshMac()));
    const carer = await as(helper);
    const { body } = await carer.get(path);
    expect(body.pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1 });
    expect(body.data).toMatchObject([{ ...fields, lastActive: timestamp, devices: 2, recentFalls: 2 }]);
    clock.ms += 29 * dayMs + hourMs;
    expect((await carer.get(path)).data).toMatchObject([{ recentFalls: 0 }]);
    for (const who of [someone, await caregiver()]) expectRefusal(await who.get(path), 403);
  });

  test('assignment: 201, twice 409, unknown 404, by an admin only', async () => {
    const [boss, ann, carer] = [await root(), await patient(), await caregiver()];
    const path = `/caregivers/${carer.id}/patients`;
    const made = await boss.post(path, { patientId: ann.id, relationship: 'Daughter' });
    expect(made).toHaveStatus(201);
    expect(made.data).toEqual({ caregiverId: carer.id, patientId: ann.id, relationship: 'Daughter', assignedAt: time });
    expectRefusal(await boss.post(path, { patientId: ann.id }), 409);
    for (const patientId of [newId(), carer.id, boss.id]) expectRefusal(await boss.post(path, { patientId }), 404);
    expectRefusal(await boss.post(path, { patientId: 'ann' }), 400, 'patientId');
    expectRefusal(await boss.post(path, {}), 400, 'patientId');
    for (const other of [newId(), ann.id])
      expectRefusal(await boss.post(`/caregivers/${other}/patients`, { patientId: ann.id }), 404);
    expectRefusal(await carer.post(path, { patientId: ann.id }), 403);
    expectRefusal(await carer.delete(`${path}/${ann.id}`), 403);
    expect((await boss.delete(`${path}/${ann.id}`)).data).toMatchObject({ id: ann.id, message: text });
    for (const other of [ann.id, newId(), 'nonsense']) expectRefusal(await boss.delete(`${path}/${other}`), 404);
    expectRefusal(await carer.get(`/patients/${ann.id}`), 403);
    const answers = await Promise.all([1, 2, 3].map(() => boss.post(path, { patientId: ann.id })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });
});

describe('a patient without a caregiver', () => {
  test.each([
    [
      'unassigned',
      (boss: Person, carer: Person, ann: Person) => boss.delete(`/caregivers/${carer.id}/patients/${ann.id}`),
    ],
    [
      'unassigned by an id in upper case',
      (boss: Person, carer: Person, ann: Person) =>
        boss.delete(`/caregivers/${carer.id}/patients/${ann.id.toUpperCase()}`),
    ],
    ['deleted', (boss: Person, carer: Person) => boss.delete(`/caregivers/${carer.id}`)],
    ['deleted as a user', (boss: Person, carer: Person) => boss.delete(`/admin/users/${carer.id}`)],
    ['deleted by themselves', (_: Person, carer: Person) => carer.delete('/profile/me', { confirmation: true })],
    ['deactivated', (boss: Person, carer: Person) => boss.put(`/admin/users/${carer.id}`, { status: 'inactive' })],
    [
      'given another role',
      (boss: Person, carer: Person) => boss.post(`/admin/users/${carer.id}/role`, { role: 'PATIENT' }),
    ],
  ])('the last caregiver is %s: the admins are alerted that the patient has none', async (_, leave) => {
    const [boss, ann] = [await root(), await patient()];
    const [first, second] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    expect(await leave(boss, first, ann)).toHaveStatus(200);
    expect(await aboutPatient(ann.id, 'NO_CAREGIVER')).toEqual([]);
    expect(await leave(boss, second, ann)).toHaveStatus(200);
    expect(await aboutPatient(ann.id, 'NO_CAREGIVER')).toMatchObject([
      { id, patientName: 'Ann Lee', acknowledged: false },
    ]);
  });
});
