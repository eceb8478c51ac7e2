import { describe, expect, test } from 'vitest';
import { appWith, testServer } from '../../../test/harness.js';
import { pairedDevice } from '../../../test/pairing.js';
import { admin, callAsRoot, caller, device, freshMac, patient, reading } from '../../../test/people.js';

const stream = '/device/sensor-stream';

async function countDevices(mac: string): Promise<number> {
  const { platform } = await testServer();
  return (await platform.db.selectFrom('devices').select('id').where('macAddress', '=', mac).execute()).length;
}

describe('a device with its credential', () => {
  test('sends readings of its own device, in the name of its owner', async () => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    const answer = await watch.post(stream, reading(watch.mac.toLowerCase()));
    expect(answer).toHaveStatus(200);
    expect(answer.data.deviceId).toBe(watch.id);
    expect((await ann.get(`/device/${watch.id}`)).data).toMatchObject({ userId: ann.id, status: 'ACTIVE' });
  });

  test('a reading of another MAC address is refused, says why, and registers nothing', async () => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    const [unknown, other] = [freshMac(), await device(ann)];
    for (const mac of [unknown, other.mac]) {
      const answer = await watch.post(stream, reading(mac));
      expect(answer).toHaveStatus(403);
      expect(answer.body.error).toContain(`This credential belongs to device ${watch.mac}`);
    }
    // Invalid, and with the motion of a fall: 400, nothing assessed for the other device.
    expect(await watch.post(stream, reading(unknown, { accel_z: 90, gyro_x: 900, battery_level: 900 }))).toHaveStatus(
      400,
    );
    expect(await countDevices(unknown)).toBe(0);
  });

  test('may do nothing else, and is told so', async () => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    for (const path of ['/me', '/falls', `/device/${watch.id}`, '/messages', '/events']) {
      const answer = await watch.get(path);
      expect(answer).toHaveStatus(403);
      expect(answer.body.error).toMatch(/^This is a device credential\./);
    }
    expect(await watch.post('/falls', { confidence: 0.9 })).toHaveStatus(403);
    expect(await watch.post('/auth/refresh')).toHaveStatus(403);
  });

  test('answers falls that it has detected, and no others', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const [watch, belt] = [await pairedDevice(ann), await pairedDevice(ann)];
    const { id } = (await ann.post('/falls', { confidence: 0.8 })).data;
    const refused = await watch.post(`/falls/${id}/cancel`);
    expect(refused).toHaveStatus(403);
    expect(refused.body.error).toContain('only falls that this device has detected');
    await platform.db.updateTable('falls').set({ deviceId: watch.id }).where('id', '=', id).execute();
    expect(await belt.post(`/falls/${id}/confirm`)).toHaveStatus(403);
    expect(await watch.post(`/falls/${id}/cancel`)).toHaveStatus(200);
    expect(await watch.post(`/falls/${id}/resolve`, { outcome: 'HELPED' })).toHaveStatus(403);
  });

  test('a device of an admin has no rights of an admin', async () => {
    const watch = await pairedDevice(await patient());
    const boss = await admin();
    const own = await device(boss);
    const { credential } = (await boss.post(`/device/${own.id}/credentials`)).data;
    expect(await caller(credential).get('/admin/users')).toHaveStatus(403);
    expect(await caller(credential).get(`/device/${watch.id}`)).toHaveStatus(403);
  });
});

describe('a wrong credential', () => {
  test('is 401 with a sentence about pairing', async () => {
    const watch = await pairedDevice(await patient());
    const wrong = [
      `${watch.credential.slice(0, -1)}${watch.credential.endsWith('A') ? 'B' : 'A'}`,
      `fwd_${'0'.repeat(32)}_${watch.credential.slice(-32)}`,
      'fwd_',
      `${watch.credential}x`,
    ];
    for (const token of wrong) {
      const answer = await caller(token).post(stream, reading(watch.mac));
      expect(answer).toHaveStatus(401);
      expect(answer.body.error).toContain('Pair the device again');
    }
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(200);
  });

  test('the table contains only a hash of the secret', async () => {
    const { platform } = await testServer();
    const watch = await pairedDevice(await patient());
    const rows = await platform.db
      .selectFrom('deviceCredentials')
      .selectAll()
      .where('deviceId', '=', watch.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(watch.credential.slice(-32));
  });
});

describe('the end of a credential', () => {
  test('revoked: refused at once, on every process; the others stay valid', async () => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    const second = (await ann.post(`/device/${watch.id}/credentials`)).data;
    expect(await caller(second.credential).post(stream, reading(watch.mac))).toHaveStatus(200);
    expect(await ann.delete(`/device/${watch.id}/credentials/${second.id}`)).toHaveStatus(204);
    expect(await ann.delete(`/device/${watch.id}/credentials/${second.id}`)).toHaveStatus(404);
    expect(await ann.delete(`/device/${watch.id}/credentials/nonsense`)).toHaveStatus(404);
    const { processes } = await testServer();
    for (const { app } of processes) {
      expect(await caller(second.credential, app).post(stream, reading(watch.mac))).toHaveStatus(401);
      expect(await caller(watch.credential, app).post(stream, reading(watch.mac))).toHaveStatus(200);
    }
  });

  test.each(['delete', 'release', 'deactivate', 'delete account'])('%s', async (how) => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(200);
    const ways: Record<string, () => Promise<unknown>> = {
      delete: () => ann.delete(`/device/${watch.id}`),
      release: () => ann.post(`/device/${watch.id}/release`),
      deactivate: () => callAsRoot((first) => first.put(`/admin/users/${ann.id}`, { status: 'inactive' })),
      'delete account': () => ann.delete('/profile/me', { confirmation: true }),
    };
    await ways[how]?.();
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(401);
    expect(await countDevices(watch.mac)).toBe(how === 'deactivate' ? 1 : 0);
  });

  test('a process that still knows the credential does not register the released device again', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const watch = await pairedDevice(ann);
    // The event that ends the credential is late in this process.
    const late = { ...platform.events, subscribe: () => () => {} };
    const app = await appWith({}, { events: late });
    expect(await caller(watch.credential, app).post(stream, reading(watch.mac))).toHaveStatus(200);
    await ann.post(`/device/${watch.id}/release`);
    const refused = await caller(watch.credential, app).post(stream, reading(watch.mac));
    expect(refused).toHaveStatus(401);
    expect(refused.body.error).toBe('This device was released or deleted. Pair it again.');
    expect(await countDevices(watch.mac)).toBe(0);
  });

  test('works again after the account is activated', async () => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    await callAsRoot((first) => first.put(`/admin/users/${ann.id}`, { status: 'inactive' }));
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(401);
    await callAsRoot((first) => first.put(`/admin/users/${ann.id}`, { status: 'active' }));
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(200);
  });
});
