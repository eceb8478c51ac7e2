import type { Explanation } from '@fallwatch/detection';
import { describe, expect, test } from 'vitest';
import { firstAlert, listAdminAlerts } from '../../../test/alerts.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { appWith, testServer } from '../../../test/harness.js';
import { caller, caregiver, freshMac, type Person, patient, reading, root } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import type { SensorEvidence } from '../../platform/db/tables/falls.js';
import { newId } from '../../platform/ids.js';
import { recordDetectedFall } from './recording.service.js';

/** The detector rates this impact as POTENTIAL at once. */
const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, gyro_y: 0, gyro_z: 0 };

async function streamImpact(wearer: Pick<Person, 'post'>, changes: object, mac = freshMac()) {
  const answer = await wearer.post('/device/sensor-stream', reading(mac, { ...impact, ...changes }));
  expect(answer).toHaveStatus(200);
  expect(answer.data.fallLevel).toBe('POTENTIAL');
  return answer.data;
}

/** Raises the confidence of the fall, on a device that can ask its wearer. */
async function rise(
  wearer: Person,
  seen: { deviceId: string; explanation: Explanation },
  confidence: number,
): Promise<void> {
  const { platform } = await testServer();
  const at = new Date().toISOString();
  const sensorData = { accel: [0, 0, 45], gyro: [400, 0, 0], timestamp: at } as SensorEvidence;
  const { deviceId, explanation } = seen;
  const found = {
    id: newId(),
    at,
    deviceId,
    userId: wearer.id,
    confidence,
    explanation,
    sensorData,
    evidence: [],
    canConfirm: true,
  };
  await recordDetectedFall(createContext(platform, system), found);
}

const adminsHear = async (fallId: string): Promise<boolean> => (await listAdminAlerts(fallId)).length > 0;

describe('a device that can ask its wearer', () => {
  test('gets the request to ask; nobody is notified for 30 s, but the alert is listed', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const mac = freshMac();
    const { confirmation, timestamp, fallEventId } = await streamImpact(ann, { can_confirm: true }, mac);
    expect(confirmation.required).toBe(true);
    const again = await streamImpact(ann, { can_confirm: true, uptime_ms: 1_500 }, mac);
    expect(again).toMatchObject({ fallEventId, confirmation });
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(await firstAlert(carl)).toMatchObject({ state: 'WAITING', step: 0, nextStepAt: confirmation.expiresAt });
    const { alerts, escalation } = (await ann.get(`/falls/${fallEventId}`)).data;
    expect(alerts).toMatchObject([{ caregiverId: carl.id, sent: true }]);
    expect(escalation).toMatchObject({ state: 'WAITING' });
    expect(timestamp).toEqual(expect.any(String));
    await pass(31);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1 }]);
    expect(await firstAlert(carl)).toMatchObject({ state: 'ESCALATING' });
  });

  test('a fall whose level rises waits no longer than before, and not at all once it is CONFIRMED', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const seen = await streamImpact(ann, { can_confirm: true });
    await rise(ann, seen, 0.8);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(await firstAlert(carl)).toMatchObject({
      severity: 'HIGH',
      state: 'WAITING',
      nextStepAt: seen.confirmation.expiresAt,
    });
    await rise(ann, seen, 0.95);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
    expect(await adminsHear(seen.fallEventId)).toBe(true);
  });
});

describe('without a confirmation', () => {
  test('a device that cannot ask causes no delay', async () => {
    const engine = await freshEngine();
    for (const changes of [{}, { can_confirm: false }]) {
      const ann = await patient();
      const carl = await caregiver({ of: ann });
      const { confirmation } = await streamImpact(ann, changes);
      expect(confirmation).toEqual({ required: false, expiresAt: null });
      await engine.run();
      expect(engine.toldTo(carl.id)).toHaveLength(1);
    }
  });

  test('a reading without a fall requires no confirmation', async () => {
    const ann = await patient();
    const answer = await ann.post('/device/sensor-stream', reading(freshMac(), { can_confirm: true }));
    expect(answer.data.confirmation).toEqual({ required: false, expiresAt: null });
  });

  test('a confirmation window of 0 causes no delay', async () => {
    const app = await appWith({ fallConfirmationWindowMs: 0 });
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const { confirmation } = await streamImpact(caller(ann.token, app), { can_confirm: true });
    expect(confirmation.required).toBe(false);
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
  });
});

