import { describe, expect, test } from 'vitest';
import { appWith, othersKnow, testServer } from '../../../test/harness.js';
import { pairedDevice } from '../../../test/pairing.js';
import { admin, call, caller, caregiver, device, patient, reading } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { writeCredentialUses } from './credentials.service.js';

const stream = '/device/sensor-stream';
const hourMs = 3_600_000;

describe('rotation', () => {
  test('the new one works, the old one for 24 hours', async () => {
    const { clock } = await testServer();
    const watch = await pairedDevice(await patient());
    const { credential, previousEndsAt } = (await watch.post('/device/credential')).data;
    expect(Date.parse(previousEndsAt) - clock.nowMs()).toBeGreaterThan(23 * hourMs);
    for (const token of [watch.credential, credential])
      expect(await caller(token).post(stream, reading(watch.mac))).toHaveStatus(200);
    try {
      clock.offsetMs = 24 * hourMs + 1_000;
      expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(401);
      expect(await caller(credential).post(stream, reading(watch.mac))).toHaveStatus(200);
    } finally {
      clock.offsetMs = 0;
    }
  });

  test('stops at ten valid credentials; the device sends on', async () => {
    const watch = await pairedDevice(await patient());
    for (let count = 1; count < 10; count++) expect(await watch.post('/device/credential')).toHaveStatus(201);
    const refused = await watch.post('/device/credential');
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toContain('10 valid credentials');
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(200);
  });

  test('a session cannot rotate', async () => {
    const answer = await (await patient()).post('/device/credential');
    expect(answer).toHaveStatus(403);
    expect(answer.body.error).toContain('Only a device');
  });
});

describe('the list', () => {
  test('shows the last use, to the minute, without a write per reading', async () => {
    const { clock, processes } = await testServer();
    const ann = await patient();
    const watch = await pairedDevice(ann);
    const listed = async () => (await ann.get(`/device/${watch.id}/credentials`)).data;
    const [{ id, ...unused }] = await listed();
    expect(unused).toMatchObject({ lastUsedAt: null, expiresAt: null });
    const sendToAll = async () => {
      for (const { app } of processes) await caller(watch.credential, app).post(stream, reading(watch.mac));
    };
    await sendToAll();
    for (const { platform } of processes) {
      expect(platform.state.credentialUses.has(id)).toBe(true);
      await writeCredentialUses(createContext(platform, system));
    }
    const [{ lastUsedAt }] = await listed();
    expect(Math.abs(Date.parse(lastUsedAt) - clock.nowMs())).toBeLessThan(60_000);
    await sendToAll();
    for (const { platform } of processes) expect(platform.state.credentialUses.has(id)).toBe(false);
    expect(await listed()).toMatchObject([{ lastUsedAt }]);
  });

  test('by the owner, the assigned caregiver and an admin; with the older ones that end', async () => {
    const ann = await patient();
    const carol = await caregiver({ of: ann });
    const { id } = await device(ann);
    for (const person of [ann, carol, await admin()])
      expect(await person.post(`/device/${id}/credentials`)).toHaveStatus(201);
    const { data } = await carol.get(`/device/${id}/credentials`);
    expect(data.map(({ expiresAt }: { expiresAt: string | null }) => expiresAt === null)).toEqual([true, false, false]);
    expect(JSON.stringify(data)).not.toContain('fwd_');
  });
});

test('DEVICE_SESSIONS=forbid: sessions cannot stream and are told how to pair, credentials can', async () => {
  const ann = await patient();
  const watch = await pairedDevice(ann);
  const app = await appWith({ deviceSessions: 'forbid' });
  await othersKnow();
  const refused = await caller(ann.token, app).post(stream, reading(watch.mac));
  expect(refused).toHaveStatus(403);
  expect(refused.body.error).toContain('POST /device/pairings');
  expect(await caller(watch.credential, app).post(stream, reading(watch.mac))).toHaveStatus(200);
  expect(await call({ method: 'GET', url: '/me', token: ann.token }, app)).toHaveStatus(200);
});
