import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import {
  assign,
  caller,
  caregiver,
  device,
  freshEmail,
  freshMac,
  type Person,
  patient,
  reading,
  root,
} from '../../../test/people.js';
import { newId } from '../../platform/ids.js';

async function named(person: Person): Promise<string> {
  const name = `Zoe${newId().slice(-12)}`;
  await person.put('/profile/me', { firstName: name, lastName: '100%_sure' });
  return name;
}

const listIds = (answer: { data: { id: string }[] }) => answer.data.map(({ id }) => id);

describe('people without a caregiver', () => {
  test('are those without an active caregiver, in the list and in the statistics', async () => {
    const boss = await root();
    const statistics = async () => (await boss.get('/admin/stats')).data.patientsWithoutCaregiver;
    const before = await statistics();
    const ann = await patient();
    const name = await named(ann);
    const find = async (is: boolean) => listIds(await boss.get(`/patients?search=${name}&withoutCaregiver=${is}`));
    expect([await find(true), await find(false)]).toEqual([[ann.id], []]);
    expect(await statistics()).toBe(before + 1);
    const carl = await caregiver({ of: ann });
    expect([await find(true), await find(false)]).toEqual([[], [ann.id]]);
    expect(await statistics()).toBe(before);
    await boss.put(`/admin/users/${carl.id}`, { status: 'inactive' });
    expect([await find(true), await find(false)]).toEqual([[ann.id], []]);
    expect(await statistics()).toBe(before + 1);
    await boss.put(`/admin/users/${ann.id}`, { status: 'inactive' });
    expect(await find(true)).toEqual([ann.id]);
    expect(await statistics()).toBe(before);
  });

  test('are not shown to a caregiver who is not assigned to them', async () => {
    const [ann, carl] = [await patient(), await caregiver()];
    const name = await named(ann);
    expect((await carl.get(`/patients?withoutCaregiver=true&search=${name}`)).body.pagination.total).toBe(0);
    await assign(carl, ann);
    expect(listIds(await carl.get('/patients?withoutCaregiver=true'))).toEqual([]);
    expect(listIds(await carl.get('/patients'))).toEqual([ann.id]);
  });
});

describe('a search', () => {
  test.each(['/patients', '/admin/users'])('of %s finds a part of the name or the e-mail, literally', async (list) => {
    const [ann, boss] = [await patient(), await root()];
    const name = await named(ann);
    const find = async (words: string) => listIds(await boss.get(`${list}?search=${encodeURIComponent(words)}`));
    expect(await find(name.slice(2).toUpperCase())).toEqual([ann.id]);
    expect(await find(`${name} 100%_SURE`)).toEqual([ann.id]);
    expect(await find(ann.email.slice(4, -4).toUpperCase())).toEqual([ann.id]);
    expect(await find(`${name}_100`)).toEqual([]);
    expect(await find(`${name}%sure`)).toEqual([]);
    const { pagination } = (await boss.get(`${list}?search=${name}`)).body;
    expect(pagination.total).toBe(1);
  });

  test.each(['/patients', '/admin/users'])(
    'of %s ignores diacritics, and finds the room and the ward',
    async (list) => {
      const [ann, boss] = [await patient(), await root()];
      const mark = newId().slice(-12);
      await ann.put('/profile/me', { firstName: `Łukasz${mark}`, lastName: 'Müller-Großstraße' });
      await boss.put(`/patients/${ann.id}`, { room: `12B-${mark}`, ward: `Süd ${mark}` });
      const find = async (words: string) => listIds(await boss.get(`${list}?search=${encodeURIComponent(words)}`));
      for (const words of [
        `lukasz${mark} muller`,
        `muller lukasz${mark}`,
        `MÜLLER ${mark}`,
        `Mu\u0308ller ${mark}`,
        `grossstrasse ${mark}`,
        `GROẞ ${mark}`,
        `12b-${mark}`,
        `sud ${mark} muller`,
      ])
        expect(await find(words), words).toEqual([ann.id]);
      expect(await find(`moller ${mark}`)).toEqual([]);
      await boss.put(`/patients/${ann.id}`, { room: null, ward: null });
      expect(await find(`12b-${mark}`)).toEqual([]);
    },
  );

  test('of devices finds the owner and the device, without diacritics', async () => {
    const [ann, boss] = [await patient(), await root()];
    const mark = newId().slice(-12);
    await ann.put('/profile/me', { lastName: `Gößmann${mark}` });
    const { id } = await device(ann);
    await boss.put(`/patients/${ann.id}`, { room: `7-${mark}` });
    for (const words of [`gossmann${mark}`, `7-${mark} GOSSMANN`])
      expect(listIds(await boss.get(`/admin/devices?search=${encodeURIComponent(words)}`)), words).toEqual([id]);
  });

  test('works for caregivers too', async () => {
    const [carl, boss] = [await caregiver(), await root()];
    const name = await named(carl);
    const answer = await boss.get(`/caregivers?search=${name.toLowerCase()}`);
    expect(listIds(answer)).toEqual([carl.id]);
    expect(answer.body.pagination.total).toBe(1);
    expect(listIds(await boss.get(`/caregivers?search=${name}_`))).toEqual([]);
  });
});

