import { describe, expect, test } from 'vitest';
import { listAlerts, reportFall } from '../alerts.js';
import { rootAdmin } from '../harness.js';
import { caregiver, patient, root } from '../people.js';
import { dayMs, expectRefusal, flag, float, hourMs, minuteMs, secondMs, stoppedApp, time, wearer } from './shapes.js';

describe('GET /falls', () => {
  test('returns the own falls with every field, by status and days', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    await (await patient()).post('/falls', { confidence: 0.8 });
    const old = await reportFall(ann, 0.6);
    clock.ms += 20 * dayMs;
    const recent = await reportFall(ann, 0.8);
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
    await reportFall(ann, 0.8);
    clock.ms += 42 * secondMs + 900;
    const [alert] = await listAlerts(one);
    await one.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    clock.ms += minuteMs;
    await two.post(`/caregivers/alerts/${(await listAlerts(two))[0].id}/acknowledge`);
    expect((await ann.get('/falls')).data[0]).toMatchObject({ responded: true, responseTime: 42 });
    expect((await one.get(`/patients/${ann.id}/falls`)).data[0]).toMatchObject({ responded: true, responseTime: 42 });
  });
});

describe('GET /falls/:id', () => {
  test('a manual fall: every field, no device and no sensor data', async () => {
    const ann = await patient();
    const carer = await caregiver({ of: ann });
    const fallId = await reportFall(ann, 0.8);
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
    await carer.post(`/caregivers/alerts/${(await listAlerts(carer))[0].id}/acknowledge`);
    expect((await ann.get(`/falls/${fallId}`)).data.alerts).toMatchObject([{ acknowledged: true }]);
  });

  test('a detected fall has its device and the reading that decided it', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const { fallEventId, deviceId, fallConfidence, timestamp } = (await wearer(ann, clock).isKnocked()).data;
    const { data } = await ann.get(`/falls/${fallEventId}`);
    expect(data).toMatchObject({ userId: ann.id, deviceId, confidence: fallConfidence, createdAt: timestamp });
    expect(data.sensorData).toMatchObject({ accel: [float, 0, 0], gyro: [400, 0, 1], timestamp });
  });
});

describe('GET /falls/recent', () => {
  test('a caregiver sees all falls, but the identity only of their own patients', async () => {
    const { clock, as } = await stoppedApp();
    const [ann, bob] = [await patient(), await patient()];
    const carer = await as(await caregiver({ of: ann }));
    clock.ms += 400 * dayMs - hourMs;
    const [own, other] = [await reportFall(await as(ann), 0.8), await reportFall(await as(bob), 0.6)];
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

  test('returns the last 24 hours, or as many as asked for', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const carer = await as(await caregiver());
    clock.ms += 100 * dayMs;
    const fallId = await reportFall(ann, 0.8);
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
