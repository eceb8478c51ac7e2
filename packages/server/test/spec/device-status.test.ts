import { expect, test } from 'vitest';
import { writeDeviceUpdates } from '../../src/features/devices/devices.service.js';
import { createContext, system } from '../../src/platform/context.js';
import { testServer } from '../harness.js';
import { caregiver, device, freshMac, patient, root } from '../people.js';
import { listMessages, stream } from './calls.js';
import { dayMs, expectRefusal, hourMs, minuteMs, stoppedApp } from './shapes.js';

/** The status of a device. */

test('depends on the age of the last reading, to the millisecond', async () => {
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

test('the next accepted reading makes it ACTIVE, with an entry in the device log', async () => {
  const { clock, as } = await stoppedApp();
  const [ann, mac] = [await as(await patient()), freshMac()];
  const { deviceId } = (await stream(ann, mac)).data;
  for (const age of [31 * minuteMs, 25 * hourMs]) {
    clock.ms += age;
    await stream(ann, mac);
    expect((await ann.get(`/device/${deviceId}`)).data.status).toBe('ACTIVE');
  }
  const online = listMessages(await ann.get(`/device/${deviceId}/logs?logType=info`)).filter((m) =>
    /back online/i.test(m),
  );
  expect(online).toHaveLength(2);
});

test('a device that never sent a reading is UNREGISTERED', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  const { id: deviceId } = await device(ann);
  await writeDeviceUpdates(createContext(platform, system), 'all');
  await platform.db.updateTable('devices').set({ lastSeen: null }).where('id', '=', deviceId).execute();
  expect((await ann.get(`/device/${deviceId}`)).data).toMatchObject({ status: 'UNREGISTERED', lastSeen: null });
});

test('DISABLED: refused, nothing stored, visible to wearer and caregivers; enabling derives the status again', async () => {
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
  const warnings = listMessages(await carer.get(`/device/${deviceId}/logs?logType=warning`));
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
