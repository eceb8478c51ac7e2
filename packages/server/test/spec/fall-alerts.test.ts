import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { listAdminAlerts, listAlerts, reportFall } from '../alerts.js';
import { assign, caregiver, patient, root } from '../people.js';
import { alertShape, expectRefusal, minuteMs, stoppedApp, time } from './shapes.js';

describe('who is alerted of a reported fall', () => {
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
      const alerts = await listAlerts(carer);
      expect(alerts).toHaveLength(count / 2);
      if (severity) expect(alerts[0]).toMatchObject({ ...alertShape, severity, fallId: data.id });
    }
    expect(await listAdminAlerts(data.id)).toHaveLength(severity === 'CRITICAL' ? 1 : 0);
  });

  test('without a caregiver the admins are alerted, and both counts stay about caregivers', async () => {
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
      const alerts = await listAdminAlerts(data.id);
      expect(alerts).toHaveLength(adminsNotified ? 1 : 0);
      if (adminsNotified) expect(alerts[0]).toMatchObject(alertShape);
      expect((await ann.get(`/falls/${data.id}`)).data.alerts).toEqual([]);
    }
  });

  test('a deactivated caregiver is not alerted', async () => {
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
    const [alert] = await listAlerts(carer);
    const [toAdmins] = await listAdminAlerts(data.id);
    for (const one of [alert, toAdmins]) {
      expect(one).toMatchObject({ ...alertShape, severity: 'CRITICAL', emergencyContact: '+49 30 112112' });
      expect(one.message).not.toMatch(/ambulance|emergency service|called|dispatched/i);
    }
  });
});

describe('the list of alerts', () => {
  test('active ones by default, newest first; acknowledged and all on demand', async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const [ann, carer] = [await as(someone), await as(await caregiver({ of: someone }))];
    for (const confidence of [0.6, 0.8, 0.95]) {
      clock.ms += minuteMs;
      await reportFall(ann, confidence);
    }
    const severities = async (query: string) =>
      (await listAlerts(carer, query)).map((alert: { severity: string }) => alert.severity);
    expect(await severities('')).toEqual(['CRITICAL', 'HIGH', 'MEDIUM']);
    const [, high] = await listAlerts(carer);
    expect(high).toMatchObject(alertShape);
    await carer.post(`/caregivers/alerts/${high.id}/acknowledge`);
    expect(await severities('?status=active')).toEqual(['CRITICAL', 'MEDIUM']);
    expect(await severities('?status=acknowledged')).toEqual(['HIGH']);
    expect(await severities('?status=all')).toEqual(['CRITICAL', 'HIGH', 'MEDIUM']);
    expectRefusal(await carer.get('/caregivers/alerts?status=old'), 400, 'status');
    expect((await carer.get('/caregivers/me')).data.activeAlerts).toBe(2);
  });

  test('acknowledging twice changes nothing: the first time is kept', async () => {
    const { clock, as } = await stoppedApp();
    const someone = await patient();
    const [ann, carer] = [await as(someone), await as(await caregiver({ of: someone }))];
    await reportFall(ann, 0.8);
    const [alert] = await listAlerts(carer);
    const path = `/caregivers/alerts/${alert.id}/acknowledge`;
    const first = await carer.post(path);
    expect(first).toHaveStatus(200);
    expect(first.data).toMatchObject({ ...alertShape, id: alert.id, acknowledged: true, acknowledgedAt: time });
    clock.ms += minuteMs;
    const second = await carer.post(path);
    expect(second).toHaveStatus(200);
    expect(second.data).toEqual(first.data);
  });
});

describe('who can acknowledge an alert', () => {
  test('only the assigned caregiver who got the alert can acknowledge it: anybody else 403', async () => {
    const [ann, boss] = [await patient(), await root()];
    const [carer, other] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    await reportFall(ann, 0.8);
    const path = `/caregivers/alerts/${(await listAlerts(carer))[0].id}/acknowledge`;
    for (const who of [ann, other, boss, await caregiver()]) expectRefusal(await who.post(path), 403);
    await boss.delete(`/caregivers/${carer.id}/patients/${ann.id}`);
    expectRefusal(await carer.post(path), 403);
    expect(await listAlerts(carer, '?status=all')).toEqual([]);
    await assign(carer, ann);
    expect(await carer.post(path)).toHaveStatus(200);
    expectRefusal(await carer.post(`/caregivers/alerts/${newId()}/acknowledge`), 404);
    expectRefusal(await carer.post('/caregivers/alerts/nonsense/acknowledge'), 404);
  });

  test('alerts to the admins are read and acknowledged by any of them, once', async () => {
    const [ann, boss] = [await patient(), await root()];
    const fallId = await reportFall(ann, 0.8);
    const [alert] = await listAdminAlerts(fallId);
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
