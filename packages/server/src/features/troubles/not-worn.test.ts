import { expect, test } from 'vitest';
import { listAlerts } from '../../../test/alerts.js';
import { pass } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { device, logIn, type Person } from '../../../test/people.js';
import { inServiceTime, watch, wearer, writeDevices } from '../../../test/watched.js';

const readRow = async (carer: Person) => (await carer.get('/patients')).data[0];

/** The minute of the day in the time of the service, and of the process's time zone. */
const minuteOfDay = (): Promise<number> =>
  inServiceTime(async () => {
    const now = new Date((await testServer()).clock.nowMs());
    return now.getHours() * 60 + now.getMinutes();
  });

/** Waking hours that begin so many minutes after now, or before. */
async function hoursFrom(minutes: number): Promise<{ fromMinute: number; toMinute: number }> {
  const toMinute = async (offset: number): Promise<number> => ((await minuteOfDay()) + offset + 1_440) % 1_440;
  return { fromMinute: await toMinute(minutes), toMinute: await toMinute(minutes + 300) };
}

type Speak = (changes?: object) => Promise<void>;

/** Sends the same reading every four minutes: a longer pause would start the time again. */
async function lie(speak: Speak, minutes: number, changes: object = {}): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 4) {
    await pass(4 * 60);
    await speak(changes);
    await writeDevices();
  }
}

test('a device on a table raises NOT_WORN after 20 minutes, once, and ends it when it moves', async () => {
  const { carl, speak } = await wearer();
  await speak({ heart_rate: 70 });
  await lie(speak, 16, { heart_rate: 0 });
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  expect(await readRow(carl)).toMatchObject({ device: { notWornSince: null } });
  await lie(speak, 8);
  await watch();
  await watch();
  expect(await listAlerts(carl)).toMatchObject([{ type: 'NOT_WORN', severity: 'MEDIUM', fallId: null }]);
  const row = await readRow(carl);
  expect(Date.parse(row.device.lastSeen) - Date.parse(row.device.notWornSince)).toBeGreaterThan(23 * 60_000);

  await speak({ accel_x: 3 });
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  expect(await listAlerts(carl, '?status=all')).toMatchObject([{ state: 'CLOSED', closedAs: 'RECOVERED' }]);
  expect(await readRow(carl)).toMatchObject({ device: { notWornSince: null } });
});

test('a pulse is a wearer, and ends NOT_WORN', async () => {
  const { carl, speak } = await wearer();
  await speak({ heart_rate: 70 });
  await lie(speak, 24, { heart_rate: 58 });
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  await lie(speak, 24);
  await watch();
  expect(await listAlerts(carl)).toHaveLength(1);
  await speak({ heart_rate: 61 });
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
});

test('a device that never sent a heart rate is waited for three times as long', async () => {
  const { carl, speak } = await wearer();
  await speak();
  await lie(speak, 56);
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  await lie(speak, 8);
  await watch();
  expect(await listAlerts(carl)).toMatchObject([{ type: 'NOT_WORN' }]);
});

test('not at night, and only 20 minutes after the waking hours began', async () => {
  const { carl, speak } = await wearer();
  await speak({ heart_rate: 70 });
  await lie(speak, 24, { heart_rate: 0 });
  await watch(await hoursFrom(30));
  await watch(await hoursFrom(-15));
  expect(await listAlerts(carl)).toEqual([]);
  await watch(await hoursFrom(-22));
  expect(await listAlerts(carl)).toMatchObject([{ type: 'NOT_WORN' }]);
});

test('the time starts again after a pause in sending', async () => {
  const { carl, speak } = await wearer();
  await speak({ heart_rate: 70 });
  await lie(speak, 16, { heart_rate: 0 });
  await pass(6 * 60);
  await speak();
  await writeDevices();
  await lie(speak, 16);
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
  await lie(speak, 4);
  await watch();
  expect(await listAlerts(carl)).toMatchObject([{ type: 'NOT_WORN' }]);
});

test('never while a fall is open, nor within the hour after it', async () => {
  const { ann, carl, speak } = await wearer();
  const falls = () => inServiceTime(async () => (await logIn(ann.email)).post('/falls', { confidence: 0.6 }));
  const types = async () => (await listAlerts(carl)).map(({ type }: { type: string }) => type);
  await speak({ heart_rate: 70 });
  await lie(speak, 12, { heart_rate: 0 });
  const { data: first } = await falls();
  await lie(speak, 72);
  await watch();
  expect(await types()).toEqual(['FALL_DETECTED']);

  const { data: second } = await falls();
  for (const { id } of [first, second]) await carl.post(`/falls/${id}/resolve`, { outcome: 'HELPED' });
  await lie(speak, 56);
  await watch();
  expect(await types()).toEqual([]);
  await lie(speak, 8);
  await watch();
  expect(await types()).toEqual(['NOT_WORN']);
});

test('not while the person wears another device', async () => {
  const { ann, carl, speak } = await wearer();
  await speak({ heart_rate: 70 });
  await lie(speak, 16, { heart_rate: 0 });
  await inServiceTime(async () => device(await logIn(ann.email)));
  await lie(speak, 8);
  await watch();
  expect(await listAlerts(carl)).toEqual([]);
});
