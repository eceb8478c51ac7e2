import { describe, expect, test } from 'vitest';
import { acknowledge, firstAlert, listAdminAlerts, reportFall } from '../../../test/alerts.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { caregiver, patient, root } from '../../../test/people.js';

describe('the first acknowledgement', () => {
  test('stops the escalation for all, and the others see who acknowledged', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    await reportFall(ann);
    await engine.run();
    expect(await firstAlert(dora)).toMatchObject({
      state: 'ESCALATING',
      handledBy: null,
      nextStepAt: expect.any(String),
    });
    await acknowledge(carl);
    const seen = await firstAlert(dora);
    expect(seen).toMatchObject({ acknowledged: false, state: 'HANDLED', handledBy: { id: carl.id, name: 'Ann Lee' } });
    expect(Date.parse(seen.handledBy.at)).not.toBeNaN();
    await pass(600);
    await engine.run();
    expect(engine.toldTo(dora.id)).toHaveLength(1);
    await acknowledge(dora);
    expect(await firstAlert(dora, '?status=all')).toMatchObject({ handledBy: { id: carl.id } });
  });

  test('also cancels deliveries that wait for a retry', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'failed', reason: 'busy' });
    await reportFall(ann);
    await engine.run();
    await acknowledge(carl);
    await pass(30);
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
    const { deliveries } = await firstAlert(carl, '?status=all');
    expect(deliveries.find((one: { channel: string }) => one.channel === 'webhook')).toMatchObject({
      status: 'cancelled',
    });
  });

  test('by an admin stops the escalation too', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const [alert] = await listAdminAlerts(await reportFall(ann, 0.95));
    await boss.post(`/admin/alerts/${alert.id}/acknowledge`);
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(await firstAlert(carl)).toMatchObject({ state: 'HANDLED', handledBy: { id: boss.id } });
  });
});

describe('from the acknowledgement to the outcome', () => {
  test('an acknowledged alert that is not resolved after 30 minutes is sent again, to everybody', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const fallId = await reportFall(ann);
    await engine.run();
    await acknowledge(carl);
    await pass(29 * 60);
    await engine.run();
    expect(engine.toldTo(dora.id)).toHaveLength(1);
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
    expect(engine.toldTo(dora.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
    expect(await listAdminAlerts(fallId)).toHaveLength(1);
    expect(await firstAlert(carl)).toMatchObject({ acknowledged: false, state: 'ESCALATING', handledBy: null });
  });

  test('a resolved alert is closed for everybody and stays closed', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const fallId = await reportFall(ann);
    await engine.run();
    await acknowledge(carl);
    expect(await firstAlert(carl)).toBeUndefined();
    expect(await firstAlert(carl, '?status=open')).toMatchObject({
      acknowledged: true,
      state: 'HANDLED',
      location: null,
    });
    const resolved = await carl.post(`/falls/${fallId}/resolve`, { outcome: 'HELPED', note: 'Slipped' });
    expect(resolved.data).toMatchObject({
      outcome: 'HELPED',
      responded: true,
      resolution: { outcome: 'HELPED', note: 'Slipped', resolvedBy: carl.id },
      escalation: { state: 'CLOSED', closedAs: 'RESOLVED', handledBy: { id: carl.id } },
    });
    for (const carer of [carl, dora]) expect(await firstAlert(carer, '?status=open')).toBeUndefined();
    expect(await firstAlert(dora)).toBeUndefined();
    expect(await firstAlert(dora, '?status=all')).toMatchObject({ acknowledged: false, state: 'CLOSED' });
    expect((await dora.get('/caregivers/me')).data.activeAlerts).toBe(0);
    await pass(3_600);
    await engine.run();
    expect(engine.toldTo(dora.id)).toHaveLength(1);
    const again = await dora.post(`/falls/${fallId}/resolve`, { outcome: 'HOSPITAL' });
    expect(again.data.resolution).toMatchObject({
      outcome: 'HOSPITAL',
      note: 'Slipped',
      resolvedAt: resolved.data.resolution.resolvedAt,
    });
  });
});

describe('after the outcome', () => {
  test('the timeline of the fall has every time', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const fallId = await reportFall(ann);
    const { timeline } = (await ann.get(`/falls/${fallId}`)).data;
    expect(timeline).toEqual({
      impactAt: null,
      recordedAt: expect.any(String),
      alertedAt: expect.any(String),
      notifiedAt: null,
      seenAt: null,
      acknowledgedAt: null,
      cancelledAt: null,
      confirmedAt: null,
      resolvedAt: null,
    });
    await engine.run();
    await acknowledge(carl);
    await carl.post(`/falls/${fallId}/resolve`, { outcome: 'OTHER' });
    const later = (await ann.get(`/falls/${fallId}`)).data.timeline;
    for (const moment of ['notifiedAt', 'seenAt', 'acknowledgedAt', 'resolvedAt'])
      expect(later[moment], moment).toEqual(expect.any(String));
  });
});
