import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, patient } from '../../../test/people.js';
import { createTestJournal, listFalls, listStored, record } from '../../../test/recorder.js';
import {
  createVersionOneRecord,
  detectedFall,
  newReading,
  versionOneKeys,
  versionOneRecord,
} from '../../../test/records.js';
import { profile } from '../../../test/servers.js';
import { storedFields } from '../../platform/db/reading-fields.js';
import { newId } from '../../platform/ids.js';
import { encodeRecord } from './reading-record.js';

const missing = {
  pressure: undefined,
  fsr: undefined,
  battery_level: undefined,
  heart_rate: undefined,
  spo2: undefined,
};
const lowest = {
  ...{ accel_x: -10_000, accel_y: -10_000, accel_z: -10_000, gyro_x: -100_000, gyro_y: -100_000, gyro_z: -100_000 },
  ...{ pressure: 1e-30, fsr: 0, battery_level: 0, heart_rate: 0, spo2: 0 },
};
const highest = {
  ...{ accel_x: 10_000, accel_y: 10_000, accel_z: 10_000, gyro_x: 100_000, gyro_y: 100_000, gyro_z: 100_000 },
  ...{ pressure: 1_000_000, fsr: 1, battery_level: 100, heart_rate: 300, spo2: 100 },
};
const vitals: readonly string[] = ['heart_rate', 'spo2'];

describe.runIf(profile === 'cluster')('the rows that the recorder writes', () => {
  test.each([
    ['usual', { uptime_ms: 1 }],
    ['missing', { ...missing, uptime_ms: 0 }],
    ['lowest', { ...lowest, uptime_ms: 0 }],
    ['highest', { ...highest, uptime_ms: Number.MAX_SAFE_INTEGER }],
  ])('writes rows as they were sent: %s values', async (_, changes) => {
    const { deviceKey, confidence, sent } = newReading(changes);
    const now = Date.now();
    await record(createTestJournal(encodeRecord(now, [{ deviceKey, confidence, sent }], [])));
    const [stored, ...others] = await listStored(deviceKey);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ deviceKey, confidence, uptimeMs: sent.uptime_ms });
    expect(new Date(stored?.at ?? 0).getTime()).toBe(now);
    const single = (value: unknown) => (typeof value === 'number' ? Math.fround(value) : value);
    for (const { name, key } of storedFields) {
      // A vital sign of 0 means no measurement.
      const expected = vitals.includes(name) && sent[name] === 0 ? null : (sent[name] ?? null);
      expect([name, single(stored?.[key])]).toEqual([name, single(expected)]);
    }
  });

  test('writes rows of an older layout and of its own in one piece', async () => {
    const { platform } = await testServer();
    await sql`select ensure_reading_partitions('2026-11-16', 1)`.execute(platform.db);
    const own = newReading();
    await record(createTestJournal(versionOneRecord, encodeRecord(Date.now(), [own], []), versionOneRecord));
    expect(await listStored(own.deviceKey)).toHaveLength(1);
    expect(await listStored(versionOneKeys[0])).toMatchObject([{ accelX: 0.5, heartRate: 72, spo2: 97 }]);
    expect(await listStored(versionOneKeys[1])).toMatchObject([{ accelX: 0.5, heartRate: null, spo2: null }]);
    expect((await sql`select from refused_records`.execute(platform.db)).rows).toEqual([]);
  });

  test('writes 10,000 readings left by the previous release, after a column was added', async () => {
    const { platform } = await testServer();
    await sql`select ensure_reading_partitions('2026-11-16', 1)`.execute(platform.db);
    await sql`alter table readings add column added_later real`.execute(platform.db);
    try {
      await record(
        createTestJournal(...Array.from({ length: 100 }, (_, n) => createVersionOneRecord(1_000_000 + 100 * n, 100))),
      );
      const found = await listStored(versionOneKeys[0]);
      const uptimes = new Set(found.map(({ uptimeMs }) => uptimeMs).filter((uptimeMs) => uptimeMs >= 1_000_000));
      expect(uptimes.size).toBe(10_000);
      expect((await sql`select from refused_records`.execute(platform.db)).rows).toEqual([]);
    } finally {
      await sql`alter table readings drop column added_later`.execute(platform.db);
    }
  });
});

describe.runIf(profile === 'cluster')('the recorder reads a journal', () => {
  test('writes a record once, however often it is read, together with new ones', async () => {
    const [first, second] = [newReading(), newReading()];
    const log = createTestJournal(encodeRecord(Date.now(), [first], []));
    await record(log);
    await record(log);
    expect(await listStored(first.deviceKey)).toHaveLength(1);
    log.add(encodeRecord(Date.now(), [first, second], []));
    await record(log);
    expect(await listStored(first.deviceKey)).toHaveLength(1);
    expect(await listStored(second.deviceKey)).toHaveLength(1);
  });

  test('reads a journal that lost its end from the beginning, because its sequence numbers are reused', async () => {
    const [lost, next] = [newReading(), newReading()];
    const before = createTestJournal(encodeRecord(Date.now(), [lost], []), encodeRecord(Date.now(), [lost], []));
    await record(before);
    const after = createTestJournal(encodeRecord(Date.now(), [next], []));
    after.state.id = before.state.id;
    await record(after);
    expect(await listStored(next.deviceKey)).toHaveLength(1);
  });
});

describe.runIf(profile === 'cluster')('falls in the journal', () => {
  test('records a fall from the journal once, with its alerts and the id that the device got', async () => {
    const ann = await patient();
    await caregiver({ of: ann });
    const fall = await detectedFall(ann, (await device(ann)).id);
    const log = createTestJournal(encodeRecord(Date.now(), [], [fall]), encodeRecord(Date.now(), [], [fall]));
    await record(log);
    await record(log);
    expect(await listFalls(ann)).toEqual([{ id: fall.id, alerts: 1 }]);
  });

  test('a fall from the journal whose incident is recorded under another id is found by the id that the device got', async () => {
    const ann = await patient();
    const first = await detectedFall(ann, (await device(ann)).id);
    const second = { ...first, id: newId() };
    const log = createTestJournal(encodeRecord(Date.now(), [], [first, second]));
    await record(log);
    await record(log);
    expect((await listFalls(ann)).map(({ id }) => id)).toEqual([first.id]);
    expect((await ann.get(`/falls/${second.id}`)).data.id).toBe(first.id);
    expect(await (await patient()).get(`/falls/${second.id}`)).toHaveStatus(403);
  });

  test('records no fall of a person who was deleted meanwhile, and continues', async () => {
    const ann = await patient();
    const fall = await detectedFall(ann, (await device(ann)).id);
    expect(await ann.delete('/profile/me', { confirmation: true })).toHaveStatus(200);
    const next = newReading();
    await record(createTestJournal(encodeRecord(Date.now(), [next], [fall])));
    expect(await listFalls(ann)).toEqual([]);
    expect(await listStored(next.deviceKey)).toHaveLength(1);
  });
});
