import { describe, expect, test } from 'vitest';
import { writeDeviceNews } from '../../src/features/devices/devices.service.js';
import { eraseReadings } from '../../src/features/ingest/reading-days.service.js';
import { contextOf, system } from '../../src/platform/context.js';
import { newId } from '../../src/platform/ids.js';
import { readingsRecorded, testServer } from '../harness.js';
import { type Answer, caregiver, device, freshMac, type Person, patient, reading, root } from '../people.js';
import {
  dayMs,
  expectRefusal,
  flag,
  float,
  hourMs,
  id,
  integer,
  minuteMs,
  secondMs,
  stoppedApp,
  text,
  time,
  wearer,
} from './shapes.js';

/** Spec section 4.2, device status of section 3, and what was decided about devices and readings. */

const stream = (who: Person, mac: string, changes: object = {}): Promise<Answer> =>
  who.post('/device/sensor-stream', reading(mac, changes));

/** Everything a reading may carry. */
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

const messagesOf = (log: Answer): string[] => log.data.map((entry: { message: string }) => entry.message);

describe('the stream', () => {
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

  test('what was not sent is null or unknown, and stays as it was when it is not sent again', async () => {
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

  test('heart rate 0 and oxygen 0 are no reading', async () => {
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

  test('readings in g are taken as they are, with a warning in the answer and in the log', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const watch = wearer(ann, clock);
    let last = await watch.send({ accel_x: 0.01, accel_y: 0.02, accel_z: 1 });
    for (let i = 0; i < 4; i++) last = await watch.send({ accel_x: 0.01, accel_y: 0.02, accel_z: 1 });
    expect(last.data.warnings).toEqual([expect.stringContaining('looks like g, expected m/s²')]);
    expect(last.data.fallDetected).toBe(false);
    const log = await ann.get(`/device/${watch.mac}/logs?logType=warning`);
    expect(messagesOf(log)).toEqual([expect.stringContaining('looks like g, expected m/s²')]);
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
});

describe('the detector behind the stream', () => {
  test('rest and walking are NO_FALL', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const walker = wearer(ann, clock);
    const sleeper = wearer(ann, clock);
    const answers = [...(await walker.stands(10)), ...(await walker.walks(30)), ...(await sleeper.lies(10))];
    for (const { data } of answers) {
      expect(data).toMatchObject({ fallDetected: false, fallEventId: null });
      expect(data.fallConfidence).toBeLessThanOrEqual(0.3);
    }
    expect((await ann.get('/falls')).body.pagination.total).toBe(0);
  });

  test.each([
    [4.01, 301],
    [5, 400],
    [12, 2_000],
  ])('one plain reading of %d g with %d °/s is POTENTIAL at once', async (impact, turn) => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const { data } = await wearer(ann, clock).hits(impact, turn);
    expect(data).toMatchObject({ fallDetected: true, fallEventId: id });
    expect((await ann.get(`/falls/${data.fallEventId}`)).data.status).toBe('POTENTIAL');
  });

  test('a knock without rotation, or rotation without a knock, is not', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    for (const [impact, turn] of [
      [5, 100],
      [1.2, 800],
    ] as const)
      expect((await wearer(ann, clock).hits(impact, turn)).data.fallDetected).toBe(false);
  });

  test('an impact, then a new posture held still, is HIGH or more', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const last = (await wearer(ann, clock).falls()).at(-1);
    expect(last?.data.fallDetected).toBe(true);
    expect(last?.data.fallConfidence).toBeGreaterThan(0.7);
    const [fall] = (await ann.get('/falls')).data;
    expect(['HIGH', 'CONFIRMED']).toContain(fall.status);
    expect((await ann.get('/falls')).data).toHaveLength(1);
  });
});

describe('the limit of one reading a second', () => {
  const limitSensor = { points: 1, windowMs: secondMs };

  test('200 ms early is jitter, more is 429, and jitter makes nobody faster', async () => {
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

  test('refused ones do not count, and each device has its own', async () => {
    const { clock, as } = await stoppedApp({ limitSensor });
    const [ann, mac] = [await as(await patient()), freshMac()];
    await stream(ann, mac);
    for (let i = 0; i < 20; i++) expect(await stream(ann, mac)).toHaveStatus(429);
    expect(await stream(ann, freshMac())).toHaveStatus(200);
    expectRefusal(await stream(ann, mac, { accel_x: 'x' }), 400, 'accel_x');
    clock.ms += secondMs;
    expect(await stream(ann, mac)).toHaveStatus(200);
  });

  test('the refusal says when to come again, and touches nothing', async () => {
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

  test('a fall in a refused reading is recorded and alerted all the same', async () => {
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
});

describe('status', () => {
  test('goes by the age of the last reading, to the millisecond', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const { deviceId } = (await stream(ann, freshMac())).data;
    const start = clock.ms;
    for (const [age, status] of [
      [0, 'ACTIVE'],
      [30 * minuteMs - 1, 'ACTIVE'],
      [30 * minuteMs, 'INACTIVE'],
      [24 * hourMs - 1, 'INACTIVE'],
      [24 * hourMs, 'OFFLINE'],
      [20 * dayMs, 'OFFLINE'],
    ] as const) {
      clock.ms = start + age;
      expect((await ann.get(`/device/${deviceId}`)).data.status).toBe(status);
      expect((await ann.get(`/device/${deviceId}/status`)).data.status).toBe(status);
      expect((await ann.get('/patients/me')).data.devices).toMatchObject([{ id: deviceId, status }]);
    }
  });

  test('the next accepted reading makes it ACTIVE, and says so in the log', async () => {
    const { clock, as } = await stoppedApp();
    const [ann, mac] = [await as(await patient()), freshMac()];
    const { deviceId } = (await stream(ann, mac)).data;
    for (const age of [31 * minuteMs, 25 * hourMs]) {
      clock.ms += age;
      await stream(ann, mac);
      expect((await ann.get(`/device/${deviceId}`)).data.status).toBe('ACTIVE');
    }
    const online = messagesOf(await ann.get(`/device/${deviceId}/logs?logType=info`)).filter((m) =>
      /back online/i.test(m),
    );
    expect(online).toHaveLength(2);
  });

  test('a device that was never heard is UNREGISTERED', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const { id: deviceId } = await device(ann);
    await writeDeviceNews(contextOf(platform, system));
    await platform.db.updateTable('devices').set({ lastSeen: null }).where('id', '=', deviceId).execute();
    expect((await ann.get(`/device/${deviceId}`)).data).toMatchObject({ status: 'UNREGISTERED', lastSeen: null });
  });

  test('DISABLED: refused, nothing stored, seen by wearer and caregivers; enabling derives it again', async () => {
    const { clock, as } = await stoppedApp();
    const [someone, boss] = [await patient(), await root()];
    const carer = await caregiver({ of: someone });
    const [ann, mac] = [await as(someone), freshMac()];
    const { deviceId, timestamp } = (await stream(ann, mac)).data;
    const off = await boss.post(`/admin/devices/${deviceId}/disable`);
    expect(off).toHaveStatus(200);
    expect(off.data).toMatchObject({ id: deviceId, status: 'DISABLED', macAddress: mac, userId: ann.id });
    clock.ms += minuteMs;
    const refused = await stream(ann, mac, { accel_x: 50, gyro_x: 400 });
    expectRefusal(refused, 403);
    expect(refused.body.error).toMatch(/disabled/i);
    expect((await ann.get('/falls')).data).toEqual([]);
    expect((await ann.get(`/device/${deviceId}`)).data).toMatchObject({ status: 'DISABLED', lastSeen: timestamp });
    expect((await ann.get('/patients/me')).data.devices).toMatchObject([{ status: 'DISABLED' }]);
    expect((await carer.get(`/patients/${ann.id}/devices`)).data).toMatchObject([{ status: 'DISABLED' }]);
    const warnings = messagesOf(await carer.get(`/device/${deviceId}/logs?logType=warning`));
    expect(warnings.some((message) => /refused.*not monitored/i.test(message))).toBe(true);
    expect(await boss.post(`/admin/devices/${deviceId}/disable`)).toHaveStatus(200);
    clock.ms += 31 * minuteMs;
    const chief = await as({ ...boss }, 'Root-of-all-7!');
    const on = await chief.post(`/admin/devices/${deviceId}/enable`);
    expect(on).toHaveStatus(200);
    expect(on.data.status).toBe('INACTIVE');
    expect((await chief.post(`/admin/devices/${deviceId}/enable`)).data.status).toBe('INACTIVE');
    expect(await stream(ann, mac)).toHaveStatus(200);
    expect((await ann.get(`/device/${deviceId}`)).data.status).toBe('ACTIVE');
  });
});

describe('owners', () => {
  test('a foreign MAC address is 403, stores nothing, and warns the owner', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const { id: deviceId, mac } = await device(ann);
    const before = (await ann.get(`/device/${deviceId}`)).data;
    expectRefusal(await stream(bob, mac, { battery_level: 1 }), 403);
    expect((await ann.get(`/device/${deviceId}`)).data).toEqual(before);
    const log = await ann.get(`/device/${deviceId}/logs?logType=warning`);
    expect(messagesOf(log)).toEqual([expect.stringMatching(/another account/i)]);
    expect(JSON.stringify(log.body)).not.toContain(bob.id);
  });

  test('the 11th device is 403', async () => {
    const ann = await patient();
    const first = await device(ann);
    for (let i = 1; i < 10; i++) await device(ann);
    const refused = await stream(ann, freshMac());
    expectRefusal(refused, 403);
    expect(refused.body.error).toBe('Device limit reached (10)');
    expect(await stream(ann, first.mac)).toHaveStatus(200);
    expect(await ann.delete(`/device/${first.id}`)).toHaveStatus(204);
    expect(await stream(ann, freshMac())).toHaveStatus(200);
  });

  test('two first readings at once register one device', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const answers = await Promise.all([1, 2, 3, 4].map((n) => stream(ann, mac, { uptime_ms: n * 1_000 })));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.data.deviceId)).size).toBe(1);
  });

  test('owner, assigned caregiver and admin read a device; the owner alone deletes it', async () => {
    const ann = await patient();
    const { id: deviceId } = await device(ann);
    const [carer, stranger, bob, boss] = [
      await caregiver({ of: ann }),
      await caregiver(),
      await patient(),
      await root(),
    ];
    for (const path of ['', '/status', '/logs']) {
      for (const who of [ann, carer, boss]) expect(await who.get(`/device/${deviceId}${path}`)).toHaveStatus(200);
      for (const who of [stranger, bob]) expectRefusal(await who.get(`/device/${deviceId}${path}`), 403);
    }
    for (const who of [carer, boss, stranger, bob]) expectRefusal(await who.delete(`/device/${deviceId}`), 403);
    const gone = await ann.delete(`/device/${deviceId}`);
    expect(gone).toHaveStatus(204);
    expect(gone.body).toBeUndefined();
    for (const path of ['', '/status', '/logs']) expectRefusal(await ann.get(`/device/${deviceId}${path}`), 404);
    expectRefusal(await ann.delete(`/device/${deviceId}`), 404);
  });

  test('deletion takes the readings, keeps the falls with their evidence, and frees the MAC address', async () => {
    const { platform } = await testServer();
    const { clock, as } = await stoppedApp();
    const [ann, bob] = [await as(await patient()), await as(await patient())];
    const watch = wearer(ann, clock);
    const { deviceId, fallEventId } = (await watch.isKnocked()).data;
    const { key } = await platform.db
      .selectFrom('devices')
      .select('key')
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    expect(await ann.delete(`/device/${watch.mac}`)).toHaveStatus(204);
    await readingsRecorded();
    await eraseReadings(contextOf(platform, system));
    expect(await platform.db.selectFrom('readings').select('at').where('deviceKey', '=', key).execute()).toEqual([]);
    const fall = (await ann.get(`/falls/${fallEventId}`)).data;
    expect(fall).toMatchObject({ id: fallEventId, sensorData: { accel: [float, float, float] } });
    const anew = await stream(bob, watch.mac);
    expect(anew).toHaveStatus(200);
    expect(anew.data.deviceId).not.toBe(deviceId);
    expect((await bob.get(`/device/${watch.mac}`)).data.userId).toBe(bob.id);
  });
});

