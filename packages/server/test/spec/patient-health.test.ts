import { expect, test } from 'vitest';
import { caregiver, freshMac, patient, reading } from '../people.js';
import { flag, integer } from './shapes.js';

/** GET /patients/:id/health */

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

test('without data: a neutral score, NO_DATA, not high risk', async () => {
  const { health } = await scene();
  const data = await health();
  expect(data).toMatchObject({ basis: 'NO_DATA', isHighRisk: false, vitals: nothing, lastUpdate: null, factors: [] });
  expect(data.healthScore).toBeGreaterThan(25);
  expect(data.healthScore).toBeLessThan(100);
});

test('vitals are returned as sent, and determine the score', async () => {
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
