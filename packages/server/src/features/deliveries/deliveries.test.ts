import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshEngine, pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, type Person, patient, root } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { reportFall } from '../falls/recording.service.js';
import { webhookChannel } from '../webhooks/sending.service.js';
import { confirmDelivered, rejectAccepted } from './deliveries.service.js';

async function fall(person: Person): Promise<string> {
  return (await person.post('/falls', { confidence: 0.8 })).data.id;
}

async function isNobodyReached(fallId: string): Promise<boolean> {
  const { data } = await (await root()).get('/admin/alerts?status=all&limit=100');
  return data.some(
    (alert: { fallId: string; type: string }) => alert.fallId === fallId && alert.type === 'NOBODY_REACHED',
  );
}

/** Sets when the latest step must have reached somebody. */
async function setReachBy(fallId: string, seconds: number): Promise<void> {
  const { platform } = await testServer();
  await sql`update escalations set reach_by = service_now() + make_interval(secs => ${seconds})
    where fall_id = ${fallId}`.execute(platform.db);
}

/** Read from the table: reading the caregiver's list would count as reaching them. */
async function delivery(carer: Person, channel: string) {
  const { platform } = await testServer();
  const found = platform.db.selectFrom('deliveries').selectAll().where('recipientId', '=', carer.id);
  return found.where('channel', '=', channel).executeTakeFirstOrThrow();
}

test('accepted is not reached: without a receipt the admins are alerted, and not before the deadline', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  engine.channel.answer = () => ({ status: 'accepted' });
  const fallId = await fall(ann);
  await engine.run();
  expect(await delivery(carl, 'webhook')).toMatchObject({ status: 'accepted', settledAt: expect.any(String) });
  // More than the usual 3 s, which the next lines may take on a slow machine; less than the time to the next step.
  await setReachBy(fallId, 30);
  await pass(3);
  await engine.run();
  expect(await delivery(carl, 'live')).toMatchObject({ status: 'unreachable' });
  expect(await isNobodyReached(fallId)).toBe(false);
  await pass(30);
  await engine.run();
  expect(await isNobodyReached(fallId)).toBe(true);
});

test('a receipt counts as reached', async () => {
  const [ann, engine] = [await patient(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  engine.channel.answer = () => ({ status: 'accepted' });
  const fallId = await fall(ann);
  await engine.run();
  const { platform } = await testServer();
  await confirmDelivered(createContext(platform, system), [(await delivery(carl, 'webhook')).id]);
  expect(await delivery(carl, 'webhook')).toMatchObject({ status: 'sent' });
  await pass(5);
  await engine.run();
  expect(await isNobodyReached(fallId)).toBe(false);
});

test('deliveries are written only for channels that the person has set up', async () => {
  const ann = await patient();
  const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
  expect(await dora.post('/webhooks', { url: 'https://hooks.example.org/x' })).toHaveStatus(201);
  const { platform } = await testServer();
  const state = { ...platform.state, channels: [webhookChannel] };
  await reportFall(createContext({ ...platform, state }, { id: ann.id, role: 'PATIENT', sessionId: null }), {
    confidence: 0.8,
  });
  const listChannels = async (carer: Person) =>
    (await carer.get('/caregivers/alerts')).data[0].deliveries
      .map((one: { channel: string }) => one.channel)
      .toSorted();
  expect(await listChannels(carl)).toEqual(['live']);
  expect(await listChannels(dora)).toEqual(['live', 'webhook']);
});

describe('metrics', () => {
  /** Series of the deliveries → value; only the counts. */
  async function readMetrics(): Promise<Map<string, number>> {
    const { platform } = await testServer();
    const lines = (await platform.metrics.registry.metrics()).split('\n');
    const counts = lines.filter((line) =>
      /^fallwatch_alert_(deliveries_total|delivery_seconds_(count|sum))\{/.test(line),
    );
    return new Map(counts.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }

  async function readAdded(before: Map<string, number>): Promise<Record<string, number>> {
    const added = [...(await readMetrics())].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
    return Object.fromEntries(
      added
        .filter(([, value]) => value !== 0)
        .map(([name, value]) => [name.replace('fallwatch_alert_', ''), Math.floor(value)]),
    );
  }

  test('count deliveries by channel and result, and measure them until handed over and until reached', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    const [carl, dora, emil] = [
      await caregiver({ of: ann }),
      await caregiver({ of: ann }),
      await caregiver({ of: ann }),
    ];
    engine.channel.answer = ({ recipientId }) =>
      recipientId === emil.id ? { status: 'sent' } : { status: 'accepted' };
    const before = await readMetrics();
    await fall(ann);
    await engine.run();
    expect(await readAdded(before)).toMatchObject({
      'deliveries_total{channel="webhook",result="accepted"}': 2,
      'deliveries_total{channel="webhook",result="sent"}': 1,
      'delivery_seconds_count{channel="webhook",until="handed_over"}': 3,
      'delivery_seconds_count{channel="webhook",until="reached"}': 1,
    });
    const handedOver = await readMetrics();
    await pass(30);
    const ctx = createContext((await testServer()).platform, system);
    await confirmDelivered(ctx, [(await delivery(carl, 'webhook')).id]);
    await rejectAccepted(ctx, (await delivery(dora, 'webhook')).id, 'came back');
    // The receipt says when it reached the person, not that it was handed over again.
    const added = await readAdded(handedOver);
    expect(added).toMatchObject({
      'deliveries_total{channel="webhook",result="sent"}': 1,
      'deliveries_total{channel="webhook",result="unreachable"}': 1,
      'delivery_seconds_count{channel="webhook",until="reached"}': 1,
    });
    expect(added['delivery_seconds_sum{channel="webhook",until="reached"}']).toBeGreaterThanOrEqual(30);
    expect(added).not.toHaveProperty(['delivery_seconds_count{channel="webhook",until="handed_over"}']);
  });

  test('count a live delivery without an open stream as unreachable, and an attempt that is repeated not at all', async () => {
    const [ann, engine] = [await patient(), await freshEngine()];
    await caregiver({ of: ann });
    engine.channel.answer = () => ({ status: 'failed', reason: 'HTTP 500' });
    const before = await readMetrics();
    await fall(ann);
    await pass(2);
    await engine.run();
    expect(await readAdded(before)).toEqual({ 'deliveries_total{channel="live",result="unreachable"}': 1 });
    await pass(46);
    await engine.run();
    expect(await readAdded(before)).toMatchObject({
      'deliveries_total{channel="webhook",result="failed"}': expect.any(Number),
    });
  });
});