describe('“I’m OK”', () => {
  test('in time, ends the fall before anybody is notified; it stays on record and the caregivers are informed', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const { fallEventId } = await streamImpact(ann, { can_confirm: true });
    const cancelled = await ann.post(`/falls/${fallEventId}/cancel`);
    expect(cancelled.data).toMatchObject({
      id: fallEventId,
      status: 'POTENTIAL',
      escalation: { state: 'CLOSED', closedAs: 'CANCELLED' },
      timeline: { cancelledAt: expect.any(String) },
    });
    const again = await ann.post(`/falls/${fallEventId}/cancel`);
    expect(again.data.timeline.cancelledAt).toBe(cancelled.data.timeline.cancelledAt);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ type: 'FALL_CANCELLED', severity: 'LOW' }]);
    expect(await firstAlert(carl)).toMatchObject({
      type: 'FALL_CANCELLED',
      message: expect.stringMatching(/^Cancelled by the wearer/),
    });
    await pass(3_600);
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
  });

  test('after somebody has acknowledged, leaves the fall open for that person', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    const { id } = (await ann.post('/falls', { confidence: 0.8 })).data;
    await carl.post(`/caregivers/alerts/${(await firstAlert(carl)).id}/acknowledge`);
    const { data } = await ann.post(`/falls/${id}/cancel`);
    expect(data).toMatchObject({ escalation: { state: 'HANDLED' }, timeline: { cancelledAt: expect.any(String) } });
  });

  test('after a call for help is refused', async () => {
    const ann = await patient();
    const { id } = (await ann.post('/falls', { confidence: 0.8 })).data;
    await ann.post(`/falls/${id}/confirm`);
    const refused = await ann.post(`/falls/${id}/cancel`);
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toMatch(/asked for help/);
  });

  test('does not stop the alert when the level of the fall rises afterwards', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const seen = await streamImpact(ann, {});
    await ann.post(`/falls/${seen.fallEventId}/cancel`);
    await rise(ann, seen, 0.8);
    await engine.run();
    expect(engine.toldTo(carl.id).at(-1)).toMatchObject({ type: 'FALL_DETECTED', severity: 'HIGH' });
    expect(await firstAlert(carl)).toMatchObject({ type: 'FALL_DETECTED', state: 'ESCALATING', closedAs: null });
  });
});

describe('“I need help”', () => {
  test('alerts everybody at once, whatever was answered before', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const { fallEventId } = await streamImpact(ann, { can_confirm: true });
    await ann.post(`/falls/${fallEventId}/cancel`);
    const { data } = await ann.post(`/falls/${fallEventId}/confirm`);
    expect(data).toMatchObject({ status: 'POTENTIAL', escalation: { state: 'ESCALATING', closedAs: null } });
    await engine.run();
    const told = engine.toldTo(carl.id).at(-1);
    expect(told).toMatchObject({
      type: 'FALL_DETECTED',
      severity: 'CRITICAL',
      message: expect.stringMatching(/^The wearer asks for help/),
    });
    expect(engine.toldTo(boss.id).some((notice) => notice.fallId === fallEventId)).toBe(true);
    expect(await adminsHear(fallEventId)).toBe(true);
    const again = await ann.post(`/falls/${fallEventId}/confirm`);
    expect(again.data.timeline.confirmedAt).toBe(data.timeline.confirmedAt);
    await engine.run();
    expect(engine.toldTo(carl.id).at(-1)).toBe(told);
  });

  test('alerts about a fall that had alerted nobody', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const { id } = (await ann.post('/falls', { confidence: 0.4 })).data;
    expect(await firstAlert(carl)).toBeUndefined();
    await ann.post(`/falls/${id}/confirm`);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
  });
});
