import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { rootAdmin } from '../harness.js';
import { type Answer, assign, caregiver, type Person, patient, root } from '../people.js';
import {
  dayMs,
  expectRefusal,
  flag,
  float,
  hourMs,
  id,
  minuteMs,
  secondMs,
  stoppedApp,
  text,
  time,
  wearer,
} from './shapes.js';

/** Spec section 4.3, the levels of section 3, the alerts of 4.5, and what was decided about them. */

const fallOf = async (who: Person, confidence: number): Promise<string> =>
  (await who.post('/falls', { confidence })).data.id;
const alertsOf = async (carer: Person, query = ''): Promise<Answer['data']> =>
  (await carer.get(`/caregivers/alerts${query}`)).data;
const adminAlertsAbout = async (fallId: string): Promise<Answer['data']> =>
  (await (await root()).get('/admin/alerts?status=all')).data.filter(
    (alert: { fallId: string }) => alert.fallId === fallId,
  );

const alertShape = {
  id,
  patientName: 'Ann Lee',
  type: 'FALL_DETECTED',
  severity: text,
  message: text,
  timestamp: time,
  acknowledged: false,
};

describe('the level of a confidence', () => {
  test.each([
    [0, 'NO_FALL'],
    [0.29, 'NO_FALL'],
    [0.3, 'NO_FALL'],
    [0.1 + 0.2, 'NO_FALL'],
    [0.30004, 'NO_FALL'],
    [0.3001, 'SUSPICIOUS'],
    [0.305, 'SUSPICIOUS'],
    [0.31, 'SUSPICIOUS'],
    [0.5, 'SUSPICIOUS'],
    [0.505, 'POTENTIAL'],
    [0.51, 'POTENTIAL'],
    [0.7, 'POTENTIAL'],
    [0.705, 'HIGH'],
    [0.71, 'HIGH'],
    [0.89, 'HIGH'],
    [0.8901, 'CONFIRMED'],
    [0.895, 'CONFIRMED'],
    [0.9, 'CONFIRMED'],
    [1, 'CONFIRMED'],
  ])('%d is %s', async (confidence, status) => {
    const ann = await patient();
    const { data } = await ann.post('/falls', { confidence });
    expect(data).toMatchObject({ confidence, status });
    expect((await ann.get(`/falls/${data.id}`)).data).toMatchObject({ confidence, status });
  });
});

