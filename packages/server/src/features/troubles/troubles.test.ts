import { expect, test } from 'vitest';
import { listAlerts } from '../../../test/alerts.js';
import { freshEngine, pass } from '../../../test/engine.js';
import { root } from '../../../test/people.js';
import { watch, wearer } from '../../../test/watched.js';

const adminsHear = async (patientId: string) =>
  (await (await root()).get('/admin/alerts?status=all&limit=100')).data.filter(
    (alert: { patientId: string }) => alert.patientId === patientId,
  );

test('a device that sends every half hour alerts after three of its intervals', async () => {
  const { carl, speak } = await wearer();
  await speak({ interval_ms: 1_800_000 });
  await pass(85 * 60);
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  await pass(6 * 60);
  await watch();
  const message = expect.stringContaining('has sent nothing for 90 minutes');
  expect(await listAlerts(carl)).toMatchObject([{ type: 'DEVICE_SILENT', message }]);
});

test('a silent device alerts once when it becomes INACTIVE, is escalated to the admins when OFFLINE, and recovers when it sends', async () => {
  const { ann, carl, speak } = await wearer();
  const engine = await freshEngine();
  await pass(29 * 60);
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  await pass(60);
  await watch();
  await watch();
  expect(await listAlerts(carl)).toMatchObject([{ type: 'DEVICE_SILENT', severity: 'MEDIUM', fallId: null }]);
  await engine.run();
  expect(engine.toldTo(carl.id)).toMatchObject([{ type: 'DEVICE_SILENT', step: 1 }]);
  expect(await adminsHear(ann.id)).toEqual([]);
  await pass(23.5 * 3_600);
  await engine.run();
  expect(await adminsHear(ann.id)).toMatchObject([{ type: 'DEVICE_SILENT' }]);
  expect(await listAlerts(carl)).toHaveLength(1);

  await speak();
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  expect(await listAlerts(carl, '?status=all')).toMatchObject([{ state: 'CLOSED', closedAs: 'RECOVERED' }]);
  await pass(31 * 60);
  await watch();
  expect(await listAlerts(carl)).toHaveLength(1);
});

test('the silence limit can be set per patient, and a disabled device raises no alert', async () => {
  const { ann, carl, id } = await wearer();
  await carl.put(`/patients/${ann.id}/escalation`, { deviceSilentAfterSeconds: 600 });
  await pass(601);
  await watch();
  expect(await listAlerts(carl)).toMatchObject([{ message: expect.stringContaining('10 minutes') }]);
  await (await root()).post(`/admin/devices/${id}/disable`);
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
});

test('a low battery alerts at 20 % and at 5 %, once each, and recovers when charged', async () => {
  const { carl, speak } = await wearer();
  const types = async () =>
    (await listAlerts(carl)).map((alert: { message: string }) => /at (\d+) %/.exec(alert.message)?.[1]);
  for (const [battery_level, expected] of [
    [21, []],
    [20, ['20']],
    [22, ['20']],
    [19, ['20']],
    [5, ['5', '20']],
    [9, ['5', '20']],
    [11, ['20']],
    [80, []],
  ] as const) {
    await speak({ battery_level });
    await watch();
    expect(await types(), `${battery_level} %`).toEqual(expected);
  }
});

test('failed sensors alert, and recover when they work again', async () => {
  const { carl, speak } = await wearer();
  await speak({ sensors_initialized: false });
  await watch();
  expect(await listAlerts(carl)).toMatchObject([{ type: 'SENSOR_FAULT' }]);
  await speak({ sensors_initialized: true });
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
});

test('a fall is delivered before device alerts', async () => {
  const { ann, carl, speak } = await wearer();
  const engine = await freshEngine();
  await speak({ sensors_initialized: false, battery_level: 4 });
  await watch();
  await ann.post('/falls', { confidence: 0.6 });
  await engine.run();
  expect(engine.toldTo(carl.id).map(({ type }) => type)).toEqual([
    'FALL_DETECTED',
    expect.any(String),
    expect.any(String),
  ]);
});
