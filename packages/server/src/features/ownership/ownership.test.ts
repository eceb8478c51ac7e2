import { describe, expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../../../test/harness.js';
import { pairedDevice } from '../../../test/pairing.js';
import {
  admin,
  assign,
  type Caller,
  caller,
  caregiver,
  device,
  freshMac,
  type Person,
  patient,
  reading,
  root,
} from '../../../test/people.js';
import { freshHour, minuteMs, own, rollUpTo, send } from '../../../test/vitals.js';

const stream = '/device/sensor-stream';

/** A caregiver of both people. */
async function sharedCaregiver(ann: Person, bob: Person): Promise<Person> {
  const carol = await caregiver({ of: ann });
  await assign(carol, bob);
  return carol;
}

async function countReadings(key: number): Promise<number> {
  const { platform } = await testServer();
  await readingsRecorded();
  return (await platform.db.selectFrom('readings').select('at').where('deviceKey', '=', key).execute()).length;
}

async function readKey(id: string): Promise<number> {
  const { platform } = await testServer();
  const { key } = await platform.db.selectFrom('devices').select('key').where('id', '=', id).executeTakeFirstOrThrow();
  return key;
}

describe('renaming', () => {
  test('by the owner, the assigned caregiver and an admin', async () => {
    const ann = await patient();
    const { id, mac } = await device(ann);
    for (const person of [ann, await caregiver({ of: ann }), await admin()]) {
      const name = `Watch ${person.id}`;
      expect((await person.put(`/device/${mac}`, { name: ` ${name} ` })).data).toMatchObject({ id, name });
      expect((await ann.get(`/device/${id}`)).data.name).toBe(name);
    }
    expect(await ann.put(`/device/${id}`, { name: ' ' })).toHaveStatus(400);
    expect(await (await caregiver()).put(`/device/${id}`, { name: 'Mine' })).toHaveStatus(403);
  });
});

describe('releasing', () => {
  test('frees the MAC address; readings and falls stay with the person who wore it', async () => {
    const { platform } = await testServer();
    const [ann, bob] = [await patient(), await patient()];
    const { id, mac } = await device(ann);
    const key = await readKey(id);
    const fall = (await ann.post('/falls', { confidence: 0.8 })).data;
    await platform.db.updateTable('falls').set({ deviceId: id }).where('id', '=', fall.id).execute();
    expect(await bob.post(stream, reading(mac))).toHaveStatus(403);
    expect(await ann.post(`/device/${id}/release`)).toHaveStatus(204);
    expect(await ann.get(`/device/${id}`)).toHaveStatus(404);

    const answer = await bob.post(stream, reading(mac));
    expect(answer).toHaveStatus(200);
    expect(answer.data.deviceId).not.toBe(id);
    expect(await ann.get(`/device/${mac}`)).toHaveStatus(403);
    expect(await countReadings(key)).toBe(1);
    expect(await platform.db.selectFrom('erasedDevices').select('key').where('key', '=', key).execute()).toEqual([]);
    expect((await ann.get(`/falls/${fall.id}`)).data.userId).toBe(ann.id);
    expect((await bob.get('/falls')).data).toEqual([]);
  });

  test('vitals stay with the person who wore it, and are erased with the account', async () => {
    const { platform } = await testServer();
    const [ann, bob] = [await patient(), await patient()];
    const mac = freshMac();
    const hour = await freshHour();
    await send(ann, mac, hour, { heart_rate: 71 });
    const { id } = (await ann.get(`/device/${mac}`)).data;
    const key = await readKey(id);
    await ann.post(`/device/${id}/release`);
    // Also readings that are rolled up after the release.
    await send(bob, mac, hour + minuteMs, { heart_rate: 72 });
    await rollUpTo(hour + 2 * minuteMs);
    const shown = async (person: Person) => {
      const { data } = await own(person, hour, hour + 5 * minuteMs, 60);
      return data.buckets.map((bucket: { heartRate: { mean: number } | null }) => bucket.heartRate?.mean);
    };
    expect(await shown(ann)).toEqual([71]);
    expect(await shown(bob)).toEqual([72]);
    await ann.delete('/profile/me', { confirmation: true });
    const erased = platform.db.selectFrom('erasedDevices').select('key').where('key', '=', key);
    expect(await erased.execute()).toEqual([{ key }]);
  });

  test('closes the alerts about the device', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const carol = await caregiver({ of: ann });
    const { id } = await device(ann);
    const since = new Date().toISOString();
    const drill = (await carol.post(`/patients/${ann.id}/drills`)).data;
    expect(drill).toBeDefined();
    const open = () =>
      platform.db
        .selectFrom('escalations')
        .select(['id', 'closedAt'])
        .where('patientId', '=', ann.id)
        .executeTakeFirst();
    const escalation = await open();
    await platform.db
      .insertInto('deviceTroubles')
      .values({ deviceId: id, kind: 'SILENT', since, escalationId: escalation?.id ?? null })
      .execute();
    expect(escalation?.closedAt).toBeNull();
    await carol.post(`/device/${id}/release`);
    expect((await open())?.closedAt).not.toBeNull();
  });
});