describe('POST /falls', () => {
  test('answers every field', async () => {
    const ann = await patient();
    const given = { location: 'Bathroom', witnessed: false, injuries: 'Bruised hip' };
    const full = await ann.post('/falls', { confidence: 0.8, ...given });
    expect(full).toHaveStatus(201);
    const { location, witnessed } = given;
    const fields = { id, userId: ann.id, confidence: 0.8, status: 'HIGH', location, witnessed, createdAt: time };
    expect(full.data).toMatchObject({ ...fields, alerts: { notified: false, caregiverCount: 0 } });
    expect((await ann.get(`/falls/${full.data.id}`)).data).toMatchObject(given);
    const bare = await ann.post('/falls', { confidence: 0.2 });
    expect(bare.data).toMatchObject({ location: null, witnessed: null });
  });

  test('errors', async () => {
    const ann = await patient();
    expectRefusal(await ann.post('/falls', {}), 400, 'confidence');
    for (const confidence of [-0.0001, 1.0001, 2, -1])
      expectRefusal(await ann.post('/falls', { confidence }), 400, 'confidence');
    expect((await ann.get('/falls')).body.pagination.total).toBe(0);
  });

  test.each([
    [0.3, null, 0],
    [0.5, null, 0],
    [0.6, 'MEDIUM', 2],
    [0.8, 'HIGH', 2],
    [0.95, 'CRITICAL', 2],
  ])('confidence %d alerts with severity %s', async (confidence, severity, count) => {
    const ann = await patient();
    const carers = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const { data } = await ann.post('/falls', { confidence });
    expect(data.alerts).toMatchObject({ notified: count > 0, caregiverCount: count });
    for (const carer of carers) {
      const alerts = await alertsOf(carer);
      expect(alerts).toHaveLength(count / 2);
      if (severity) expect(alerts[0]).toMatchObject({ ...alertShape, severity, fallId: data.id });
    }
    expect(await adminAlertsAbout(data.id)).toHaveLength(severity === 'CRITICAL' ? 1 : 0);
  });

  test('nobody to alert: the admins are, and both counts stay about caregivers', async () => {
    const ann = await patient();
    for (const [confidence, adminsNotified] of [
      [0.3, false],
      [0.5, false],
      [0.6, true],
      [0.8, true],
      [0.95, true],
    ] as const) {
      const { data } = await ann.post('/falls', { confidence });
      expect(data.alerts).toEqual({ notified: false, caregiverCount: 0, adminsNotified });
      const alerts = await adminAlertsAbout(data.id);
      expect(alerts).toHaveLength(adminsNotified ? 1 : 0);
      if (adminsNotified) expect(alerts[0]).toMatchObject(alertShape);
      expect((await ann.get(`/falls/${data.id}`)).data.alerts).toEqual([]);
    }
  });

  test('a deactivated caregiver is nobody to alert', async () => {
    const [ann, boss] = [await patient(), await root()];
    const carer = await caregiver({ of: ann });
    await boss.put(`/admin/users/${carer.id}`, { status: 'inactive' });
    const { alerts } = (await ann.post('/falls', { confidence: 0.8 })).data;
    expect(alerts).toEqual({ notified: false, caregiverCount: 0, adminsNotified: true });
  });

  test('a CONFIRMED fall alerts every caregiver and the admins, shows the emergency contact, and claims no more', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    await carer.put(`/patients/${ann.id}`, { emergencyContact: '+49 30 112112' });
    const { data } = await ann.post('/falls', { confidence: 0.95 });
    expect(data.alerts).toEqual({ notified: true, caregiverCount: 1, adminsNotified: true });
    const [alert] = await alertsOf(carer);
    const [toAdmins] = await adminAlertsAbout(data.id);
    for (const one of [alert, toAdmins]) {
      expect(one).toMatchObject({ ...alertShape, severity: 'CRITICAL', emergencyContact: '+49 30 112112' });
      expect(one.message).not.toMatch(/ambulance|emergency service|called|dispatched/i);
    }
  });

  test('every call is a record; the same Idempotency-Key is one', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const carer = await caregiver({ of: ann });
    const key = newId();
    const send = (who: Person, confidence = 0.8) => who.post('/falls', { confidence }, { 'idempotency-key': key });
    const first = await send(ann);
    const again = await send(ann);
    expect(again).toHaveStatus(201);
    expect(again.data).toEqual(first.data);
    expect((await send(bob)).data.id).not.toBe(first.data.id);
    expect(await alertsOf(carer)).toHaveLength(1);
    await ann.post('/falls', { confidence: 0.8 });
    await ann.post('/falls', { confidence: 0.8 });
    expect((await ann.get('/falls')).body.pagination.total).toBe(3);
  });

  test('the same Idempotency-Key several times at once is one record too', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => ann.post('/falls', { confidence: 0.8 }, headers)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(await alertsOf(carer)).toHaveLength(1);
  });
});

describe('GET /falls', () => {
  test('shows the own falls with every field, by status and days', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    await (await patient()).post('/falls', { confidence: 0.8 });
    const old = await fallOf(ann, 0.6);
    clock.ms += 20 * dayMs;
    const recent = await fallOf(ann, 0.8);
    clock.ms += 10 * dayMs - 1;
    const ids = async (query: string) => (await ann.get(`/falls${query}`)).data.map((fall: { id: string }) => fall.id);
    expect(await ids('')).toEqual([recent, old]);
    expect(await ids('?status=POTENTIAL')).toEqual([old]);
    expect(await ids('?status=CONFIRMED')).toEqual([]);
    clock.ms += 2;
    expect(await ids('')).toEqual([recent]);
    expect(await ids('?days=31')).toEqual([recent, old]);
    expect(await ids('?days=10')).toEqual([]);
    const [row] = (await ann.get('/falls')).data;
    const fields = { id: recent, confidence: 0.8, status: 'HIGH', location: null, createdAt: time };
    expect(row).toMatchObject({ ...fields, responded: false, responseTime: null });
  });

  test('responded and responseTime: whole seconds to the first acknowledgement', async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const [ann, one, two] = [
      await as(someone),
      await as(await caregiver({ of: someone })),
      await as(await caregiver({ of: someone })),
    ];
    await fallOf(ann, 0.8);
    clock.ms += 42 * secondMs + 900;
    const [alert] = await alertsOf(one);
    await one.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    clock.ms += minuteMs;
    await two.post(`/caregivers/alerts/${(await alertsOf(two))[0].id}/acknowledge`);
    expect((await ann.get('/falls')).data[0]).toMatchObject({ responded: true, responseTime: 42 });
    expect((await one.get(`/patients/${ann.id}/falls`)).data[0]).toMatchObject({ responded: true, responseTime: 42 });
  });
});