describe('the patient list', () => {
  test('shows the number of unacknowledged alerts, each once for any number of recipients', async () => {
    const ann = await patient();
    const [carl, dora] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    const open = async (person: Person) => (await person.get('/patients')).data[0].openAlerts;
    expect(await open(carl)).toBe(0);
    await ann.post('/falls', { confidence: 0.95 });
    expect([await open(carl), await open(dora)]).toEqual([1, 1]);
    await ann.post('/falls', { confidence: 0.2 });
    expect(await open(carl)).toBe(1);
    const [alert] = (await carl.get('/caregivers/alerts')).data;
    await carl.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    expect([await open(carl), await open(dora)]).toEqual([0, 0]);
  });

  test('shows the device that sent last', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    const shown = async () => (await carl.get('/patients')).data[0].device;
    expect(await shown()).toBeNull();
    const { clock } = await testServer();
    const mac = freshMac();
    await ann.post('/device/sensor-stream', reading(mac, { battery_level: 30 }));
    clock.offsetMs += 5_000;
    try {
      await device(ann);
      expect(await shown()).toMatchObject({ status: 'ACTIVE', batteryLevel: null });
      clock.offsetMs += 5_000;
      await ann.post('/device/sensor-stream', reading(mac, { battery_level: 29, uptime_ms: 12_000 }));
      expect(await shown()).toEqual({
        status: 'ACTIVE',
        notWornSince: null,
        batteryLevel: 29,
        lastSeen: expect.any(String),
      });
    } finally {
      clock.offsetMs = 0;
    }
  });
});

test('silent devices are counted, without disabled devices and those that send', async () => {
  const [ann, boss] = [await patient(), await root()];
  const { platform, clock } = await testServer();
  const silent = async () => (await boss.get('/admin/stats')).data.silentDevices;
  const [one, other] = [await device(ann), await device(ann)];
  const before = await silent();
  const setBack = async (id: string, hours: number) => {
    const lastSeen = new Date(clock.nowMs() - hours * 3_600_000).toISOString();
    await platform.db.updateTable('devices').set({ lastSeen }).where('id', '=', id).execute();
  };
  await setBack(one.id, 1);
  expect(await silent()).toBe(before + 1);
  await setBack(other.id, 48);
  expect(await silent()).toBe(before + 2);
  await boss.post(`/admin/devices/${other.id}/disable`);
  expect(await silent()).toBe(before + 1);
});

test('a caregiver at the patient limit cannot create more, until an admin unassigns one', async () => {
  const app = await appWith({ patientsPerCaregiver: 2 });
  const carer = await caregiver();
  const create = () =>
    caller(carer.token, app).post('/patients', { email: freshEmail(), firstName: 'Ann', lastName: 'Lee' });
  const first = await create();
  expect(first).toHaveStatus(201);
  expect(await create()).toHaveStatus(201);
  const refused = await create();
  expect(refused).toHaveStatus(403);
  expect(refused.body.error).toBe('Patient limit reached (2). Ask an admin to assign further patients to you.');
  const [other, boss] = [await patient(), await root()];
  const assigned = await caller(boss.token, app).post(`/caregivers/${carer.id}/patients`, { patientId: other.id });
  expect(assigned).toHaveStatus(201);
  for (const id of [first.data.id, other.id]) await boss.delete(`/caregivers/${carer.id}/patients/${id}`);
  expect(await create()).toHaveStatus(201);
});
