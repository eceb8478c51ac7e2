import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { nothingDue } from '../engine.js';
import { assign, caregiver, device, freshEmail, freshMac, patient, reading, root } from '../people.js';
import { expectRefusal, integer, text, time } from './shapes.js';

describe('users', () => {
  test('list and detail carry every field; role and status filter', async () => {
    const [boss, ann, carer] = [await root(), await patient(), await caregiver()];
    const shape = (person: { id: string; email: string }, role: string) => ({
      id: person.id,
      email: person.email,
      firstName: 'Ann',
      lastName: 'Lee',
      role,
      status: 'active',
      phone: null,
      dateOfBirth: null,
      createdAt: time,
      lastLogin: time,
    });
    const { data } = await boss.get('/admin/users?limit=2');
    expect(data).toHaveLength(2);
    expect(data).toContainEqual(expect.objectContaining(shape(ann, 'PATIENT')));
    expect((await boss.get(`/admin/users/${ann.id}`)).data).toMatchObject(shape(ann, 'PATIENT'));
    expect((await boss.get('/admin/users?role=CAREGIVER&limit=1')).data).toMatchObject([shape(carer, 'CAREGIVER')]);
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    const inactive = await boss.get('/admin/users?role=PATIENT&status=inactive&limit=1');
    expect(inactive.data).toMatchObject([{ ...shape(ann, 'PATIENT'), status: 'inactive' }]);
    expect(JSON.stringify(data)).not.toMatch(/password|hash/i);
  });

  test('PUT takes all but id and times, in part; null clears', async () => {
    const [boss, ann] = [await root(), await patient()];
    const path = `/admin/users/${ann.id}`;
    const changes = {
      email: freshEmail(),
      firstName: 'B',
      lastName: 'C',
      phone: '+49 1',
      dateOfBirth: '1950-01-01',
      role: 'CAREGIVER',
      status: 'active',
    };
    const changed = await boss.put(path, { ...changes, id: newId(), createdAt: '2000-01-01T00:00:00.000Z' });
    expect(changed).toHaveStatus(200);
    expect(changed.data).toMatchObject({ ...changes, id: ann.id });
    expect(changed.data.createdAt).not.toMatch(/^2000/);
    expect((await boss.put(path, { phone: null })).data).toMatchObject({ ...changes, phone: null });
    expectRefusal(await boss.put(path, { role: 'KING', status: 'dead', email: 'x' }), 400, 'email', 'role', 'status');
    expectRefusal(await boss.put(path, { email: (await patient()).email }), 409);
    expect((await boss.delete(path)).data).toEqual({ id: ann.id, message: text });
    expectRefusal(await boss.get(path), 404);
  });

  test('POST role', async () => {
    const [boss, ann] = [await root(), await patient()];
    const path = `/admin/users/${ann.id}/role`;
    for (const role of ['CAREGIVER', 'ADMIN', 'PATIENT'])
      expect((await boss.post(path, { role })).data).toMatchObject({ id: ann.id, role });
    for (const body of [{}, { role: 'KING' }, { role: null }]) expectRefusal(await boss.post(path, body), 400, 'role');
  });
});

describe('statistics', () => {
  test('are correct counts', async () => {
    await nothingDue();
    const boss = await root();
    const stats = async () => (await boss.get('/admin/stats')).data;
    const before = await stats();
    const numbers = {
      totalUsers: integer,
      activeDevices: integer,
      fallsToday: integer,
      highRiskPatients: integer,
      caregiverAssignments: integer,
    };
    expect(before).toMatchObject({ ...numbers, systemHealth: 'HEALTHY' });
    const [ann, bob] = [await patient(), await patient()];
    const carer = await caregiver({ of: ann });
    await assign(carer, bob);
    const [on, off] = [await device(ann), await device(ann)];
    await boss.post(`/admin/devices/${off.id}/disable`);
    for (const confidence of [0.3, 0.31, 0.95]) await ann.post('/falls', { confidence });
    await ann.post('/device/sensor-stream', reading(on.mac, { heart_rate: 180, spo2: 70 }));
    await boss.post('/admin/maintenance', { task: 'recalculate_health_scores' });
    const after = await stats();
    expect(after.totalUsers - before.totalUsers).toBe(3);
    expect(after.activeDevices - before.activeDevices).toBe(1);
    expect(after.fallsToday - before.fallsToday).toBe(2);
    expect(after.caregiverAssignments - before.caregiverAssignments).toBe(2);
    expect(after.highRiskPatients).toBeGreaterThanOrEqual(1);
    await boss.delete(`/caregivers/${carer.id}/patients/${bob.id}`);
    expect((await stats()).caregiverAssignments).toBe(after.caregiverAssignments - 1);
  });

  test('a patient’s risk is counted after scores are calculated', async () => {
    const [boss, ann] = [await root(), await patient()];
    const recalculate = () => boss.post('/admin/maintenance', { task: 'recalculate_health_scores' });
    const highRisk = async () => (await boss.get('/admin/stats')).data.highRiskPatients;
    await recalculate();
    const before = await highRisk();
    await ann.post('/device/sensor-stream', reading(freshMac(), { heart_rate: 180, spo2: 70 }));
    await recalculate();
    expect(await highRisk()).toBe(before + 1);
  });
});

describe('devices', () => {
  test('disable and enable answer the device, and can be repeated', async () => {
    const [ann, boss] = [await patient(), await root()];
    const { id: deviceId, mac } = await device(ann);
    for (const [verb, status] of [
      ['disable', 'DISABLED'],
      ['disable', 'DISABLED'],
      ['enable', 'ACTIVE'],
      ['enable', 'ACTIVE'],
    ] as const) {
      const answer = await boss.post(`/admin/devices/${deviceId}/${verb}`);
      expect(answer).toHaveStatus(200);
      expect(answer.data).toMatchObject({ id: deviceId, userId: ann.id, macAddress: mac, status, lastSeen: time });
    }
    for (const verb of ['disable', 'enable']) expectRefusal(await ann.post(`/admin/devices/${deviceId}/${verb}`), 403);
  });
});
