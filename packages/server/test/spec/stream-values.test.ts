import { expect, test } from 'vitest';
import { freshMac, patient } from '../people.js';
import { stream } from './calls.js';
import { expectRefusal } from './shapes.js';

/** POST /device/sensor-stream: which values it accepts. */

test.each([
  '',
  'AA',
  'AA:BB:CC:DD:EE',
  'AA:BB:CC:DD:EE:FF:00',
  'GG:BB:CC:DD:EE:FF',
  'AA:BB-CC:DD:EE:FF',
  ' AA:BB:CC:DD:EE:FF',
  'AABBCCDDEEF',
  'AA BB CC DD EE FF',
  'AABB.CCDDEEFF',
  5,
  null,
])('device_id %j is 400', async (value) =>
  expectRefusal(await stream(await patient(), freshMac(), { device_id: value }), 400, 'device_id'),
);

test('every missing field is named at once', async () => {
  const required = ['device_id', 'accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z', 'uptime_ms'];
  expectRefusal(await (await patient()).post('/device/sensor-stream', {}), 400, ...required);
});

test.each([
  ['spo2', [-1, 101, 97.5, '97', true, null]],
  ['battery_level', [-0.1, 100.1, '50', null]],
  ['fsr', [-0.01, 1.01, '1', null]],
  ['heart_rate', [-1, 301, 72.5, '72', null]],
  ['uptime_ms', [-1, 1.5, '1', null]],
  ['pressure', [0, -1, '1013', null]],
  ['wifi_connected', [1, 'true', null]],
  ['bluetooth_connected', [0, 'false']],
  ['sensors_initialized', [1, 'yes']],
  ['signal_strength', ['-61', 1.5]],
])('impossible %s is 400 and stores nothing', async (field, values) => {
  const [ann, mac] = [await patient(), freshMac()];
  for (const value of values) expectRefusal(await stream(ann, mac, { [field]: value }), 400, field);
  expectRefusal(await ann.get(`/device/${mac}`), 404);
});

test('extreme but possible values are accepted', async () => {
  const ann = await patient();
  for (const changes of [
    { heart_rate: 300, spo2: 1, battery_level: 0, fsr: 0 },
    { heart_rate: 1, spo2: 100, battery_level: 100, fsr: 1 },
    { accel_x: -160, accel_y: 160, accel_z: 0, gyro_x: 2_000, gyro_y: -2_000 },
    { accel_x: 0, accel_y: 0, accel_z: 0, gyro_x: 0, gyro_y: 0, gyro_z: 0, uptime_ms: 0 },
    { uptime_ms: 4_294_967_296, pressure: 300 },
  ])
    expect(await stream(ann, freshMac(), changes)).toHaveStatus(200);
});
