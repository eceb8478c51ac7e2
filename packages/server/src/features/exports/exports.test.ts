import { describe, expect, test } from 'vitest';
import { nextApp, readingsRecorded, testServer } from '../../../test/harness.js';
import { admin, caregiver, device, freshMac, type Person, patient, reading } from '../../../test/people.js';
import { pngPhoto } from '../../../test/photos.js';
import { addTotp } from '../../../test/second-factors.js';
import { partNames } from './exports.schema.js';

// biome-ignore lint/suspicious/noExplicitAny: the rows of any part; tests look into them freely.
type Everything = Record<string, any[]>;

async function download(
  person: Person,
  query = '',
): Promise<{ status: number; type: string; file: string; text: string }> {
  await readingsRecorded();
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await (await nextApp()).inject({ url: `/api/profile/export${query}`, headers });
  const { 'content-type': type, 'content-disposition': file } = answer.headers;
  return { status: answer.statusCode, type: String(type), file: String(file), text: answer.body };
}

async function readEverything(person: Person): Promise<Everything> {
  const { text } = await download(person);
  return JSON.parse(text);
}

/** A wearer with data in every part, and the caregiver. */
async function scene() {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  await carl.put('/profile/me', { firstName: 'Carl', lastName: 'West' });
  const phoneNumbers = [{ name: 'Rita Lee', relationship: 'Daughter', phone: '+49 30 1234567' }];
  await carl.put(`/patients/${ann.id}/vital-limits`, { heartRateHigh: 120 });
  await carl.put(`/patients/${ann.id}/check-in`, { by: '09:00', zone: 'Europe/Berlin' });
  await carl.put(`/patients/${ann.id}`, { emergencyContact: 'Rita, daughter, +49 1', phoneNumbers });
  const watch = await device(ann);
  await ann.post('/device/sensor-stream', reading(watch.mac, { uptime_ms: 2_000, heart_rate: 71 }));
  await ann.post('/device/sensor-stream', reading(watch.mac, { uptime_ms: 3_000, boot_id: 7 }));
  await ann.post('/falls', { confidence: 0.8, location: 'Bathroom' });
  await ann.post('/messages', { recipientId: carl.id, content: '=HYPERLINK("https://evil.example")', type: 'TEXT' });
  await carl.post('/messages', { recipientId: ann.id, content: 'On "my" way,\nAnn', type: 'TEXT' });
  await carl.get(`/patients/${ann.id}/vitals`);
  return { ann, carl, watch };
}

