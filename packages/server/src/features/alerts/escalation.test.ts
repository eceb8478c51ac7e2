import { describe, expect, test } from 'vitest';
import { freshEngine, pass, testEngine } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, type Person, patient, root } from '../../../test/people.js';

async function fall(person: Person, confidence = 0.8): Promise<string> {
  return (await person.post('/falls', { confidence })).data.id;
}

async function alertOf(carer: Person, query = '') {
  return (await carer.get(`/caregivers/alerts${query}`)).data[0];
}

async function acknowledge(carer: Person): Promise<void> {
  const { id } = await alertOf(carer);
  expect(await carer.post(`/caregivers/alerts/${id}/acknowledge`)).toHaveStatus(200);
}

/** The admins' alerts about a fall. */
async function toAdmins(fallId: string) {
  const { data } = await (await root()).get('/admin/alerts?status=all&limit=100');
  return data.filter((alert: { fallId: string }) => alert.fallId === fallId);
}

describe('an alert nobody answers', () => {
  test('goes to the caregivers at once, again at 60 s, to the admins at 180 s, and then on and on', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const fallId = await fall(ann);
    const steps = () => engine.toldTo(carl.id).map(({ step }) => step);
    await engine.run();
    expect(steps()).toEqual([1]);
    await pass(58);
    await engine.run();
    expect(steps()).toEqual([1]);
    await pass(2);
    await engine.run();
    expect(steps()).toEqual([1, 2]);
    expect(await toAdmins(fallId)).toEqual([]);
    await pass(120);
    await engine.run();
    expect(steps()).toEqual([1, 2, 3]);
    expect(await toAdmins(fallId)).toMatchObject([{ type: 'FALL_DETECTED', step: 3, state: 'ESCALATING' }]);
    expect(engine.toldTo(boss.id).filter((notice) => notice.fallId === fallId)).toMatchObject([{ step: 3 }]);
    for (const step of [4, 5, 6]) {
      await pass(900);
      await engine.run();
      expect(steps().at(-1)).toBe(step);
    }
  });

  test('shows what became of each delivery', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    await fall(ann);
    const listed = { channel: 'list', step: 1, status: 'sent', recipientId: carl.id };
    expect((await alertOf(carl)).deliveries).toEqual(
      expect.arrayContaining([
        expect.objectContaining(listed),
        expect.objectContaining({ channel: 'webhook', status: 'pending' }),
      ]),
    );
    await engine.run();
    await pass(3);
    await engine.run();
    const { deliveries } = await alertOf(carl);
    expect(deliveries).toHaveLength(3);
    expect(deliveries).toEqual(
      expect.arrayContaining([
        expect.objectContaining(listed),
        expect.objectContaining({ channel: 'webhook', status: 'sent', attempts: 1, reason: null }),
        expect.objectContaining({ channel: 'live', status: 'unreachable', reason: 'no live stream is open' }),
      ]),
    );
  });

  test('a CONFIRMED fall starts with everybody', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const fallId = await fall(ann, 0.95);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1, severity: 'CRITICAL', fallId }]);
    expect(engine.toldTo(boss.id).filter((notice) => notice.fallId === fallId)).toMatchObject([{ step: 1 }]);
  });

  test('reaches a caregiver who was assigned meanwhile, and not one who was unassigned', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    await caregiver({ of: ann });
    await fall(ann);
    await (await root()).delete(`/caregivers/${carl.id}/patients/${ann.id}`);
    const dora = await caregiver({ of: ann });
    await engine.run();
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(engine.toldTo(dora.id)).toMatchObject([{ step: 2 }]);
  });
});

describe('the first acknowledgement', () => {
  test('stops it for all, and the others see who has it', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    await fall(ann);
    await engine.run();
    expect(await alertOf(dora)).toMatchObject({ state: 'ESCALATING', handledBy: null, nextStepAt: expect.any(String) });
    await acknowledge(carl);
    const seen = await alertOf(dora);
    expect(seen).toMatchObject({ acknowledged: false, state: 'HANDLED', handledBy: { id: carl.id, name: 'Ann Lee' } });
    expect(Date.parse(seen.handledBy.at)).not.toBeNaN();
    await pass(600);
    await engine.run();
    expect(engine.toldTo(dora.id)).toHaveLength(1);
    await acknowledge(dora);
    expect(await alertOf(dora, '?status=all')).toMatchObject({ handledBy: { id: carl.id } });
  });

  test('also calls off what is still waiting to be tried again', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'failed', reason: 'busy' });
    await fall(ann);
    await engine.run();
    await acknowledge(carl);
    await pass(30);
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
    const { deliveries } = await alertOf(carl, '?status=all');
    expect(deliveries.find((one: { channel: string }) => one.channel === 'webhook')).toMatchObject({
      status: 'cancelled',
    });
  });

  test('by an admin stops it too', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const [alert] = await toAdmins(await fall(ann, 0.95));
    await boss.post(`/admin/alerts/${alert.id}/acknowledge`);
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toEqual([]);
    expect(await alertOf(carl)).toMatchObject({ state: 'HANDLED', handledBy: { id: boss.id } });
  });
});

