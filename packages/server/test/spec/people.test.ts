import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import {
  type Answer,
  assign,
  caregiver,
  device,
  freshEmail,
  freshMac,
  type Person,
  patient,
  reading,
  root,
} from '../people.js';
import { dayMs, expectRefusal, flag, hourMs, id, integer, stoppedApp, text, time } from './shapes.js';

/** Spec sections 4.4, 4.5 and 4.8, and what was decided about people and messages. */

const draft = () => ({ email: freshEmail(), firstName: 'Rose', lastName: 'Hill' });
const aboutPatient = async (patientId: string, type: string): Promise<Answer['data']> =>
  (await (await root()).get('/admin/alerts')).data.filter(
    (alert: { patientId: string; type: string }) => alert.patientId === patientId && alert.type === type,
  );

describe('4.4 patients', () => {
  const profileOf = (person: Person) => ({
    id: person.id,
    email: person.email,
    firstName: 'Ann',
    lastName: 'Lee',
    role: 'PATIENT',
    dateOfBirth: null,
    emergencyContact: null,
  });
  const more = { phone: null, status: 'active', createdAt: time, healthScore: integer, isHighRisk: false };

  test('GET /patients: a caregiver sees the assigned ones, an admin all, both by status', async () => {
    const [ann, bob, boss] = [await patient(), await patient(), await root()];
    const carer = await caregiver({ of: ann });
    const own = await carer.get('/patients');
    expect(own.body.pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1 });
    expect(own.data).toMatchObject([{ ...profileOf(ann), ...more }]);
    const all = (await boss.get('/patients?limit=2')).data;
    expect(all.map((row: { id: string }) => row.id).sort()).toEqual([ann.id, bob.id].sort());
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    expect((await carer.get('/patients?status=active')).body.pagination.total).toBe(0);
    expect((await carer.get('/patients?status=inactive')).data).toMatchObject([{ id: ann.id, status: 'inactive' }]);
    expectRefusal(await bob.get('/patients'), 403);
  });

  test('POST /patients creates, assigns the caregiver, and answers the patient', async () => {
    const carer = await caregiver();
    const sent = { ...draft(), dateOfBirth: '1938-03-02', emergencyContact: '+49 30 7654321' };
    const created = await carer.post('/patients', sent);
    expect(created).toHaveStatus(201);
    expect(created.data).toMatchObject({ ...sent, id, role: 'PATIENT', ...more, devices: [] });
    expect(created.data.caregivers).toMatchObject([{ id: carer.id, name: 'Ann Lee' }]);
    expect((await carer.get(`/patients/${created.data.id}`)).data).toMatchObject(sent);
    for (const who of [await patient(), await root()]) expectRefusal(await who.post('/patients', draft()), 403);
    expectRefusal(await carer.post('/patients', { ...draft(), dateOfBirth: '2.3.1938' }), 400, 'dateOfBirth');
  });

  test('GET /patients/:id and /patients/me: profile, caregivers and devices', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    await carer.put(`/caregivers/${carer.id}`, { phone: '+49 1' });
    const watch = await device(ann);
    const around = {
      caregivers: [{ id: carer.id, name: 'Ann Lee', relationship: 'Nurse', phone: '+49 1' }],
      devices: [{ id: watch.id, name: `Wearable ${watch.mac.slice(-5)}`, status: 'ACTIVE' }],
    };
    for (const who of [ann, carer, await root()])
      expect((await who.get(`/patients/${ann.id}`)).data).toMatchObject({ ...profileOf(ann), ...more, ...around });
    expect((await ann.get('/patients/me')).data).toMatchObject({ ...profileOf(ann), ...around });
    expectRefusal(await carer.get('/patients/me'), 403);
    for (const who of [await patient(), await caregiver()]) expectRefusal(await who.get(`/patients/${ann.id}`), 403);
  });

  test('PUT /patients/:id is partial, null clears; the e-mail only by an admin', async () => {
    const [ann, boss] = [await patient(), await root()];
    const carer = await caregiver({ of: ann });
    const path = `/patients/${ann.id}`;
    const changes = {
      firstName: 'Anna',
      dateOfBirth: '1940-01-02',
      emergencyContact: '+49 2',
      phone: '+49 3',
      bloodPressure: '120/80',
    };
    const changed = await carer.put(path, changes);
    expect(changed).toHaveStatus(200);
    expect(changed.data).toMatchObject({ ...changes, lastName: 'Lee', email: ann.email });
    const cleared = await carer.put(path, { phone: null, emergencyContact: null, lastName: 'Li' });
    expect(cleared.data).toMatchObject({ ...changes, phone: null, emergencyContact: null, lastName: 'Li' });
    expectRefusal(await carer.put(path, { email: freshEmail() }), 403);
    const email = freshEmail();
    expect((await boss.put(path, { email })).data).toMatchObject({ email, firstName: 'Anna' });
    expectRefusal(await boss.put(path, { email: carer.email.toUpperCase() }), 409);
    expectRefusal(await carer.put(path, { firstName: null, bloodPressure: 'high' }), 400, 'bloodPressure', 'firstName');
    for (const who of [ann, await caregiver()]) expectRefusal(await who.put(path, { firstName: 'X' }), 403);
    expect((await carer.put(path, { role: 'ADMIN', status: 'inactive', id: newId() })).data).toMatchObject({
      id: ann.id,
      role: 'PATIENT',
      status: 'active',
    });
  });

  test('DELETE /patients/:id by an admin only', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    for (const who of [ann, carer]) expectRefusal(await who.delete(`/patients/${ann.id}`), 403);
    const gone = await (await root()).delete(`/patients/${ann.id}`);
    expect(gone).toHaveStatus(200);
    expect(gone.data).toEqual({ id: ann.id, message: text });
    expectRefusal(await ann.get('/me'), 401);
    expect((await carer.get('/patients')).data).toEqual([]);
  });

  test('GET /patients/:id/falls and /devices', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const watch = await device(ann);
    await ann.post('/falls', { confidence: 0.8, location: 'Kitchen' });
    await ann.post('/falls', { confidence: 0.2 });
    const falls = await carer.get(`/patients/${ann.id}/falls?status=HIGH`);
    expect(falls.body.pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1 });
    expect(falls.data).toMatchObject([
      {
        id,
        confidence: 0.8,
        status: 'HIGH',
        location: 'Kitchen',
        createdAt: time,
        responded: false,
        responseTime: null,
      },
    ]);
    const devices = await carer.get(`/patients/${ann.id}/devices`);
    expect(devices.data).toMatchObject([
      {
        id: watch.id,
        userId: ann.id,
        macAddress: watch.mac,
        name: text,
        status: 'ACTIVE',
        lastSeen: time,
        batteryLevel: null,
        firmwareVersion: 'unknown',
        createdAt: time,
        updatedAt: time,
      },
    ]);
    for (const path of ['falls', 'devices', 'health'])
      for (const who of [ann, await caregiver()]) expectRefusal(await who.get(`/patients/${ann.id}/${path}`), 403);
  });
});

