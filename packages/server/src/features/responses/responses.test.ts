import { expect, test } from 'vitest';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, patient, root } from '../../../test/people.js';
import { buildOperationsApp } from '../../operations.js';

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
