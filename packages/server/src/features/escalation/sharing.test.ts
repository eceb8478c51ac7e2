import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { alertAbout, listAlerts, reportFall } from '../../../test/alerts.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, patient, root } from '../../../test/people.js';
import { eventsAbout, listEscalations, scene } from '../../../test/sharing.js';
import { createContext, system } from '../../platform/context.js';
import { announceJoinedFalls } from './joined.worker.js';

const announceJoined = async (): Promise<void> =>
  announceJoinedFalls(createContext((await testServer()).platform, system));

describe('falls of one person within 60 s', () => {
  test('share one escalation: each has its alert in the lists, people are notified once', async () => {
    const { ann, carl, engine, told } = await scene();
    const first = await reportFall(ann);
    const second = await ann.post('/falls', { confidence: 0.6 });
    expect(second.data.alerts).toMatchObject({ notified: true, caregiverCount: 1 });
    const others = await Promise.all(Array.from({ length: 10 }, () => reportFall(ann)));
    await engine.run();
    expect(told()).toEqual([{ fallId: first, step: 1 }]);
    expect(await listEscalations(ann)).toHaveLength(1);
    const listed = await listAlerts(carl);
    expect(new Set(listed.map((alert: { fallId: string }) => alert.fallId))).toEqual(
      new Set([first, second.data.id, ...others]),
    );
    expect(listed).toHaveLength(12);
    for (const alert of listed) expect(alert).toMatchObject({ state: 'ESCALATING', handledBy: null, step: 1 });
    expect((await ann.get(`/falls/${second.data.id}`)).data).toMatchObject({
      escalation: { state: 'ESCALATING', step: 1 },
      alerts: [{ caregiverId: carl.id, sent: true }],
    });
    expect((await carl.get('/caregivers/me')).data.activeAlerts).toBe(12);
  });

  test('reported at the same moment to several processes start at most one escalation per process', async () => {
    const { ann, carl } = await scene();
    const falls = await Promise.all(Array.from({ length: 12 }, () => reportFall(ann)));
    expect((await listEscalations(ann)).length).toBeLessThanOrEqual(2);
    expect(new Set((await listAlerts(carl)).map((alert: { fallId: string }) => alert.fallId))).toEqual(new Set(falls));
  });

  test('are announced on the live stream once a second, with their number', async () => {
    const { ann, carl } = await scene();
    const first = await reportFall(ann);
    for (let index = 0; index < 5; index += 1) await reportFall(ann);
    const last = await reportFall(ann);
    await announceJoined();
    await announceJoined();
    const raised = (await eventsAbout(ann)).filter(({ type }) => type === 'alert.raised');
    expect(raised).toMatchObject([
      { recipients: [carl.id], data: { fallId: first, deliveryId: expect.any(String) } },
      { recipients: [carl.id], data: { fallId: last, reports: 6, alertId: (await alertAbout(carl, last)).id } },
    ]);
  });
});

describe('a further fall', () => {
  test('a more severe one notifies everybody at once', async () => {
    const { ann, carl, engine, told } = await scene();
    const boss = await root();
    const first = await reportFall(ann, 0.6);
    await engine.run();
    const worse = await ann.post('/falls', { confidence: 0.95 });
    expect(worse.data.alerts).toMatchObject({ adminsNotified: true });
    const { id } = worse.data;
    await engine.run();
    expect(told()).toEqual([
      { fallId: first, step: 1 },
      { fallId: id, step: 2 },
    ]);
    expect(engine.toldTo(carl.id).at(-1)).toMatchObject({ severity: 'CRITICAL' });
    expect(engine.toldTo(boss.id).filter(({ fallId }) => fallId === id)).toHaveLength(1);
    expect(await listEscalations(ann)).toMatchObject([{ fallId: id, severity: 'CRITICAL' }]);
    // A less severe fall does not change that.
    await reportFall(ann, 0.6);
    await engine.run();
    expect(told()).toHaveLength(2);
    expect(await alertAbout(carl, first)).toMatchObject({ severity: 'MEDIUM' });
    expect(await alertAbout(carl, id)).toMatchObject({ severity: 'CRITICAL' });
  });

  test('a fall 60 s later or more starts its own escalation', async () => {
    const { ann, engine, told } = await scene();
    const first = await reportFall(ann);
    await engine.run();
    await pass(61);
    const second = await reportFall(ann);
    await engine.run();
    expect(await listEscalations(ann)).toHaveLength(2);
    expect(told()).toEqual(
      expect.arrayContaining([
        { fallId: first, step: 1 },
        { fallId: first, step: 2 },
        { fallId: second, step: 1 },
      ]),
    );
  });

  test('“I need help” about a joined fall notifies at once', async () => {
    const { ann, engine, told } = await scene();
    await reportFall(ann);
    const second = await reportFall(ann);
    await engine.run();
    expect(await ann.post(`/falls/${second}/confirm`)).toHaveStatus(200);
    await engine.run();
    expect(told().at(-1)).toEqual({ fallId: second, step: 2 });
  });
});

test('with 20 open escalations a fall joins the newest, and people are notified at most once a minute', async () => {
  const { ann, carl, engine, told } = await scene();
  for (let index = 0; index < 20; index += 1) {
    await reportFall(ann);
    await pass(61);
  }
  expect(await listEscalations(ann)).toHaveLength(20);
  await engine.run();
  const before = told().length;
  const next = await reportFall(ann);
  await engine.run();
  expect(told().slice(before)).toEqual([expect.objectContaining({ fallId: next })]);
  await reportFall(ann);
  await engine.run();
  expect(told()).toHaveLength(before + 1);
  expect(await listEscalations(ann)).toHaveLength(20);
  expect(await listAlerts(carl)).toHaveLength(22);
});

describe('due work is taken in turns per patient', () => {
  test('a hundred CRITICAL notices of one patient do not delay a HIGH notice of another', async () => {
    const [eve, engine] = [await patient(), await freshEngine()];
    const { ann, carl } = { ann: await patient(), carl: await caregiver({ of: eve }) };
    const dora = await caregiver({ of: ann });
    const { platform } = await testServer();
    await reportFall(eve, 1);
    await sql`insert into escalations (id, patient_id, type, severity, message, plan, raised_at, started_at, due_at)
      select gen_random_uuid(), patient_id, type, severity, message, plan, raised_at, started_at,
        service_now() - interval '1 hour'
      from escalations, generate_series(1, 100) where patient_id = ${eve.id}`.execute(platform.db);
    await reportFall(ann, 0.8);
    await pass(60);
    await engine.run();
    const order = engine.channel.notices.map(({ recipientId }) => recipientId);
    expect(order.indexOf(dora.id)).toBeLessThan(20);
    expect(order.filter((id) => id === carl.id).length).toBeGreaterThan(100);
  });
});
