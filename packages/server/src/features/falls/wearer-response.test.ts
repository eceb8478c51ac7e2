import { describe, expect, test } from 'vitest';
import { firstAlert, listAdminAlerts } from '../../../test/alerts.js';
import { raiseLevel, streamImpact } from '../../../test/detected-falls.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { caregiver, patient, root } from '../../../test/people.js';

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
    await raiseLevel(ann, seen, 0.8);
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
    expect(await listAdminAlerts(fallEventId)).not.toEqual([]);
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
