import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { reportFall } from '../../../test/alerts.js';
import { contactEngine, sentTo, verifiedContact } from '../../../test/contacts.js';
import { contextWith, nothingDue, pass, runOnce, testChannel } from '../../../test/engine.js';
import { listEverybody, testServer } from '../../../test/harness.js';
import { caller, caregiver, patient, root } from '../../../test/people.js';
import { buildOperationsApp } from '../../operations.js';
import { createEngine } from '../escalation/engine.worker.js';

test('show how long each patient waited, and the share acknowledged in time', async () => {
  const [ann, boss] = [await patient(), await root()];
  const carl = await caregiver({ of: ann });
  const answerAfter = async (seconds: number): Promise<void> => {
    await ann.post('/falls', { confidence: 0.8 });
    const [alert] = (await carl.get('/caregivers/alerts')).data;
    await pass(seconds);
    await carl.post(`/caregivers/alerts/${alert.id}/acknowledge`);
  };
  for (const seconds of [10, 20, 100, 200]) await answerAfter(seconds);
  const { id } = (await ann.post('/falls', { confidence: 0.8 })).data;
  await ann.post(`/falls/${id}/cancel`);
  // An alert without an acknowledgement that is younger than 60 s does not count yet.
  await ann.post('/falls', { confidence: 0.8 });
  const { data } = await boss.get('/admin/response-times?days=2');
  const row = data.byPatient.find((one: { patientId: string }) => one.patientId === ann.id);
  expect(row).toMatchObject({ patientName: 'Ann Lee', alarms: 5, answered: 4, within60s: 0.5, within180s: 0.75 });
  for (const [share, expected] of [
    ['p50', 60],
    ['p95', 185],
    ['p99', 197],
  ] as const)
    expect(Math.abs(row[share] - expected), share).toBeLessThan(2);
  expect(data.all.alarms).toBeGreaterThanOrEqual(5);
  expect(data.byDay[0]).toMatchObject({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), alarms: expect.any(Number) });
  await pass(61);
  const later = (await boss.get('/admin/response-times')).data.byPatient;
  expect(later.find((one: { patientId: string }) => one.patientId === ann.id)).toMatchObject({ within60s: 0.4 });
});

async function readChannel(channel: string) {
  const { byChannel } = (await (await root()).get('/admin/response-times?days=2')).data;
  return byChannel.find((one: { channel: string }) => one.channel === channel);
}

test('show for each channel how many deliveries reached people, and how soon the first of each alert did', async () => {
  await nothingDue();
  const ann = await patient();
  const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
  // A name of its own: other tests count in the other channels.
  const channel = { ...testChannel(), name: `pigeon-${randomUUID()}` };
  channel.listTargets = async (ctx, addressed) =>
    (await listEverybody(ctx, addressed)).filter(({ recipientId }) => [carl.id, dora.id].includes(recipientId));
  // The second step, after 60 s, reaches Carl 10 s later and Dora never; the third, after 190 s, reaches both.
  channel.deliver = async (_, { recipientId, step }) => {
    if (recipientId === dora.id && step === 2) return { status: 'unreachable', reason: 'no loft' };
    if (step === 2) await pass(10);
    return { status: 'sent' };
  };
  const [ctx, engine] = [await contextWith([channel]), createEngine()];
  await reportFall(ann);
  for (const seconds of [60, 120]) {
    await pass(seconds);
    await runOnce(engine, ctx);
  }
  const { p50, p95, ...counts } = await readChannel(channel.name);
  // Not answered but unknown: this channel carries no link.
  expect(counts).toEqual({ channel: channel.name, deliveries: 4, reached: 3, answered: null });
  // Carl after 70 s, Dora after 190 s; that Carl was reached twice does not count.
  // The time that the test itself takes is added.
  expect(Math.abs(p50 - 130)).toBeLessThan(20);
  expect(Math.abs(p95 - 184)).toBeLessThan(20);
});

test('count the alerts that were taken over a channel, once each', async () => {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  const { address } = await verifiedContact(carl);
  const engine = await contactEngine();
  await reportFall(ann);
  await pass(61);
  await engine.run();
  const before = await readChannel('email');
  const token = new URL((await sentTo(address))[0]?.url ?? '').hash.slice(1);
  for (const answer of ['CANNOT', 'ON_IT', 'ON_IT'])
    expect(await caller().post('/answers', { token, answer })).toHaveStatus(200);
  expect(await readChannel('email')).toMatchObject({ answered: before.answered + 1, reached: before.reached + 1 });
});

test('are exported for Prometheus', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  await ann.post('/falls', { confidence: 0.8 });
  await carl.post(`/caregivers/alerts/${(await carl.get('/caregivers/alerts')).data[0].id}/acknowledge`);
  const metrics = (await (await buildOperationsApp(platform)).inject('/metrics')).body;
  expect(metrics).toContain('fallwatch_alert_acknowledged_seconds_bucket');
  expect(metrics).toContain('fallwatch_alert_step_lateness_seconds_bucket');
});

test('only whole days in range are accepted', async () => {
  const boss = await root();
  for (const days of ['0', '367', 'x']) expect(await boss.get(`/admin/response-times?days=${days}`)).toHaveStatus(400);
});