describe('health', () => {
  const scene = async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const mac = freshMac();
    const send = (changes: object) => ann.post('/device/sensor-stream', reading(mac, changes));
    const health = async () => {
      const { data } = await carer.get(`/patients/${ann.id}/health`);
      expect(data).toMatchObject({ patientId: ann.id, healthScore: integer, riskScore: integer, isHighRisk: flag });
      expect(data.riskScore).toBe(100 - data.healthScore);
      return data;
    };
    return { ann, carer, send, health };
  };
  const nothing = { heartRate: null, bloodPressure: null, oxygenSaturation: null };

  test('nothing known: a neutral score, NO_DATA, not high risk', async () => {
    const { health } = await scene();
    const data = await health();
    expect(data).toMatchObject({ basis: 'NO_DATA', isHighRisk: false, vitals: nothing, lastUpdate: null, factors: [] });
    expect(data.healthScore).toBeGreaterThan(25);
    expect(data.healthScore).toBeLessThan(100);
  });

  test('vitals are shown as sent, and make the score', async () => {
    const { carer, ann, send, health } = await scene();
    const { timestamp, healthScore } = (await send({ heart_rate: 72, spo2: 98 })).data;
    const good = await health();
    expect(good).toMatchObject({ basis: 'DATA', isHighRisk: false, lastUpdate: timestamp, healthScore });
    expect(good.vitals).toEqual({ heartRate: 72, bloodPressure: null, oxygenSaturation: 98 });
    expect(good.factors.map((factor: { name: string }) => factor.name)).toEqual(
      expect.arrayContaining(['heartRate', 'oxygen']),
    );
    await carer.put(`/patients/${ann.id}`, { bloodPressure: '120/80' });
    expect((await health()).vitals.bloodPressure).toBe('120/80');
    await send({ heart_rate: 180, spo2: 70 });
    const bad = await health();
    expect(bad.healthScore).toBeLessThan(good.healthScore);
    expect(bad).toMatchObject({ isHighRisk: true, vitals: { heartRate: 180, oxygenSaturation: 70 } });
    expect(bad.riskScore).toBeGreaterThanOrEqual(75);
    expect((await carer.get(`/patients/${ann.id}`)).data).toMatchObject({
      healthScore: bad.healthScore,
      isHighRisk: true,
    });
  });

  test('a device’s troubles alone never make a person high risk', async () => {
    const { send, health } = await scene();
    await send({ battery_level: 0, sensors_initialized: false });
    expect(await health()).toMatchObject({ basis: 'NO_DATA', isHighRisk: false });
    await send({ battery_level: 0, sensors_initialized: false, heart_rate: 70, spo2: 98 });
    expect(await health()).toMatchObject({ basis: 'DATA', isHighRisk: false });
  });

  test('falls lower the score', async () => {
    const { ann, send, health } = await scene();
    await send({ heart_rate: 70, spo2: 98 });
    const before = await health();
    for (let i = 0; i < 3; i++) await ann.post('/falls', { confidence: 0.95 });
    expect((await health()).healthScore).toBeLessThan(before.healthScore);
  });
});