describe('GET /falls/:id', () => {
  test('a manual fall: every field, no device and no sensor data', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const fallId = await fallOf(ann, 0.8);
    for (const who of [ann, carer, await root()]) {
      const { data } = await who.get(`/falls/${fallId}`);
      const unknown = { deviceId: null, location: null, witnessed: null, injuries: null, sensorData: null };
      expect(data).toMatchObject({
        id: fallId,
        userId: ann.id,
        confidence: 0.8,
        status: 'HIGH',
        ...unknown,
        createdAt: time,
      });
      expect(data.alerts).toEqual([{ caregiverId: carer.id, sent: true, acknowledged: false, timestamp: time }]);
    }
    for (const who of [await patient(), await caregiver()]) expectRefusal(await who.get(`/falls/${fallId}`), 403);
    await carer.post(`/caregivers/alerts/${(await alertsOf(carer))[0].id}/acknowledge`);
    expect((await ann.get(`/falls/${fallId}`)).data.alerts).toMatchObject([{ acknowledged: true }]);
  });

  test('a detected fall carries its device and the reading that decided it', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const { fallEventId, deviceId, fallConfidence, timestamp } = (await wearer(ann, clock).isKnocked()).data;
    const { data } = await ann.get(`/falls/${fallEventId}`);
    expect(data).toMatchObject({ userId: ann.id, deviceId, confidence: fallConfidence, createdAt: timestamp });
    expect(data.sensorData).toMatchObject({ accel: [float, 0, 0], gyro: [400, 0, 1], timestamp });
  });
});

describe('GET /falls/recent', () => {
  test('a caregiver sees everybody’s, but who it is only of the own patients', async () => {
    const { clock, as } = await stoppedApp();
    const [ann, bob] = [await patient(), await patient()];
    const carer = await as(await caregiver({ of: ann }));
    clock.ms += 400 * dayMs - hourMs;
    const [own, other] = [await fallOf(await as(ann), 0.8), await fallOf(await as(bob), 0.6)];
    const { body } = await carer.get('/falls/recent');
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1 });
    const byId = new Map(body.data.map((row: { id: string }) => [row.id, row]));
    expect(byId.get(own)).toMatchObject({
      confidence: 0.8,
      status: 'HIGH',
      location: null,
      createdAt: time,
      responded: flag,
      responseTime: null,
      userId: ann.id,
      patientName: 'Ann Lee',
      deviceId: null,
      severity: 'HIGH',
    });
    expect(byId.get(other)).toEqual({
      id: other,
      confidence: 0.6,
      status: 'POTENTIAL',
      severity: 'MEDIUM',
      createdAt: time,
    });
    const boss = await as({ ...ann, email: rootAdmin.email }, rootAdmin.password);
    const all = (await boss.get('/falls/recent')).data;
    expect(all.map((row: { userId: string }) => row.userId).sort()).toEqual([ann.id, bob.id].sort());
    expectRefusal(await ann.get('/falls/recent'), 403);
  });

  test('looks back 24 hours, or as many as asked for', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const carer = await as(await caregiver());
    clock.ms += 100 * dayMs;
    const fallId = await fallOf(ann, 0.8);
    const has = async (query: string) =>
      (await carer.get(`/falls/recent${query}`)).data.some((row: { id: string }) => row.id === fallId);
    clock.ms += 24 * hourMs - 1;
    expect(await has('')).toBe(true);
    clock.ms += 2;
    expect(await has('')).toBe(false);
    expect(await has('?hours=25')).toBe(true);
    expect(await has('?hours=1')).toBe(false);
  });
});

