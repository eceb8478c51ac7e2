import { describe, expect, test } from 'vitest';
import { eraseReadings } from '../../src/features/recorder/reading-days.service.js';
import { createContext, system } from '../../src/platform/context.js';
import { readingsRecorded, testServer } from '../harness.js';
import { caregiver, device, freshMac, patient, root } from '../people.js';
import { listMessages, stream } from './calls.js';
import { expectRefusal, float, stoppedApp, wearer } from './shapes.js';

describe('a device belongs to one person', () => {
  test('a MAC address of another owner is 403, stores nothing, and warns the owner', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const { id: deviceId, mac } = await device(ann);
    const before = (await ann.get(`/device/${deviceId}`)).data;
    expectRefusal(await stream(bob, mac, { battery_level: 1 }), 403);
    expect((await ann.get(`/device/${deviceId}`)).data).toEqual(before);
    const log = await ann.get(`/device/${deviceId}/logs?logType=warning`);
    expect(listMessages(log)).toEqual([expect.stringMatching(/another account/i)]);
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
});

describe('reading and deleting a device', () => {
  test('owner, assigned caregiver and admin can read a device; only the owner can delete it', async () => {
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

  test('deletion deletes the readings, keeps the falls with their evidence, and frees the MAC address', async () => {
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
    await eraseReadings(createContext(platform, system));
    expect(await platform.db.selectFrom('readings').select('at').where('deviceKey', '=', key).execute()).toEqual([]);
    const fall = (await ann.get(`/falls/${fallEventId}`)).data;
    expect(fall).toMatchObject({ id: fallEventId, sensorData: { accel: [float, float, float] } });
    const anew = await stream(bob, watch.mac);
    expect(anew).toHaveStatus(200);
    expect(anew.data.deviceId).not.toBe(deviceId);
    expect((await bob.get(`/device/${watch.mac}`)).data.userId).toBe(bob.id);
  });
});