describe('4.5 caregivers', () => {
  const profileOf = (person: Person) => ({
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

  test('list, one, me: the caregiver profile', async () => {
    const [carer, boss, ann] = [await caregiver(), await root(), await patient()];
    expect((await boss.get('/caregivers?limit=1')).data).toMatchObject([profileOf(carer)]);
    await assign(carer, ann);
    await ann.post('/falls', { confidence: 0.8 });
    const counted = { ...profileOf(carer), patients: 1, activeAlerts: 1 };
    expect((await boss.get(`/caregivers/${carer.id}`)).data).toMatchObject(counted);
    expect((await carer.get(`/caregivers/${carer.id}`)).data).toMatchObject(counted);
    expect((await carer.get('/caregivers/me')).data).toMatchObject(counted);
    for (const who of [carer, ann]) expectRefusal(await who.get('/caregivers'), 403);
    for (const who of [await caregiver(), ann]) expectRefusal(await who.get(`/caregivers/${carer.id}`), 403);
    for (const who of [boss, ann]) expectRefusal(await who.get('/caregivers/me'), 403);
  });

  test('POST, PUT and DELETE /caregivers', async () => {
    const boss = await root();
    const sent = { ...draft(), phone: '+49 30 1', specialization: 'Geriatrics' };
    const created = await boss.post('/caregivers', sent);
    expect(created).toHaveStatus(201);
    expect(created.data).toMatchObject({ ...sent, id, role: 'CAREGIVER', organization: null, invitationPending: true });
    expect(created.data.invitation).toEqual({ token: text, url: text, expiresAt: time });
    expectRefusal(await boss.post('/caregivers', sent), 409);
    const carer = await caregiver();
    expectRefusal(await carer.post('/caregivers', draft()), 403);
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
  ])('the last caregiver %s: the admins hear of who is left alone', async (_, leave) => {
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

describe('4.8 messages', () => {
  test('are sent by anyone to anyone who exists', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const sent = await ann.post('/messages', { recipientId: bob.id, content: 'Hello', type: 'TEXT', senderId: bob.id });
    expect(sent).toHaveStatus(201);
    const fields = { id, senderId: ann.id, recipientId: bob.id, content: 'Hello', type: 'TEXT', read: false };
    expect(sent.data).toMatchObject({ ...fields, createdAt: time });
    expect((await ann.post('/messages', { recipientId: bob.id, content: 'x'.repeat(5_000) })).status).toBe(201);
    for (const content of ['', 'x'.repeat(5_001), null, 5])
      expectRefusal(await ann.post('/messages', { recipientId: bob.id, content }), 400, 'content');
    expectRefusal(await ann.post('/messages', { recipientId: bob.id, content: 'x', type: 'IMAGE' }), 400, 'type');
    expectRefusal(await ann.post('/messages', { recipientId: 'bob', content: 'x' }), 400, 'recipientId');
    expectRefusal(await ann.post('/messages', {}), 400, 'content', 'recipientId');
    expectRefusal(await ann.post('/messages', { recipientId: newId(), content: 'x' }), 404);
  });

  test('are listed for both, by conversation, and unread ones', async () => {
    const [ann, bob, eve] = [await patient(), await patient(), await caregiver()];
    const send = async (from: Person, to: Person) =>
      (await from.post('/messages', { recipientId: to.id, content: 'x' })).data.id;
    const [toBob, fromBob, fromEve] = [await send(ann, bob), await send(bob, ann), await send(eve, ann)];
    const ids = async (query = '') =>
      (await ann.get(`/messages${query}`)).data.map((message: { id: string }) => message.id).sort();
    expect(await ids()).toEqual([toBob, fromBob, fromEve].sort());
    expect((await ann.get('/messages')).body.pagination).toEqual({ page: 1, limit: 10, total: 3, totalPages: 1 });
    expect(await ids(`?conversationWith=${bob.id}`)).toEqual([toBob, fromBob].sort());
    expect(await ids('?unreadOnly=true')).toEqual([fromBob, fromEve].sort());
    expect(await ids(`?unreadOnly=true&conversationWith=${eve.id}`)).toEqual([fromEve]);
    await ann.post(`/messages/${fromBob}/read`);
    expect(await ids('?unreadOnly=true')).toEqual([fromEve]);
    expect(await ids('?unreadOnly=false')).toHaveLength(3);
    const note = await send(ann, ann);
    expect(await ids()).toHaveLength(4);
    expect(await ids('?unreadOnly=true')).toContain(note);
  });

  test('a conversation with oneself holds the own notes only', async () => {
    const [ann, bob] = [await patient(), await patient()];
    await ann.post('/messages', { recipientId: bob.id, content: 'Hello' });
    const { data: note } = await ann.post('/messages', { recipientId: ann.id, content: 'Milk' });
    const { data } = await ann.get(`/messages?conversationWith=${ann.id}`);
    expect(data.map((message: { id: string }) => message.id)).toEqual([note.id]);
  });

  test('reading one does not mark it read; the recipient does, once', async () => {
    const { clock, as } = await stoppedApp();
    const [ann, bob] = [await as(await patient()), await as(await patient())];
    const { data: sent } = await ann.post('/messages', { recipientId: bob.id, content: 'Hello' });
    for (const who of [ann, bob]) {
      const seen = await who.get(`/messages/${sent.id}`);
      expect(seen).toHaveStatus(200);
      expect(seen.data).toEqual(sent);
    }
    for (const who of [ann, await patient(), await root()])
      expectRefusal(await who.post(`/messages/${sent.id}/read`), 403);
    for (const who of [await patient(), await root()]) expectRefusal(await who.get(`/messages/${sent.id}`), 403);
    const read = await bob.post(`/messages/${sent.id}/read`);
    expect(read).toHaveStatus(200);
    expect(read.data).toMatchObject({ ...sent, read: true, readAt: time });
    clock.ms += hourMs;
    expect((await bob.post(`/messages/${sent.id}/read`)).data).toEqual(read.data);
    for (const path of ['', '/read']) {
      const method = path === '' ? bob.get : bob.post;
      expectRefusal(await method(`/messages/${newId()}${path}`), 404);
      expectRefusal(await method(`/messages/nonsense${path}`), 404);
    }
  });
});
