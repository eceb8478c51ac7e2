import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { appWithOwnLimits, claimFrom, pairedDevice, poll, redeemFrom, startPairing } from '../../../test/pairing.js';
import {
  admin,
  callAsRoot,
  caller,
  caregiver,
  device,
  freshAddress,
  freshMac,
  patient,
  reading,
} from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { clearExpiredPairings } from './pairing.service.js';

const stream = '/device/sensor-stream';
const minuteMs = 60_000;

/** Runs `work` as if this much later. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { clock } = await testServer();
  clock.offsetMs = ms;
  try {
    return await work();
  } finally {
    clock.offsetMs = 0;
  }
}

describe('a device shows a code', () => {
  test('the person claims it, the device collects its credential once, and sends', async () => {
    const { clock } = await testServer();
    const [ann, mac] = [await patient(), freshMac()];
    const start = { device_id: mac.replaceAll(':', '-'), name: 'Blue watch', firmware_version: '1.4.2' };
    const started = await caller().post('/device/pairings', start);
    expect(started).toHaveStatus(201);
    const { deviceCode, userCode, url, expiresAt, pollSeconds } = started.data;
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(url).toMatch(new RegExp(`/pair#${userCode}$`));
    expect(pollSeconds).toBe(5);
    expect(Math.abs(Date.parse(expiresAt) - clock.nowMs() - 10 * minuteMs)).toBeLessThan(minuteMs);
    expect((await poll(deviceCode)).data).toEqual({ state: 'WAITING', credential: null, deviceId: null });

    const claimed = await ann.post('/device/pairings/claim', { userCode });
    expect(claimed).toHaveStatus(200);
    expect(claimed.data).toMatchObject({
      userId: ann.id,
      macAddress: mac,
      name: 'Blue watch',
      firmwareVersion: '1.4.2',
    });

    const collected = (await poll(deviceCode)).data;
    expect(collected).toMatchObject({ state: 'PAIRED', deviceId: claimed.data.id });
    expect(collected.credential).toMatch(/^fwd_[0-9a-f]{32}_[\w-]{32}$/);
    expect((await caller(collected.credential).post(stream, reading(mac))).data.deviceId).toBe(claimed.data.id);
    const again = await poll(deviceCode);
    expect(again).toHaveStatus(404);
    expect(again.body.error).toContain('already collected');
  });

  test('input is tolerant of case, spaces and hyphens; a malformed code is 400 and does not count', async () => {
    const ann = await patient();
    const address = freshAddress();
    for (const userCode of ['BCDF', 'BCDF-GHJA', 'BCDF-GHJK-LMNP-QRST', '', 12])
      for (let count = 0; count < 2; count++)
        expect(await claimFrom(address, ann.token, { userCode })).toHaveStatus(400);
    const { userCode } = await startPairing();
    const typed = ` ${userCode.toLowerCase().replace('-', ' - ')} `;
    expect(await claimFrom(address, ann.token, { userCode: typed })).toHaveStatus(200);
  });

  test('only one of two who claim at once gets it, and only one of two polls the credential', async () => {
    const people = await Promise.all([patient(), patient(), patient()]);
    const { userCode, deviceCode } = await startPairing();
    const claims = await Promise.all(people.map(({ token }) => claimFrom(freshAddress(), token, { userCode })));
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const polls = await Promise.all([poll(deviceCode), poll(deviceCode), poll(deviceCode)]);
    expect(polls.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('expires after ten minutes, and expired rows are deleted', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const { userCode, deviceCode } = await startPairing();
    const code = (await ann.post('/device/pairing-codes')).data.code;
    const app = await appWithOwnLimits();
    await later(10 * minuteMs + 1_000, async () => {
      expect(await claimFrom(freshAddress(), ann.token, { userCode }, app)).toHaveStatus(404);
      expect(await poll(deviceCode)).toHaveStatus(404);
      expect(await redeemFrom(freshAddress(), { code, device_id: freshMac() }, app)).toHaveStatus(404);
      await clearExpiredPairings(createContext(platform, system));
    });
    // Those of other tests may expire later.
    const expired = new Date(platform.clock.nowMs() + 10 * minuteMs).toISOString();
    for (const table of ['devicePairings', 'pairingCodes'] as const)
      expect(
        await platform.db.selectFrom(table).select('expiresAt').where('expiresAt', '<', expired).execute(),
      ).toEqual([]);
  });

  test('claimed at the last moment, it can still be collected', async () => {
    const ann = await patient();
    const { userCode, deviceCode } = await startPairing();
    const app = await appWithOwnLimits();
    await later(9 * minuteMs, async () => {
      expect(await claimFrom(freshAddress(), ann.token, { userCode }, app)).toHaveStatus(200);
    });
    await later(12 * minuteMs, async () => expect((await poll(deviceCode)).data.state).toBe('PAIRED'));
  });

  test('nothing to collect once the device is deleted', async () => {
    const ann = await patient();
    const { userCode, deviceCode } = await startPairing();
    const { id } = (await ann.post('/device/pairings/claim', { userCode })).data;
    await ann.delete(`/device/${id}`);
    expect(await poll(deviceCode)).toHaveStatus(404);
  });
});

describe('for whom', () => {
  test('patients for themselves; assigned caregivers and admins for the patient they name', async () => {
    const ann = await patient();
    const [carol, stranger, boss] = [await caregiver({ of: ann }), await caregiver(), await admin()];
    const claim = async (token: string, body: object) =>
      claimFrom(freshAddress(), token, { ...body, userCode: (await startPairing()).userCode });
    for (const { token } of [carol, boss]) {
      expect((await claim(token, { patientId: ann.id })).data.userId).toBe(ann.id);
      const nobody = await claim(token, {});
      expect(nobody).toHaveStatus(400);
      expect(nobody.body.details.patientId).toContain('is required');
    }
    expect(await claim(stranger.token, { patientId: ann.id })).toHaveStatus(403);
    expect(await claim((await patient()).token, { patientId: ann.id })).toHaveStatus(403);
    expect(await claim(boss.token, { patientId: carol.id })).toHaveStatus(404);
  });

  test('the device limit applies, and the code stays usable', async () => {
    const ann = await patient();
    const devices = [];
    for (let count = 0; count < 10; count++) devices.push(await device(ann));
    const { userCode } = await startPairing();
    const refused = await ann.post('/device/pairings/claim', { userCode });
    expect(refused).toHaveStatus(403);
    expect(refused.body.error).toBe('Device limit reached (10)');
    await ann.delete(`/device/${devices[0]?.id}`);
    expect(await ann.post('/device/pairings/claim', { userCode })).toHaveStatus(200);
  });

  test('the own device is paired again: the same device, and the old credential ends after a day', async () => {
    const ann = await patient();
    const watch = await pairedDevice(ann);
    const again = await pairedDevice(ann, watch.mac);
    expect(again.id).toBe(watch.id);
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(200);
    await later(25 * 60 * minuteMs, async () => expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(401));
  });

  test('a device of somebody else: taken over by those who may manage it, otherwise 409', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const carol = await caregiver({ of: ann });
    const watch = await pairedDevice(ann);
    const { userCode } = await startPairing(watch.mac);
    const claim = (token: string, patientId?: string) => claimFrom(freshAddress(), token, { userCode, patientId });
    const refused = await claim(bob.token);
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toContain('must release it first');
    // Assigned to both: may take it from the one and give it to the other.
    await callAsRoot((first) => first.post(`/caregivers/${carol.id}/patients`, { patientId: bob.id }));
    const taken = await claim(carol.token, bob.id);
    expect(taken.data).toMatchObject({ userId: bob.id, macAddress: watch.mac });
    expect(await watch.post(stream, reading(watch.mac))).toHaveStatus(401);
  });
});

describe('a person has a code', () => {
  test('on a screen: eight letters, ten minutes, works once', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    const { code, url } = (await ann.post('/device/pairing-codes')).data;
    expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(url).toMatch(new RegExp(`/wear#${code}$`));
    const redeemed = await redeemFrom(freshAddress(), { code: code.toLowerCase(), device_id: mac, name: 'Belt' });
    expect(redeemed).toHaveStatus(201);
    const { credential, deviceId, macAddress } = redeemed.data;
    expect(macAddress).toBe(mac);
    expect((await ann.get(`/device/${deviceId}`)).data).toMatchObject({ userId: ann.id, name: 'Belt' });
    expect(await caller(credential).post(stream, reading(mac))).toHaveStatus(200);
    expect(await redeemFrom(freshAddress(), { code, device_id: freshMac() })).toHaveStatus(404);
  });

  test('on a card: sixteen letters, for days, with the rights that its maker has when it is used', async () => {
    const ann = await patient();
    const carol = await caregiver({ of: ann });
    const card = async () =>
      (await carol.post('/device/pairing-codes', { patientId: ann.id, validDays: 14 })).data.code as string;
    const [first, second] = [await card(), await card()];
    expect(first).toMatch(/^([A-Z]{4}-){3}[A-Z]{4}$/);
    const app = await appWithOwnLimits();
    await later(13 * 24 * 60 * minuteMs, async () => {
      expect(await redeemFrom(freshAddress(), { code: first, device_id: freshMac() }, app)).toHaveStatus(201);
    });
    await callAsRoot((boss) => boss.delete(`/caregivers/${carol.id}/patients/${ann.id}`));
    expect(await redeemFrom(freshAddress(), { code: second, device_id: freshMac() })).toHaveStatus(404);
    expect(await carol.post('/device/pairing-codes', { patientId: ann.id, validDays: 14 })).toHaveStatus(403);
    expect(await ann.post('/device/pairing-codes', { validDays: 31 })).toHaveStatus(400);
  });

  test('a device of somebody else is refused, and the code stays usable', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const { mac } = await device(ann);
    const { code } = (await bob.post('/device/pairing-codes')).data;
    expect(await redeemFrom(freshAddress(), { code, device_id: mac })).toHaveStatus(409);
    expect(await redeemFrom(freshAddress(), { code, device_id: freshMac() })).toHaveStatus(201);
  });
});