describe('everything about me', () => {
  test('has all parts of a wearer in one file', async () => {
    const { ann, watch } = await scene();
    const { status, type, file, text } = await download(ann);
    expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    expect(file).toMatch(/^attachment; filename="fallwatch-\d{4}-\d\d-\d\d\.json"$/);
    const all = JSON.parse(text);
    expect(Object.keys(all)).toEqual(['exportedAt', ...partNames]);
    expect(all.profile).toMatchObject([
      { id: ann.id, email: ann.email, role: 'PATIENT', emergencyContact: 'Rita, daughter, +49 1' },
    ]);
    expect(all.vitalLimits).toMatchObject([{ heartRateHigh: 120, oxygenLow: null, minutes: 5 }]);
    expect(all.checkIn).toMatchObject([{ byTime: '09:00:00', zone: 'Europe/Berlin', movementCounts: true }]);
    expect(all.checkInDays).toEqual([]);
    expect(all.phoneNumbers).toEqual([{ name: 'Rita Lee', relationship: 'Daughter', phone: '+49 30 1234567' }]);
    expect(all.assignments).toMatchObject([{ caregiver: 'Carl West', relationship: 'Nurse', patientId: ann.id }]);
    expect(all.devices).toMatchObject([{ id: watch.id, macAddress: watch.mac }]);
    expect(all.falls).toMatchObject([{ location: 'Bathroom', status: 'HIGH', evidence: null }]);
    expect(all.messages.map((message: { from: string }) => message.from).toSorted()).toEqual(['Ann Lee', 'Carl West']);
    expect(all.views).toContainEqual(expect.objectContaining({ name: 'Carl West', action: 'patient.vitals' }));
    expect(all.sessions).toHaveLength(1);
    expect(all.alerts).toContainEqual(expect.objectContaining({ relation: 'ABOUT_ME', type: 'FALL_DETECTED' }));
    const uptimes = all.readings.map((each: { uptimeMs: number }) => each.uptimeMs);
    expect(uptimes).toEqual(expect.arrayContaining([2_000, 3_000]));
    expect(all.readings.find((each: { uptimeMs: number }) => each.uptimeMs === 2_000)).toMatchObject({
      device: watch.mac,
      heartRate: 71,
      accelZ: 9.8,
    });
    expect(text).not.toMatch(/passwordHash|secretHash|tokenHash|emailKey|argon2/i);
  });

  test('has the photo and the ways to sign in, without secrets', async () => {
    const ann = await patient();
    const { secret, recoveryCodes } = await addTotp(ann);
    const carl = await caregiver({ of: ann });
    await carl.put(`/patients/${ann.id}/photo`, { image: pngPhoto });
    const { text } = await download(ann);
    const all: Everything = JSON.parse(text);
    expect(all.photo).toMatchObject([{ type: 'image/png', base64: pngPhoto }]);
    expect(all.signInMethods).toMatchObject([{ kind: 'AUTHENTICATOR_APP', createdAt: expect.any(String) }]);
    for (const hidden of [secret, ...recoveryCodes, 'sealed', 'codeHash']) expect(text).not.toContain(hidden);
  });

  test('has the evidence of a detected fall', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const { data } = await ann.post('/falls', { confidence: 0.8 });
    const evidence = JSON.stringify([{ reading: { at: 1 } }]);
    await platform.db.updateTable('falls').set({ evidence }).where('id', '=', data.id).execute();
    expect((await readEverything(ann)).falls).toMatchObject([{ id: data.id, evidence: [{ reading: { at: 1 } }] }]);
  });

  test('is there for every role, and for somebody without any data', async () => {
    for (const person of [await patient(), await caregiver(), await admin()]) {
      const all = await readEverything(person);
      expect(all.profile).toMatchObject([{ id: person.id }]);
      expect(all.readings).toEqual([]);
    }
  });

  test('has every reading once, however many there are and at the same uptime', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    const { id, mac } = await device(ann);
    await readingsRecorded();
    const { key } = await platform.db
      .selectFrom('devices')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const at = new Date().toISOString();
    const zero = { gyroX: 0, gyroY: 0, gyroZ: 0, accelY: -1, accelZ: 0.1, deviceKey: key, confidence: 0, at };
    const rows = Array.from({ length: 1_500 }, (_, index) => [
      { ...zero, uptimeMs: 5_000 + Math.floor(index / 2), accelX: (index % 2) - 0.1, bootId: null },
      { ...zero, uptimeMs: 5_000 + Math.floor(index / 3), accelX: 0, bootId: index % 3 },
    ]).flat();
    for (let first = 0; first < rows.length; first += 500)
      await platform.db
        .insertInto('readings')
        .values(rows.slice(first, first + 500) as never)
        .execute();
    const { readings = [] } = await readEverything(ann);
    const added = readings.filter((each: { uptimeMs: number }) => each.uptimeMs >= 5_000);
    expect(added).toHaveLength(3_000);
    expect(new Set(added.map((each: object) => JSON.stringify(each))).size).toBe(3_000);
    expect(added[0].device).toBe(mac);
  });
});

