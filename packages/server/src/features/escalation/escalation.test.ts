import { describe, expect, test } from 'vitest';
import { acknowledge, firstAlert, listAdminAlerts, reportFall } from '../../../test/alerts.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { caregiver, patient, root } from '../../../test/people.js';

describe('an alert that nobody acknowledges', () => {
  test('goes to the caregivers at once and at 60 s, to the admins at 180 s, and then repeats', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const fallId = await reportFall(ann);
    const steps = () => engine.toldTo(carl.id).map(({ step }) => step);
    await engine.run();
    expect(steps()).toEqual([1]);
    await pass(58);
    await engine.run();
    expect(steps()).toEqual([1]);
    await pass(2);
    await engine.run();
    expect(steps()).toEqual([1, 2]);
    expect(await listAdminAlerts(fallId)).toEqual([]);
    await pass(120);
    await engine.run();
    expect(steps()).toEqual([1, 2, 3]);
    expect(await listAdminAlerts(fallId)).toMatchObject([{ type: 'FALL_DETECTED', step: 3, state: 'ESCALATING' }]);
    expect(engine.toldTo(boss.id).filter((notice) => notice.fallId === fallId)).toMatchObject([{ step: 3 }]);
    for (const step of [4, 5, 6]) {
      await pass(900);
      await engine.run();
      expect(steps().at(-1)).toBe(step);
    }
  });

  test('of a CONFIRMED fall starts with everybody', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const fallId = await reportFall(ann, 0.95);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1, severity: 'CRITICAL', fallId }]);
    expect(engine.toldTo(boss.id).filter((notice) => notice.fallId === fallId)).toMatchObject([{ step: 1 }]);
  });

  test('goes to a caregiver assigned meanwhile, and not to one unassigned meanwhile', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    await caregiver({ of: ann });
    await reportFall(ann);
    await (await root()).delete(`/caregivers/${carl.id}/patients/${ann.id}`);
    const dora = await caregiver({ of: ann });
    await engine.run();
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(engine.toldTo(dora.id)).toMatchObject([{ step: 2 }]);
  });
});

describe('a custom plan', () => {
  test('defines who is notified when, and goes to the next person at once when one cannot be reached', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const path = `/patients/${ann.id}/escalation`;
    const steps = [
      { afterSeconds: 0, to: [carl.id] },
      { afterSeconds: 120, to: [dora.id] },
      { afterSeconds: 300, to: ['CAREGIVERS', 'ADMINS'] },
    ];
    expect((await carl.get(path)).data).toMatchObject({
      isDefault: true,
      repeatEverySeconds: 900,
      resolveWithinSeconds: 1_800,
    });
    const changed = await carl.put(path, { steps, repeatEverySeconds: 300 });
    expect(changed.data).toMatchObject({ isDefault: false, steps, repeatEverySeconds: 300, updatedBy: carl.id });

    await reportFall(ann);
    await engine.run();
    expect([engine.toldTo(carl.id).length, engine.toldTo(dora.id).length]).toEqual([1, 0]);
    // The alert is in everybody's list at once.
    expect(await firstAlert(dora)).toMatchObject({ state: 'ESCALATING' });
    await acknowledge(dora);

    engine.channel.answer = ({ recipientId }) =>
      recipientId === carl.id ? { status: 'unreachable', reason: 'no webhook' } : { status: 'sent' };
    await reportFall(ann);
    await engine.run();
    await pass(2);
    await engine.run();
    expect(engine.toldTo(dora.id)).toMatchObject([{ step: 2 }]);

    expect((await carl.put(path, { steps: null, repeatEverySeconds: null })).data).toMatchObject({ isDefault: true });
  });

  test('is copied into each alert: a change does not affect running alerts', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    await reportFall(ann);
    await engine.run();
    await carl.put(`/patients/${ann.id}/escalation`, { steps: [{ afterSeconds: 0, to: ['CAREGIVERS', 'ADMINS'] }] });
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
  });
});

describe('a plan', () => {
  test.each([
    ['no first step at once', [{ afterSeconds: 5, to: ['ADMINS'] }]],
    [
      'times that do not ascend',
      [
        { afterSeconds: 0, to: ['CAREGIVERS'] },
        { afterSeconds: 0, to: ['ADMINS'] },
      ],
    ],
    ['no admins at the end', [{ afterSeconds: 0, to: ['CAREGIVERS'] }]],
    ['a stranger', [{ afterSeconds: 0, to: ['ADMINS', '01926f3c-1111-7000-8000-000000000001'] }]],
    ['no steps', []],
  ])('is refused with %s', async (_, steps) => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    const answer = await carl.put(`/patients/${ann.id}/escalation`, { steps });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toHaveProperty('steps');
  });
});
