import { expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../harness.js';
import { caregiver, freshMac, patient } from '../people.js';
import { listMessages, stream } from './calls.js';
import { expectRefusal, flag, float, id, integer, stoppedApp, time, wearer } from './shapes.js';

/** POST /device/sensor-stream: what it answers and stores. */

/** All fields of a reading. */
const full = {
  pressure: 1013.2,
  fsr: 0.5,
  heart_rate: 72,
  spo2: 97,
  battery_level: 84.5,
  wifi_connected: true,
  bluetooth_connected: false,
  sensors_initialized: true,
  firmware_version: '2.1.0',
  signal_strength: -61,
};

test('answers every field, and registers the device', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  const answer = await stream(ann, mac.replaceAll(':', '').toLowerCase(), full);
  expect(answer).toHaveStatus(200);
  expect(answer.data).toMatchObject({
    deviceId: id,
    macAddress: mac,
    timestamp: time,
    fallDetected: false,
    fallConfidence: float,
    healthScore: integer,
    nextAllowedRequest: time,
  });
  const { timestamp, fallConfidence, healthScore, deviceId } = answer.data;
  expect(fallConfidence).toBeGreaterThanOrEqual(0);
  expect(fallConfidence).toBeLessThanOrEqual(0.3);
  expect(healthScore).toBeGreaterThanOrEqual(0);
  expect(healthScore).toBeLessThanOrEqual(100);

  const shown = await ann.get(`/device/${deviceId}`);
  expect(shown).toHaveStatus(200);
  expect(shown.data).toMatchObject({
    id: deviceId,
    userId: ann.id,
    macAddress: mac,
    name: `Wearable ${mac.slice(-5)}`,
    status: 'ACTIVE',
    lastSeen: timestamp,
    batteryLevel: 84.5,
    firmwareVersion: '2.1.0',
    createdAt: time,
    updatedAt: time,
  });
  expect((await ann.get(`/device/${deviceId}/status`)).data).toMatchObject({
    deviceId,
    status: 'ACTIVE',
    batteryLevel: 84.5,
    signalStrength: -61,
    lastDataPoint: timestamp,
    sensorsInitialized: true,
    wifiConnected: true,
    bluetoothConnected: false,
    uptime: 1_000,
    firmwareVersion: '2.1.0',
    updateAvailable: flag,
  });
});

test('fields that were not sent are null or unknown, and keep their value when not sent again', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  const { deviceId } = (await stream(ann, mac)).data;
  const unknown = { signalStrength: null, batteryLevel: null, sensorsInitialized: null, firmwareVersion: 'unknown' };
  expect((await ann.get(`/device/${deviceId}/status`)).data).toMatchObject({
    ...unknown,
    wifiConnected: null,
    bluetoothConnected: null,
  });
  expect((await ann.get(`/device/${deviceId}`)).data).toMatchObject({
    batteryLevel: null,
    firmwareVersion: 'unknown',
  });
  await stream(ann, mac, full);
  await stream(ann, mac, { uptime_ms: 2_000 });
  const after = (await ann.get(`/device/${deviceId}/status`)).data;
  expect(after).toMatchObject({ batteryLevel: 84.5, signalStrength: -61, firmwareVersion: '2.1.0', uptime: 2_000 });
});

test('every form of a MAC address is the same device, in the stream and in paths', async () => {
  const [ann, mac] = [await patient(), freshMac()];
  const bare = mac.replaceAll(':', '');
  const forms = [mac, mac.replaceAll(':', '-'), bare.replace(/(....)(?=.)/g, '$1.'), bare];
  const all = forms.flatMap((form) => [form, form.toLowerCase()]);
  const ids = [];
  for (const form of all) ids.push((await stream(ann, form)).data.deviceId);
  expect(new Set(ids).size).toBe(1);
  for (const form of all)
    for (const path of ['', '/status', '/logs']) expect(await ann.get(`/device/${form}${path}`)).toHaveStatus(200);
  expect((await ann.get(`/device/${bare.toLowerCase()}`)).data.id).toBe(ids[0]);
  expect((await ann.get(`/device/${ids[0].toUpperCase()}`)).data.id).toBe(ids[0]);
  expectRefusal(await ann.get(`/device/${freshMac()}`), 404);
});

test('heart rate 0 and oxygen 0 count as not measured', async () => {
  const ann = await patient();
  const carer = await caregiver({ of: ann });
  const mac = freshMac();
  const health = async () => (await carer.get(`/patients/${ann.id}/health`)).data;
  await stream(ann, mac, { heart_rate: 0, spo2: 0 });
  expect(await health()).toMatchObject({ basis: 'NO_DATA', vitals: { heartRate: null, oxygenSaturation: null } });
  await stream(ann, mac, { heart_rate: 70, spo2: 96, uptime_ms: 2_000 });
  await stream(ann, mac, { heart_rate: 0, spo2: 0, uptime_ms: 3_000 });
  expect(await health()).toMatchObject({ basis: 'DATA', vitals: { heartRate: 70, oxygenSaturation: 96 } });
  const { platform } = await testServer();
  await readingsRecorded();
  const { key } = await platform.db
    .selectFrom('devices')
    .select('key')
    .where('macAddress', '=', mac)
    .executeTakeFirstOrThrow();
  const rows = await platform.db
    .selectFrom('readings')
    .select(['heartRate', 'spo2'])
    .where('deviceKey', '=', key)
    .orderBy('at')
    .execute();
  expect(rows).toEqual([
    { heartRate: null, spo2: null },
    { heartRate: 70, spo2: 96 },
    { heartRate: null, spo2: null },
  ]);
});

test('readings in g are accepted unchanged, with a warning in the answer and in the device log', async () => {
  const { clock, as } = await stoppedApp();
  const ann = await as(await patient());
  const watch = wearer(ann, clock);
  let last = await watch.send({ accel_x: 0.01, accel_y: 0.02, accel_z: 1 });
  for (let i = 0; i < 4; i++) last = await watch.send({ accel_x: 0.01, accel_y: 0.02, accel_z: 1 });
  expect(last.data.warnings).toEqual([expect.stringContaining('looks like g, expected m/s²')]);
  expect(last.data.fallDetected).toBe(false);
  const log = await ann.get(`/device/${watch.mac}/logs?logType=warning`);
  expect(listMessages(log)).toEqual([expect.stringContaining('looks like g, expected m/s²')]);
  const { platform } = await testServer();
  await readingsRecorded();
  const stored = await platform.db
    .selectFrom('readings')
    .innerJoin('devices', 'devices.key', 'readings.deviceKey')
    .select('accelZ')
    .where('macAddress', '=', watch.mac)
    .execute();
  expect(new Set(stored.map((row) => row.accelZ))).toEqual(new Set([1]));
  expect((await wearer(ann, clock).stands(5)).flatMap((answer) => answer.data.warnings)).toEqual([]);
});
