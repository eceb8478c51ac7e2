import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { caregiver, device, freshEmail, type Person, patient, root } from '../people.js';
import { expectRefusal, id, integer, personDraft, text, time } from './shapes.js';

const toProfile = (person: Person) => ({
  id: person.id,
  email: person.email,
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'PATIENT',
  dateOfBirth: null,
  emergencyContact: null,
});

const more = { phone: null, status: 'active', createdAt: time, healthScore: integer, isHighRisk: false };

describe('reading and creating patients', () => {
  test('GET /patients: a caregiver sees the assigned ones, an admin all, both by status', async () => {
    const [ann, bob, boss] = [await patient(), await patient(), await root()];
    const carer = await caregiver({ of: ann });
    const own = await carer.get('/patients');
    expect(own.body.pagination).toEqual({ page: 1, limit: 10, total: 1, totalPages: 1 });
    expect(own.data).toMatchObject([{ ...toProfile(ann), ...more }]);
    const all = (await boss.get('/patients?limit=2')).data;
    expect(all.map((row: { id: string }) => row.id).sort()).toEqual([ann.id, bob.id].sort());
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    expect((await carer.get('/patients?status=active')).body.pagination.total).toBe(0);
    expect((await carer.get('/patients?status=inactive')).data).toMatchObject([{ id: ann.id, status: 'inactive' }]);
    expectRefusal(await bob.get('/patients'), 403);
  });

  test('POST /patients creates, assigns the caregiver, and answers the patient', async () => {
    const carer = await caregiver();
    const sent = { ...personDraft(), dateOfBirth: '1938-03-02', emergencyContact: '+49 30 7654321' };
    const created = await carer.post('/patients', sent);
    expect(created).toHaveStatus(201);
    expect(created.data).toMatchObject({ ...sent, id, role: 'PATIENT', ...more, devices: [] });
    expect(created.data.caregivers).toMatchObject([{ id: carer.id, name: 'Ann Lee' }]);
    expect((await carer.get(`/patients/${created.data.id}`)).data).toMatchObject(sent);
    for (const who of [await patient(), await root()]) expectRefusal(await who.post('/patients', personDraft()), 403);
    expectRefusal(await carer.post('/patients', { ...personDraft(), dateOfBirth: '2.3.1938' }), 400, 'dateOfBirth');
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
      expect((await who.get(`/patients/${ann.id}`)).data).toMatchObject({ ...toProfile(ann), ...more, ...around });
    expect((await ann.get('/patients/me')).data).toMatchObject({ ...toProfile(ann), ...around });
    expectRefusal(await carer.get('/patients/me'), 403);
    for (const who of [await patient(), await caregiver()]) expectRefusal(await who.get(`/patients/${ann.id}`), 403);
  });
});

describe('changing and deleting a patient', () => {
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
});

describe('falls and devices of a patient', () => {
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
