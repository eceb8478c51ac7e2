import { expect, test } from 'vitest';
import { appWith, othersKnow, type TestProcess, testServer } from '../../../test/harness.js';
import { caller, device, freshMac, type Person, patient, reading, root } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
// Imported for the state that it declares.
import type {} from './device-cache.js';
import { writeDeviceUpdates } from './devices.service.js';

const minuteMs = 60_000;

/** A patient with a unique name, to search for. */
async function namedPatient(): Promise<{ person: Person; name: string }> {
  const person = await patient();
  const name = `Zed${newId().slice(-12)}`;
  await person.put('/profile/me', { firstName: name, lastName: 'O_Neil %' });
  return { person, name };
}

const listMacs = (answer: { data: { macAddress: string }[] }) => answer.data.map(({ macAddress }) => macAddress);

test('an admin sees every device with its owner, the longest silent first', async () => {
  const boss = await root();
  const { person, name } = await namedPatient();
  const { clock } = await testServer();
  const macs = [freshMac(), freshMac(), freshMac()];
  // The last device sends first.
  for (const [index, mac] of macs.toReversed().entries()) {
    clock.offsetMs += index * 1_000;
    await person.post('/device/sensor-stream', reading(mac, { battery_level: 42 }));
  }
  clock.offsetMs = 0;
  const answer = await boss.get(`/admin/devices?search=${name}&limit=2`);
  expect(answer.body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
  expect(listMacs(answer)).toEqual(macs.toReversed().slice(0, 2));
  expect(answer.data[0]).toMatchObject({
    userId: person.id,
    owner: { id: person.id, name: `${name} O_Neil %` },
    status: 'ACTIVE',
    batteryLevel: 42,
    lastSeen: expect.any(String),
  });
  expect(JSON.stringify(answer.body)).not.toContain(person.email);
  const newest = await boss.get(`/admin/devices?search=${name}&order=desc`);
  expect(listMacs(newest)).toEqual(macs);
});

test('a search is literal and case-insensitive, over MAC address, name and owner', async () => {
  const boss = await root();
  const { person, name } = await namedPatient();
  const { mac } = await device(person);
  const find = async (words: string) => listMacs(await boss.get(`/admin/devices?search=${encodeURIComponent(words)}`));
  expect(await find(mac.toLowerCase())).toEqual([mac]);
  expect(await find(person.email)).toEqual([mac]);
  expect(await find(`${name.toUpperCase()} o_neil %`)).toEqual([mac]);
  expect(await find(`${name} O%Neil`)).toEqual([]);
  expect(await find(`${name} OxNeil`)).toEqual([]);
  expect(await find(`${name}\\`)).toEqual([]);
  expect(await boss.get('/admin/devices?search=%20')).toHaveStatus(400);
});

test('the status filter matches the status that each device shows', async () => {
  const boss = await root();
  const { person, name } = await namedPatient();
  const { mac, id } = await device(person);
  const { clock, platform } = await testServer();
  const app = await appWith({ sessionDurationMs: 100 * 24 * 60 * minuteMs });
  const { token } = (
    await caller(undefined, app).post('/auth/login', { email: boss.email, password: 'Root-of-all-7!' })
  ).body;
  const later = caller(token, app);
  const statusAfter = async (ms: number) => {
    clock.offsetMs = ms;
    try {
      const statuses = ['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'];
      const shown = (await later.get(`/device/${mac}`)).data.status;
      const listed = [];
      for (const status of statuses)
        if ((await later.get(`/admin/devices?search=${name}&status=${status}`)).data.length > 0) listed.push(status);
      expect(listed).toEqual([shown]);
      return shown;
    } finally {
      clock.offsetMs = 0;
    }
  };
  expect(await statusAfter(0)).toBe('ACTIVE');
  expect(await statusAfter(31 * minuteMs)).toBe('INACTIVE');
  expect(await statusAfter(25 * 60 * minuteMs)).toBe('OFFLINE');
  await writeDeviceUpdates(createContext(platform, system), 'all');
  await platform.db.updateTable('devices').set({ lastSeen: null }).where('id', '=', id).execute();
  platform.state.deviceCache.forgetWhere(() => true);
  expect(await statusAfter(0)).toBe('UNREGISTERED');
  await boss.post(`/admin/devices/${id}/disable`);
  expect(await statusAfter(0)).toBe('DISABLED');
  expect(await boss.get('/admin/devices?status=BROKEN')).toHaveStatus(400);
});

test('values received by several processes are merged, in the table and in each process', async () => {
  const { processes } = await testServer();
  const [here, there] = [processes[0] as TestProcess, processes.at(-1) as TestProcess];
  const [ann, mac] = [await patient(), freshMac()];
  const hear = ({ app }: TestProcess, uptimeMs: number, changes: object = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/device/sensor-stream',
      headers: { authorization: `Bearer ${ann.token}` },
      payload: reading(mac, { uptime_ms: uptimeMs, ...changes }),
    });
  for (const [index, process] of [here, there].entries()) await hear(process, 1_000 * (index + 1));
  await hear(here, 3_000, { battery_level: 50, heart_rate: 190, spo2: 70 });
  await hear(there, 4_000, { firmware_version: '2.0' });
  await othersKnow();
  await hear(here, 5_000);
  await hear(there, 6_000);
  const together = { batteryLevel: 50, firmwareVersion: '2.0', uptime: 6_000 };
  expect((await caller(ann.token, there.app).get(`/device/${mac}/status`)).data).toMatchObject(together);
  await othersKnow();
  const { healthScore } = (await ann.get('/patients/me')).data;
  expect(healthScore).toBeLessThan(30);
  for (const process of processes) expect((await hear(process, 6_000)).json().data).toMatchObject({ healthScore });
  for (const { app } of processes)
    expect((await caller(ann.token, app).get(`/device/${mac}/status`)).data).toMatchObject(together);
});
