import { describe, expect, test } from 'vitest';
import { firstAlert, listAdminAlerts } from '../../../test/alerts.js';
import { raiseLevel, streamClearFall, streamImpact } from '../../../test/detected-falls.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { appWith } from '../../../test/harness.js';
import { caller, caregiver, freshMac, type Person, patient, reading } from '../../../test/people.js';

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

  test('a fall whose level rises waits no longer than before, and 15 s at most once it is CONFIRMED', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const seen = await streamImpact(ann, { can_confirm: true });
    await raiseLevel(ann, seen, 0.8);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(await firstAlert(carl)).toMatchObject({
      severity: 'HIGH',
      state: 'WAITING',
      nextStepAt: seen.confirmation.expiresAt,
    });
    await raiseLevel(ann, seen, 0.95);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    const { severity, state, nextStepAt } = await firstAlert(carl);
    expect({ severity, state }).toEqual({ severity: 'CRITICAL', state: 'WAITING' });
    const earlierMs = Date.parse(seen.confirmation.expiresAt) - Date.parse(nextStepAt);
    expect(earlierMs).toBeGreaterThan(5_000);
    expect(earlierMs).toBeLessThanOrEqual(15_000);
    await pass(16);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
    expect(await adminsHear(seen.fallEventId)).toBe(true);
  });

  test('the deadline of a wait is not extended by a rise to CONFIRMED', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const seen = await streamImpact(ann, { can_confirm: true });
    await pass(20);
    const { nextStepAt } = await firstAlert(carl);
    await raiseLevel(ann, seen, 0.95);
    expect(await firstAlert(carl)).toMatchObject({ severity: 'CRITICAL', state: 'WAITING', nextStepAt });
    await pass(11);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
  });

  test('a CONFIRMED fall waits 15 s, then everybody is notified at once', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const { confirmation, fallEventId } = await streamClearFall(ann, { can_confirm: true });
    expect(confirmation).toEqual({ required: true, expiresAt: expect.any(String) });
    // Not 15 s: a busy machine takes some of them for the test itself.
    await pass(10);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    const nextStepAt = confirmation.expiresAt;
    expect(await firstAlert(carl)).toMatchObject({ severity: 'CRITICAL', state: 'WAITING', nextStepAt });
    await pass(6);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
    expect(await adminsHear(fallEventId)).toBe(true);
  });

  test('“I’m OK” to a CONFIRMED fall ends it before anybody is alerted', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const { fallEventId } = await streamClearFall(ann, { can_confirm: true });
    expect(await ann.post(`/falls/${fallEventId}/cancel`)).toHaveStatus(200);
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ type: 'FALL_CANCELLED', severity: 'LOW' }]);
  });

  test('the wearer’s own call never waits, also while a CONFIRMED fall waits', async () => {
    for (const call of [
      (ann: Person, fallId: string) => ann.post(`/falls/${fallId}/confirm`),
      (ann: Person) => ann.post('/falls', { confidence: 1 }),
    ]) {
      const [ann, engine] = [await patient(), await freshEngine()];
      const carl = await caregiver({ of: ann });
      const { fallEventId } = await streamClearFall(ann, { can_confirm: true });
      await call(ann, fallEventId);
      await engine.run();
      expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
    }
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

  test('a clear fall of a device that cannot ask, or with a window of 0, causes no delay', async () => {
    const app = await appWith({ fallConfirmationWindowConfirmedMs: 0 });
    const engine = await freshEngine();
    for (const changes of [{}, { can_confirm: true }]) {
      const ann = await patient();
      const carl = await caregiver({ of: ann });
      const { confirmation } = await streamClearFall(caller(ann.token, app), changes);
      expect(confirmation).toEqual({ required: false, expiresAt: null });
      await engine.run();
      expect(engine.toldTo(carl.id)).toMatchObject([{ severity: 'CRITICAL', step: 1 }]);
    }
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