describe('the log', () => {
  test('has an entry of every kind', async () => {
    const { clock, as } = await stoppedApp();
    const [ann, bob, boss, mac] = [await as(await patient()), await patient(), await root(), freshMac()];
    const send = (changes: object) => {
      clock.ms += 1_000;
      return stream(ann, mac, changes);
    };
    const { deviceId } = (await send({ uptime_ms: 10_000, battery_level: 21 })).data;
    await send({ uptime_ms: 11_000, battery_level: 20 });
    await send({ uptime_ms: 12_000, battery_level: 19 });
    await send({ uptime_ms: 13_000, battery_level: 5, sensors_initialized: false });
    await send({ uptime_ms: 14_000, battery_level: 4, sensors_initialized: false });
    await send({ uptime_ms: 500 });
    await send({ uptime_ms: 1_500, accel_x: 50, gyro_x: 400 });
    clock.ms += 31 * minuteMs;
    await send({ uptime_ms: 9_000_000 });
    await stream(bob, mac);
    await boss.post(`/admin/devices/${deviceId}/disable`);
    await send({});
    await boss.post(`/admin/devices/${deviceId}/enable`);
    const log = await ann.get(`/device/${deviceId}/logs?limit=100`);
    expect(log.data).toContainEqual({ id, deviceId, type: 'INFO', message: text, timestamp: time });
    const kinds = log.data.map(({ type, message }: { type: string; message: string }) => `${type} ${message}`);
    for (const kind of [
      /^INFO registered/i,
      /^WARNING battery at 20 %/i,
      /^ERROR battery at 5 %/i,
      /^ERROR sensors are not initialised/i,
      /^INFO restarted/i,
      /^WARNING fall assessed POTENTIAL/i,
      /^INFO back online/i,
      /^WARNING .*another account/i,
      /^WARNING disabled/i,
      /^WARNING .*refused.*disabled/i,
      /^INFO enabled/i,
    ])
      expect(kinds.filter((line: string) => kind.test(line))).toHaveLength(1);
    expect(kinds).toHaveLength(11);
  });

  test('is filtered by type, newest first, in pages of 20', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const { id: deviceId } = await device(ann);
    const types = ['INFO', 'WARNING', 'ERROR'] as const;
    const startMs = Date.now();
    await platform.db
      .insertInto('deviceLog')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          id: newId(),
          deviceId,
          type: types[n % 3] as 'INFO',
          message: `entry ${n}`,
          timestamp: new Date(startMs - n * 1_000 - 60_000).toISOString(),
        })),
      )
      .execute();
    for (const [logType, type, total] of [
      ['info', 'INFO', 21],
      ['warning', 'WARNING', 20],
      ['error', 'ERROR', 20],
    ] as const) {
      const { body } = await ann.get(`/device/${deviceId}/logs?logType=${logType}`);
      expect(body.pagination).toEqual({ page: 1, limit: 20, total, totalPages: Math.ceil(total / 20) });
      expect(new Set(body.data.map((entry: { type: string }) => entry.type))).toEqual(new Set([type]));
    }
    const { data } = await ann.get(`/device/${deviceId}/logs?limit=100`);
    const times = data.map((entry: { timestamp: string }) => entry.timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('keeps the newest 1,000 entries', async () => {
    const { platform } = await testServer();
    const [ann, boss] = [await patient(), await root()];
    const { id: deviceId } = await device(ann);
    const oldestMs = Date.now() - 2 * hourMs;
    for (let piece = 0; piece < 3; piece++)
      await platform.db
        .insertInto('deviceLog')
        .values(
          Array.from({ length: 500 }, (_, n) => ({
            id: newId(),
            deviceId,
            type: 'INFO' as const,
            message: `old ${piece * 500 + n}`,
            timestamp: new Date(oldestMs + (piece * 500 + n) * 1_000).toISOString(),
          })),
        )
        .execute();
    await boss.post(`/admin/devices/${deviceId}/disable`);
    const last = await ann.get(`/device/${deviceId}/logs?limit=100&page=10`);
    expect(last.body.pagination).toMatchObject({ total: 1_000, totalPages: 10 });
    expect(messagesOf(last).at(-1)).toBe('old 502');
    expect(messagesOf(await ann.get(`/device/${deviceId}/logs`))[0]).toMatch(/disabled/i);
  });
});