describe('as CSV', () => {
  test('has one table in each file, quoted, and without formulas', async () => {
    const { ann } = await scene();
    const { type, file, text } = await download(ann, '?format=csv&part=messages');
    expect(type).toBe('text/csv; charset=utf-8');
    expect(file).toMatch(/filename="fallwatch-messages-\d{4}-\d\d-\d\d\.csv"/);
    expect(text).toMatch(/^id,createdAt,readAt,content,from,to\r\n/);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",Ann Lee,Carl West\r\n`);
    expect(text).toContain('"On ""my"" way,\nAnn",Carl West,Ann Lee\r\n');
  });

  test('has the same rows as the JSON file, for every part', async () => {
    const { ann } = await scene();
    const all = await readEverything(ann);
    for (const part of ['profile', 'devices', 'falls', 'readings', 'assignments', 'sessions']) {
      const { text } = await download(ann, `?format=csv&part=${part}`);
      const [header = ''] = text.split('\r\n');
      expect(header.split(','), part).toEqual(Object.keys(all[part]?.[0] ?? {}));
      expect(text.split('\r\n').length - 2, part).toBe(all[part]?.length);
    }
    expect((await download(await patient(), '?format=csv&part=falls')).text).toBe('');
  });

  test('needs a part, and knows only these', async () => {
    const ann = await patient();
    const missing = await ann.get('/profile/export?format=csv');
    expect(missing).toHaveStatus(400);
    expect(missing.body.details.part).toMatch(/^is required for CSV: one of profile, /);
    expect(await ann.get('/profile/export?format=xml')).toHaveStatus(400);
    expect(await ann.get('/profile/export?format=csv&part=users')).toHaveStatus(400);
    expect(Object.keys((await ann.get('/profile/export?part=falls')).body)).toEqual(['exportedAt', 'falls']);
  });
});

describe('data of others', () => {
  test('is not in it: a caregiver gets neither names nor health of the people they look after', async () => {
    const { ann, carl, watch } = await scene();
    await ann.put('/profile/me', { firstName: 'Canary', lastName: 'Secret', phone: '+49 canary' });
    const { text } = await download(carl);
    const { messages: _, ...others } = JSON.parse(text);
    for (const secret of ['Canary', 'canary', ann.email, watch.mac, 'Bathroom', 'Rita'])
      expect(JSON.stringify(others)).not.toContain(secret);
    expect(others.assignments).toMatchObject([{ patientId: ann.id, caregiver: null }]);
    expect(others.alerts).toContainEqual(
      expect.objectContaining({ relation: 'TO_ME', type: 'FALL_DETECTED', message: null, fallId: null }),
    );
    expect(others.activity).toContainEqual(expect.objectContaining({ action: 'patient.vitals' }));
  });

  test('cannot be asked for: ids in the query are ignored', async () => {
    const { ann } = await scene();
    const bob = await patient();
    const { text } = await download(bob, `?userId=${ann.id}&id=${ann.id}&part=profile`);
    expect(JSON.parse(text).profile).toMatchObject([{ id: bob.id }]);
  });

  test('of the former owner of a device stays with the former owner', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const mac = freshMac();
    await ann.post('/device/sensor-stream', reading(mac, { uptime_ms: 11 }));
    const { data } = await ann.get('/patients/me');
    expect(await ann.post(`/device/${data.devices[0].id}/release`)).toHaveStatus(204);
    await bob.post('/device/sensor-stream', reading(mac, { uptime_ms: 22 }));
    const [ofAnn, ofBob] = [await readEverything(ann), await readEverything(bob)];
    const uptimes = ({ readings = [] }: Everything) => readings.map((each: { uptimeMs: number }) => each.uptimeMs);
    expect([uptimes(ofAnn), uptimes(ofBob)]).toEqual([[11], [22]]);
    expect(ofAnn.devices).toMatchObject([{ macAddress: mac, releasedAt: expect.any(String) }]);
  });
});

test('at most 60 files an hour, and each leaves an entry in the audit trail', async () => {
  const { platform } = await testServer();
  const ann = await patient();
  for (let count = 0; count < 60; count += 1) expect((await download(ann, '?part=profile')).status).toBe(200);
  expect((await download(ann, '?part=profile')).status).toBe(429);
  const trail = await platform.db.selectFrom('auditTrail').selectAll().where('actorId', '=', ann.id).execute();
  expect(trail.filter(({ action }) => action === 'profile.export')).toHaveLength(60);
});