describe('transferring', () => {
  test('by a caregiver of both: a new device of the new owner, and the credential ends', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const carol = await sharedCaregiver(ann, bob);
    const watch = await pairedDevice(ann);
    await ann.put(`/device/${watch.id}`, { name: 'Blue watch' });
    const { data } = await carol.post(`/device/${watch.id}/transfer`, { patientId: bob.id });
    expect(data).toMatchObject({ userId: bob.id, macAddress: watch.mac, name: 'Blue watch', lastSeen: null });
    expect(data.id).not.toBe(watch.id);
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(401);
    expect(await ann.post(stream, reading(watch.mac))).toHaveStatus(403);
    const { credential } = (await carol.post(`/device/${data.id}/credentials`)).data;
    expect((await caller(credential).post(stream, reading(watch.mac))).data.deviceId).toBe(data.id);
  });

  test('a caregiver transfers the own device to an assigned patient', async () => {
    const ann = await patient();
    const carol = await caregiver({ of: ann });
    const { id, mac } = await device(carol);
    expect((await carol.post(`/device/${id}/transfer`, { patientId: ann.id })).data.userId).toBe(ann.id);
    expect(await ann.post(stream, reading(mac))).toHaveStatus(200);
  });

  test('not to people whom the caller does not manage, who are no patients, or who have ten devices', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const carol = await caregiver({ of: ann });
    const { id } = await device(ann);
    const transfer = (person: Person, patientId: string) => person.post(`/device/${id}/transfer`, { patientId });
    expect((await transfer(carol, bob.id)).body.error).toBe('You are not assigned to this patient');
    expect((await transfer(ann, bob.id)).body.error).toContain('release it');
    expect(await transfer(carol, carol.id)).toHaveStatus(404);
    expect(await transfer(carol, 'nobody')).toHaveStatus(400);
    expect(await transfer(carol, ann.id)).toHaveStatus(409);
    await assign(carol, bob);
    for (let count = 0; count < 10; count++) await device(bob);
    expect((await transfer(carol, bob.id)).body.error).toBe('Device limit reached (10)');
    expect((await ann.get(`/device/${id}`)).data.userId).toBe(ann.id);
  });
});

describe('data of a stranger', () => {
  const listRaised = async ({ id }: Person) => {
    const { platform } = await testServer();
    const rows = platform.db.selectFrom('escalations').selectAll().where('patientId', '=', id);
    return rows.where('type', '=', 'FOREIGN_DATA').execute();
  };
  const sendRepeatedly = async (sender: Caller, mac: string, readings: number) => {
    for (let count = 0; count < readings; count++) expect(await sender.post(stream, reading(mac))).toHaveStatus(403);
  };

  test('five refused readings within ten minutes alert the admins, once a day', async () => {
    const { clock } = await testServer();
    const [ann, eve] = [await patient(), await patient()];
    const { mac } = await device(ann);
    await sendRepeatedly(eve, mac, 4);
    expect(await listRaised(ann)).toEqual([]);
    // Also from a paired device of somebody else.
    await sendRepeatedly(await pairedDevice(eve), mac, 1);
    expect(await listRaised(ann)).toMatchObject([{ severity: 'MEDIUM', message: expect.stringContaining(mac) }]);
    await sendRepeatedly(eve, mac, 12);
    try {
      clock.offsetMs = 700_000;
      await sendRepeatedly(eve, mac, 6);
    } finally {
      clock.offsetMs = 0;
    }
    expect(await listRaised(ann)).toHaveLength(1);
  });

  test('admins and caregivers see the alert, and the release of the device closes it', async () => {
    const [ann, eve] = [await patient(), await patient()];
    const carl = await caregiver({ of: ann });
    const { id, mac } = await device(ann);
    await sendRepeatedly(eve, mac, 5);
    const admin = await root();
    const { data } = await admin.get('/admin/alerts?status=open&limit=100');
    const [alert] = data.filter(({ patientId }: { patientId: string }) => patientId === ann.id);
    expect(alert).toMatchObject({ type: 'FOREIGN_DATA', state: 'ESCALATING' });
    expect((await carl.get('/caregivers/alerts')).data).toMatchObject([{ type: 'FOREIGN_DATA', patientId: ann.id }]);
    expect(await ann.post(`/device/${id}/release`)).toHaveStatus(204);
    expect(await listRaised(ann)).toMatchObject([{ closedAs: 'RECOVERED' }]);
  });

  test('another device of the same person is no stranger', async () => {
    const ann = await patient();
    const { mac } = await device(ann);
    await sendRepeatedly(await pairedDevice(ann, freshMac()), mac, 6);
    expect(await listRaised(ann)).toEqual([]);
  });
});
