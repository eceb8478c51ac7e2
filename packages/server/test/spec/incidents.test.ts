import { expect, test } from 'vitest';
import { listAlerts, reportFall } from '../alerts.js';
import { caregiver, patient } from '../people.js';
import { alertShape, secondMs, stoppedApp, wearer } from './shapes.js';

/** Readings about the same fall are one incident. */

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

test('each device has its own, and a fall reported by a person belongs to none', async () => {
  const { clock, ann, watch } = await scene();
  const { fallEventId } = (await watch.isKnocked()).data;
  expect((await wearer(ann, clock).isKnocked()).data.fallEventId).not.toBe(fallEventId);
  expect(await reportFall(ann, 0.6)).not.toBe(fallEventId);
  expect((await ann.get('/falls')).body.pagination.total).toBe(3);
});

test('the confidence only rises, and the evidence is that of the reading that raised it', async () => {
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

test('reaching a higher level raises the open alert', async () => {
  const { carer, watch } = await scene();
  await watch.stands(3);
  const { fallEventId } = (await watch.isKnocked()).data;
  const [before] = await listAlerts(carer);
  expect(before).toMatchObject({ ...alertShape, fallId: fallEventId, severity: 'MEDIUM' });
  await watch.lies(4);
  const after = await listAlerts(carer);
  expect(after).toHaveLength(1);
  expect(['HIGH', 'CRITICAL']).toContain(after[0].severity);
  expect(Date.parse(after[0].timestamp)).toBeGreaterThan(Date.parse(before.timestamp));
});

test('reaching a higher level alerts again if the first alert was acknowledged', async () => {
  const { ann, carer, watch } = await scene();
  await watch.stands(3);
  const { fallEventId } = (await watch.isKnocked()).data;
  const [first] = await listAlerts(carer);
  await carer.post(`/caregivers/alerts/${first.id}/acknowledge`);
  expect(await listAlerts(carer)).toEqual([]);
  await watch.lies(4);
  const [second, ...others] = await listAlerts(carer);
  expect(others).toEqual([]);
  expect(second.id).not.toBe(first.id);
  expect(['HIGH', 'CRITICAL']).toContain(second.severity);
  const { data } = await ann.get(`/falls/${fallEventId}`);
  expect(data.alerts.map((alert: { acknowledged: boolean }) => alert.acknowledged)).toEqual([true, false]);
  expect((await ann.get('/falls')).data[0].responded).toBe(true);
});

test('the same level again alerts nobody', async () => {
  const { carer, watch } = await scene();
  await watch.isKnocked();
  // Until the detector has finished with the first knock.
  await watch.stands(8);
  const [alert] = await listAlerts(carer);
  await carer.post(`/caregivers/alerts/${alert.id}/acknowledge`);
  await watch.isKnocked();
  expect(await listAlerts(carer)).toEqual([]);
});