describe('incidents', () => {
  const scene = async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const carer = await as(await caregiver({ of: someone }));
    const ann = await as(someone);
    return { clock, ann, carer, watch: wearer(ann, clock) };
  };

  test('readings within 60 s are one fall, later ones another', async () => {
    const { clock, ann, watch } = await scene();
    const first = (await watch.isKnocked()).data.fallEventId;
    clock.ms += 58 * secondMs;
    expect((await watch.isKnocked()).data.fallEventId).toBe(first);
    clock.ms += 2 * secondMs;
    const second = (await watch.isKnocked()).data.fallEventId;
    expect(second).not.toBe(first);
    expect((await ann.get('/falls')).body.pagination.total).toBe(2);
  });

  test('each device has its own, and a fall reported by a person is none', async () => {
    const { clock, ann, watch } = await scene();
    const { fallEventId } = (await watch.isKnocked()).data;
    expect((await wearer(ann, clock).isKnocked()).data.fallEventId).not.toBe(fallEventId);
    expect(await fallOf(ann, 0.6)).not.toBe(fallEventId);
    expect((await ann.get('/falls')).body.pagination.total).toBe(3);
  });

  test('the confidence only rises, and the evidence is of the reading that raised it', async () => {
    const { ann, watch } = await scene();
    await watch.stands(3);
    const { fallEventId } = (await watch.isKnocked()).data;
    const decisive = (await watch.lies(4)).find((answer) => answer.data.fallConfidence > 0.7);
    const high = (await ann.get(`/falls/${fallEventId}`)).data;
    expect(decisive?.data.fallEventId).toBe(fallEventId);
    expect(['HIGH', 'CONFIRMED']).toContain(high.status);
    expect(high.sensorData.timestamp).toBe(decisive?.data.timestamp);
    await watch.stands(8);
    const weaker = (await watch.isKnocked()).data;
    expect(weaker.fallEventId).toBe(fallEventId);
    expect(weaker.fallConfidence).toBeLessThan(high.confidence);
    expect((await ann.get(`/falls/${fallEventId}`)).data).toMatchObject({
      confidence: high.confidence,
      status: high.status,
    });
  });

  test('crossing into a higher level raises the open alert', async () => {
    const { carer, watch } = await scene();
    await watch.stands(3);
    const { fallEventId } = (await watch.isKnocked()).data;
    const [before] = await alertsOf(carer);
    expect(before).toMatchObject({ ...alertShape, fallId: fallEventId, severity: 'MEDIUM' });
    await watch.lies(4);
    const after = await alertsOf(carer);
    expect(after).toHaveLength(1);
    expect(['HIGH', 'CRITICAL']).toContain(after[0].severity);
    expect(Date.parse(after[0].timestamp)).toBeGreaterThan(Date.parse(before.timestamp));
  });

  test('and alerts again when the first alert was acknowledged', async () => {
    const { ann, carer, watch } = await scene();
    await watch.stands(3);
    const { fallEventId } = (await watch.isKnocked()).data;
    const [first] = await alertsOf(carer);
    await carer.post(`/caregivers/alerts/${first.id}/acknowledge`);
    expect(await alertsOf(carer)).toEqual([]);
    await watch.lies(4);
    const [second, ...others] = await alertsOf(carer);
    expect(others).toEqual([]);
    expect(second.id).not.toBe(first.id);
    expect(['HIGH', 'CRITICAL']).toContain(second.severity);
    const { data } = await ann.get(`/falls/${fallEventId}`);
    expect(data.alerts.map((alert: { acknowledged: boolean }) => alert.acknowledged)).toEqual([true, false]);
    expect((await ann.get('/falls')).data[0].responded).toBe(true);
  });

  test('the same level again alerts nobody again', async () => {
    const { carer, watch } = await scene();
    await watch.isKnocked();
    // Until the detector has said its last word on the first knock.
    await watch.stands(8);
    const [alert] = await alertsOf(carer);
    await carer.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    await watch.isKnocked();
    expect(await alertsOf(carer)).toEqual([]);
  });
});

