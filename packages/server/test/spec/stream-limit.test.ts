import { expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../harness.js';
import { caregiver, freshMac, patient, root } from '../people.js';
import { stream } from './calls.js';
import { expectRefusal, secondMs, stoppedApp } from './shapes.js';

/** The limit of one reading a second. */

const limitSensor = { points: 1, windowMs: secondMs };

test('accepts 200 ms early as jitter, refuses more with 429, and jitter does not raise the rate', async () => {
  const { clock, as } = await stoppedApp({ limitSensor });
  const [ann, mac] = [await as(await patient()), freshMac()];
  const start = clock.ms;
  const statusAt = async (ms: number) => {
    clock.ms = start + ms;
    return (await stream(ann, mac, { uptime_ms: 1_000 + ms })).status;
  };
  expect(await statusAt(0)).toBe(200);
  expect(await statusAt(1)).toBe(429);
  expect(await statusAt(799)).toBe(429);
  expect(await statusAt(800)).toBe(200);
  expect(await statusAt(1_799)).toBe(429);
  expect(await statusAt(1_800)).toBe(200);
  expect(await statusAt(2_799)).toBe(429);
  expect(await statusAt(3_000)).toBe(200);
});

test('does not count refused readings, and applies to each device separately', async () => {
  const { clock, as } = await stoppedApp({ limitSensor });
  const [ann, mac] = [await as(await patient()), freshMac()];
  await stream(ann, mac);
  for (let i = 0; i < 20; i++) expect(await stream(ann, mac)).toHaveStatus(429);
  expect(await stream(ann, freshMac())).toHaveStatus(200);
  expectRefusal(await stream(ann, mac, { accel_x: 'x' }), 400, 'accel_x');
  clock.ms += secondMs;
  expect(await stream(ann, mac)).toHaveStatus(200);
});

test('answers when to try again, and changes nothing', async () => {
  const { clock, as } = await stoppedApp({ limitSensor });
  const [ann, mac] = [await as(await patient()), freshMac()];
  const { timestamp, deviceId, nextAllowedRequest } = (await stream(ann, mac, { battery_level: 50 })).data;
  expect(Date.parse(nextAllowedRequest) - Date.parse(timestamp)).toBe(1_000);
  clock.ms += 300;
  const refused = await stream(ann, mac, { battery_level: 40, uptime_ms: 1_300 });
  expectRefusal(refused, 429);
  expect(refused.body.retryAfter).toBe(1);
  expect(refused.headers['retry-after']).toBe('1');
  expect((await ann.get(`/device/${deviceId}`)).data).toMatchObject({ lastSeen: timestamp, batteryLevel: 50 });
  const { platform } = await testServer();
  await readingsRecorded();
  const stored = await platform.db
    .selectFrom('readings')
    .innerJoin('devices', 'devices.key', 'readings.deviceKey')
    .select('at')
    .where('devices.id', '=', deviceId)
    .execute();
  expect(stored).toHaveLength(1);
});

test('a fall in a refused reading is still recorded and alerted', async () => {
  const { clock, as } = await stoppedApp({ limitSensor });
  const [ann, carer] = [await patient(), await caregiver()];
  await (await root()).post(`/caregivers/${carer.id}/patients`, { patientId: ann.id });
  const [wearing, mac] = [await as(ann), freshMac()];
  await stream(wearing, mac);
  clock.ms += 100;
  expect(await stream(wearing, mac, { accel_x: 50, gyro_x: 400, uptime_ms: 1_100 })).toHaveStatus(429);
  const [fall] = (await wearing.get('/falls')).data;
  expect(fall.status).toBe('POTENTIAL');
  expect((await carer.get('/caregivers/alerts')).data).toMatchObject([{ type: 'FALL_DETECTED', severity: 'MEDIUM' }]);
});

test('a disabled or foreign device is 403 before 429', async () => {
  const { as } = await stoppedApp({ limitSensor });
  const [ann, bob, mac] = [await as(await patient()), await as(await patient()), freshMac()];
  const { deviceId } = (await stream(ann, mac)).data;
  expectRefusal(await stream(bob, mac), 403);
  await (await root()).post(`/admin/devices/${deviceId}/disable`);
  expectRefusal(await stream(ann, mac), 403);
});