describe('the closed loop', () => {
  test('acknowledged but not resolved after 30 minutes alarms again, for everybody', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const fallId = await fall(ann);
    await engine.run();
    await acknowledge(carl);
    await pass(29 * 60);
    await engine.run();
    expect(engine.toldTo(dora.id)).toHaveLength(1);
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
    expect(engine.toldTo(dora.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
    expect(await toAdmins(fallId)).toHaveLength(1);
    expect(await alertOf(carl)).toMatchObject({ acknowledged: false, state: 'ESCALATING', handledBy: null });
  });

  test('resolved, it is over for everybody and stays over', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const fallId = await fall(ann);
    await engine.run();
    await acknowledge(carl);
    expect(await alertOf(carl)).toBeUndefined();
    expect(await alertOf(carl, '?status=open')).toMatchObject({ acknowledged: true, state: 'HANDLED', location: null });
    const resolved = await carl.post(`/falls/${fallId}/resolve`, { outcome: 'HELPED', note: 'Slipped' });
    expect(resolved.data).toMatchObject({
      outcome: 'HELPED',
      responded: true,
      resolution: { outcome: 'HELPED', note: 'Slipped', resolvedBy: carl.id },
      escalation: { state: 'CLOSED', closedAs: 'RESOLVED', handledBy: { id: carl.id } },
    });
    for (const carer of [carl, dora]) expect(await alertOf(carer, '?status=open')).toBeUndefined();
    expect(await alertOf(dora)).toBeUndefined();
    expect(await alertOf(dora, '?status=all')).toMatchObject({ acknowledged: false, state: 'CLOSED' });
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

  test('tells the whole story of a fall', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    const fallId = await fall(ann);
    const { timeline } = (await ann.get(`/falls/${fallId}`)).data;
    expect(timeline).toEqual({
      impactAt: null,
      recordedAt: expect.any(String),
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

describe('when nobody can be reached', () => {
  test('the admins have an alert of their own as soon as every channel has failed', async () => {
    const [ann, boss, engine] = [await patient(), await root(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = ({ recipientId }) =>
      recipientId === carl.id ? { status: 'failed', reason: 'HTTP 500' } : { status: 'sent' };
    const fallId = await fall(ann);
    await engine.run();
    expect(await toAdmins(fallId)).toEqual([]);
    // The live stream has had its two seconds.
    await pass(2);
    await engine.run();
    expect(await toAdmins(fallId)).toMatchObject([{ type: 'NOBODY_REACHED', severity: 'HIGH' }]);
    expect(engine.toldTo(boss.id).filter((notice) => notice.fallId === fallId)).toMatchObject([
      { type: 'NOBODY_REACHED' },
    ]);
    // It goes on by its plan all the same.
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id).at(-1)).toMatchObject({ step: 2 });
  });

  test('a channel that hangs does not keep the admins waiting', async () => {
    const { platform } = await testServer();
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    let release: (result: { status: 'sent' }) => void = () => {};
    const hanging = new Promise<{ status: 'sent' }>((resolve) => {
      release = resolve;
    });
    engine.channel.answer = ({ recipientId }) => (recipientId === carl.id ? hanging : { status: 'sent' });
    const fallId = await fall(ann);
    const running = engine.run();
    await expect.poll(() => engine.toldTo(carl.id)).toHaveLength(1);
    await pass(3);
    const other = testEngine();
    await other.run();
    expect(await toAdmins(fallId)).toMatchObject([{ type: 'NOBODY_REACHED' }]);
    release({ status: 'sent' });
    await running;
    expect(platform.metrics.registry.getSingleMetric('fallwatch_alert_notified_seconds')).toBeDefined();
  });

  test('whoever looks at the list has been reached', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'unreachable', reason: 'no webhook' });
    const fallId = await fall(ann);
    await alertOf(carl);
    await pass(4);
    await engine.run();
    expect(await toAdmins(fallId)).toEqual([]);
  });

  test('a failed delivery is tried again, under the same id', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'failed', reason: 'HTTP 503' });
    await fall(ann);
    await engine.run();
    engine.channel.answer = () => ({ status: 'sent' });
    await pass(1);
    await engine.run();
    const [first, second, ...more] = engine.toldTo(carl.id);
    expect(second?.deliveryId).toBe(first?.deliveryId);
    expect(more).toEqual([]);
    const { deliveries } = await alertOf(carl);
    expect(deliveries.find((one: { channel: string }) => one.channel === 'webhook')).toMatchObject({
      status: 'sent',
      attempts: 2,
    });
  });
});

describe('a plan of one’s own', () => {
  test('names who is told when, and turns to the next at once when they cannot be reached', async () => {
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

    await fall(ann);
    await engine.run();
    expect([engine.toldTo(carl.id).length, engine.toldTo(dora.id).length]).toEqual([1, 0]);
    // In everybody's list it stands at once.
    expect(await alertOf(dora)).toMatchObject({ state: 'ESCALATING' });
    await acknowledge(dora);

    engine.channel.answer = ({ recipientId }) =>
      recipientId === carl.id ? { status: 'unreachable', reason: 'no webhook' } : { status: 'sent' };
    await fall(ann);
    await engine.run();
    await pass(2);
    await engine.run();
    expect(engine.toldTo(dora.id)).toMatchObject([{ step: 2 }]);

    expect((await carl.put(path, { steps: null, repeatEverySeconds: null })).data).toMatchObject({ isDefault: true });
  });

  test('is copied into each alert: a change leaves what is under way alone', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const carl = await caregiver({ of: ann });
    await fall(ann);
    await engine.run();
    await carl.put(`/patients/${ann.id}/escalation`, { steps: [{ afterSeconds: 0, to: ['CAREGIVERS', 'ADMINS'] }] });
    await pass(60);
    await engine.run();
    expect(engine.toldTo(carl.id)).toMatchObject([{ step: 1 }, { step: 2 }]);
  });

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