describe('alerts', () => {
  test('active ones by default, newest first; acknowledged and all on demand', async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const [ann, carer] = [await as(someone), await as(await caregiver({ of: someone }))];
    for (const confidence of [0.6, 0.8, 0.95]) {
      clock.ms += minuteMs;
      await fallOf(ann, confidence);
    }
    const severities = async (query: string) =>
      (await alertsOf(carer, query)).map((alert: { severity: string }) => alert.severity);
    expect(await severities('')).toEqual(['CRITICAL', 'HIGH', 'MEDIUM']);
    const [, high] = await alertsOf(carer);
    expect(high).toMatchObject(alertShape);
    await carer.post(`/caregivers/alerts/${high.id}/acknowledge`);
    expect(await severities('?status=active')).toEqual(['CRITICAL', 'MEDIUM']);
    expect(await severities('?status=acknowledged')).toEqual(['HIGH']);
    expect(await severities('?status=all')).toEqual(['CRITICAL', 'HIGH', 'MEDIUM']);
    expectRefusal(await carer.get('/caregivers/alerts?status=old'), 400, 'status');
    expect((await carer.get('/caregivers/me')).data.activeAlerts).toBe(2);
  });

  test('acknowledging twice is as good as once: the first time stays', async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const [ann, carer] = [await as(someone), await as(await caregiver({ of: someone }))];
    await fallOf(ann, 0.8);
    const [alert] = await alertsOf(carer);
    const path = `/caregivers/alerts/${alert.id}/acknowledge`;
    const first = await carer.post(path);
    expect(first).toHaveStatus(200);
    expect(first.data).toMatchObject({ ...alertShape, id: alert.id, acknowledged: true, acknowledgedAt: time });
    clock.ms += minuteMs;
    const second = await carer.post(path);
    expect(second).toHaveStatus(200);
    expect(second.data).toEqual(first.data);
  });

  test('is for the caregiver whose alert it is, while assigned: anybody else 403', async () => {
    const [ann, boss] = [await patient(), await root()];
    const [carer, other] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    await fallOf(ann, 0.8);
    const path = `/caregivers/alerts/${(await alertsOf(carer))[0].id}/acknowledge`;
    for (const who of [ann, other, boss, await caregiver()]) expectRefusal(await who.post(path), 403);
    await boss.delete(`/caregivers/${carer.id}/patients/${ann.id}`);
    expectRefusal(await carer.post(path), 403);
    expect(await alertsOf(carer, '?status=all')).toEqual([]);
    await assign(carer, ann);
    expect(await carer.post(path)).toHaveStatus(200);
    expectRefusal(await carer.post(`/caregivers/alerts/${newId()}/acknowledge`), 404);
    expectRefusal(await carer.post('/caregivers/alerts/nonsense/acknowledge'), 404);
  });

  test('to the admins: read and acknowledged by any of them, once', async () => {
    const [ann, boss] = [await patient(), await root()];
    const fallId = await fallOf(ann, 0.8);
    const [alert] = await adminAlertsAbout(fallId);
    expect(alert).toMatchObject({ ...alertShape, severity: 'HIGH' });
    const path = `/admin/alerts/${alert.id}/acknowledge`;
    for (const who of [ann, await caregiver()]) expectRefusal(await who.post(path), 403);
    const first = await boss.post(path);
    expect(first.data).toMatchObject({ id: alert.id, acknowledged: true });
    expect((await boss.post(path)).data).toEqual(first.data);
    const ids = async (status: string) =>
      (await boss.get(`/admin/alerts?status=${status}`)).data.map((one: { id: string }) => one.id);
    expect(await ids('active')).not.toContain(alert.id);
    expect(await ids('acknowledged')).toContain(alert.id);
    expectRefusal(await boss.post(`/caregivers/alerts/${alert.id}/acknowledge`), 403);
    expectRefusal(await boss.post('/admin/alerts/nonsense/acknowledge'), 404);
  });
});
