import { assess, evidenceWindowOf } from '@fallwatch/detection';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, type Person, patient, reading } from '../../../test/people.js';
import { profile } from '../../../test/servers.js';
import { newId } from '../../platform/ids.js';
import type { RecordLog } from '../../platform/records/record-log.js';
import type { DetectedFall } from '../falls/recording.service.js';
import { readingOf, sensorDataOf } from './ingest.rules.js';
import type { SensorReading } from './ingest.schema.js';
import type { NewReading } from './ingest.store.js';
import { decodeRecord, encodeRecord } from './reading-record.js';
import { startRecorder } from './recorder.worker.js';

const values = {
  accelX: 0.1,
  accelY: -9.81,
  accelZ: 45,
  gyroX: 400,
  gyroY: -0.25,
  gyroZ: 0,
  pressure: 1_013.25,
  fsr: 0.5,
  batteryLevel: 84.5,
  confidence: 0.75,
  heartRate: 72,
  spo2: 97,
};
const none = { pressure: null, fsr: null, batteryLevel: null, heartRate: null, spo2: null };
const lowest = {
  ...{ accelX: -10_000, accelY: -10_000, accelZ: -10_000, gyroX: -100_000, gyroY: -100_000, gyroZ: -100_000 },
  ...{ pressure: 1e-30, fsr: 0, batteryLevel: 0, confidence: 0, heartRate: 0, spo2: 0 },
};
const highest = {
  ...{ accelX: 10_000, accelY: 10_000, accelZ: 10_000, gyroX: 100_000, gyroY: 100_000, gyroZ: 100_000 },
  ...{ pressure: 1_000_000, fsr: 1, batteryLevel: 100, confidence: 1, heartRate: 300, spo2: 100 },
};

/** Keys of devices that nobody has: readings have no foreign key. */
let lastKey = 2_000_000_000;
const newReading = (changes: Partial<NewReading> = {}): NewReading => ({
  uptimeMs: 1_000,
  deviceKey: ++lastKey,
  ...values,
  ...changes,
});

async function fallOf(person: Person, deviceId: string): Promise<DetectedFall> {
  const { clock } = await testServer();
  const sent = reading('AA:BB:CC:DD:EE:FF', { accel_z: 45, gyro_x: 400 }) as SensorReading;
  const at = new Date(clock.nowMs()).toISOString();
  const { confidence, explanation, state } = assess(undefined, readingOf(sent), clock.nowMs());
  const sensorData = sensorDataOf(sent, at);
  const evidence = evidenceWindowOf(state);
  return { id: newId(), at, deviceId, userId: person.id, confidence, explanation, sensorData, evidence };
}

describe('a record', () => {
  test('carries falls as they are', async () => {
    const fall = await fallOf({ id: newId() } as Person, newId());
    expect(decodeRecord(encodeRecord(Date.now(), [], [fall])).falls).toEqual([fall]);
    expect(decodeRecord(encodeRecord(Date.now(), [newReading()], [])).falls).toEqual([]);
  });

  test('of another version is not taken for one of ours', () => {
    const record = encodeRecord(Date.now(), [], []);
    record[0] = 2;
    expect(() => decodeRecord(record)).toThrow('version 2');
  });
});

/** A log in memory: holds what it is given until it is told to forget, and counts how often it was read. */
function logOf(...records: Uint8Array[]) {
  const held = records.map((bytes, index) => ({ sequence: index + 1, appendedAtMs: 0, bytes }));
  const state = { id: `log-${newId()}`, interruptions: 0, pieces: 0, forgottenUpTo: 0 };
  const log: RecordLog = {
    partitions: 1,
    append: () => Promise.reject(new Error('nobody appends here')),
    identify: async () => ({ id: state.id, interruptions: state.interruptions }),
    async *read(_, signal) {
      let position = 0;
      while (!signal.aborted) {
        const piece = held.filter(({ sequence }) => sequence > position);
        position = held.at(-1)?.sequence ?? 0;
        yield piece;
        state.pieces += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async forget(_, upToSequence) {
      state.forgottenUpTo = upToSequence;
    },
    async close() {},
  };
  return {
    log,
    state,
    add: (bytes: Uint8Array) => held.push({ sequence: held.length + 1, appendedAtMs: Date.now(), bytes }),
  };
}

/** Until the recorder has written all there is, from the beginning. */
async function record({ log, state }: ReturnType<typeof logOf>): Promise<void> {
  const { platform } = await testServer();
  const before = state.pieces;
  const stop = startRecorder({ ...platform, records: log });
  await expect.poll(() => state.pieces - before, { timeout: 10_000 }).toBeGreaterThan(1);
  await stop();
}

async function storedOf(deviceKey: number) {
  const { platform } = await testServer();
  return platform.db.selectFrom('readings').selectAll().where('deviceKey', '=', deviceKey).execute();
}

async function fallsOf(person: Person) {
  const { platform } = await testServer();
  return platform.db
    .selectFrom('falls')
    .select(['id', sql<number>`(select count(*)::integer from alerts where fall_id = falls.id)`.as('alerts')])
    .where('userId', '=', person.id)
    .execute();
}

describe.runIf(profile === 'cluster')('the recorder', () => {
  test.each([
    ['usual', { ...values, uptimeMs: 1 }],
    ['missing', { ...values, ...none, uptimeMs: 0 }],
    ['lowest', { ...lowest, uptimeMs: 0 }],
    ['highest', { ...highest, uptimeMs: Number.MAX_SAFE_INTEGER }],
  ])('writes rows as they were sent: %s values', async (_, changes) => {
    const sent = newReading(changes);
    const now = Date.now();
    await record(logOf(encodeRecord(now, [sent], [])));
    const [stored, ...others] = await storedOf(sent.deviceKey);
    expect(others).toEqual([]);
    const { at, ...row } = stored as NonNullable<typeof stored>;
    expect(new Date(at).getTime()).toBe(now);
    const single = (value: unknown) => (typeof value === 'number' ? Math.fround(value) : value);
    const { uptimeMs, deviceKey, ...measured } = sent;
    expect(row).toMatchObject({ uptimeMs, deviceKey });
    for (const [name, value] of Object.entries(measured))
      expect([name, single(row[name as keyof typeof row])]).toEqual([name, single(value)]);
  });

  test('writes a record once, however often it is read, and with it what is new', async () => {
    const [first, second] = [newReading(), newReading()];
    const log = logOf(encodeRecord(Date.now(), [first], []));
    await record(log);
    await record(log);
    expect(await storedOf(first.deviceKey)).toHaveLength(1);
    log.add(encodeRecord(Date.now(), [first, second], []));
    await record(log);
    expect(await storedOf(first.deviceKey)).toHaveLength(1);
    expect(await storedOf(second.deviceKey)).toHaveLength(1);
  });

  test('reads a log that lost its end from the beginning: its numbers are given anew', async () => {
    const [lost, next] = [newReading(), newReading()];
    const before = logOf(encodeRecord(Date.now(), [lost], []), encodeRecord(Date.now(), [lost], []));
    await record(before);
    const after = logOf(encodeRecord(Date.now(), [next], []));
    after.state.id = before.state.id;
    await record(after);
    expect(await storedOf(next.deviceKey)).toHaveLength(1);
  });

  test('makes a fall that the log carried once, with its alerts and the id that was answered', async () => {
    const ann = await patient();
    await caregiver({ of: ann });
    const fall = await fallOf(ann, (await device(ann)).id);
    const log = logOf(encodeRecord(Date.now(), [], [fall]), encodeRecord(Date.now(), [], [fall]));
    await record(log);
    await record(log);
    expect(await fallsOf(ann)).toEqual([{ id: fall.id, alerts: 1 }]);
  });

  test('a carried fall whose incident stands there already under another id is found by the one that was answered', async () => {
    const ann = await patient();
    const first = await fallOf(ann, (await device(ann)).id);
    const second = { ...first, id: newId() };
    const log = logOf(encodeRecord(Date.now(), [], [first, second]));
    await record(log);
    await record(log);
    expect((await fallsOf(ann)).map(({ id }) => id)).toEqual([first.id]);
    expect((await ann.get(`/falls/${second.id}`)).data.id).toBe(first.id);
    expect(await (await patient()).get(`/falls/${second.id}`)).toHaveStatus(403);
  });

  test('makes no fall of a person who was erased meanwhile, and goes on', async () => {
    const ann = await patient();
    const fall = await fallOf(ann, (await device(ann)).id);
    expect(await ann.delete('/profile/me', { confirmation: true })).toHaveStatus(200);
    const next = newReading();
    await record(logOf(encodeRecord(Date.now(), [next], [fall])));
    expect(await fallsOf(ann)).toEqual([]);
    expect(await storedOf(next.deviceKey)).toHaveLength(1);
  });

  test('sets a record aside whose rows the database refuses, and goes on', async () => {
    const { platform } = await testServer();
    const farAhead = Date.UTC(2999, 0, 1);
    const startedAt = new Date(platform.clock.nowMs()).toISOString();
    const [refused, before, next] = [newReading(), newReading(), newReading()];
    const unfit = encodeRecord(farAhead, [refused], []);
    const log = logOf(encodeRecord(Date.now(), [before], []), unfit, encodeRecord(Date.now(), [next], []));
    await record(log);
    await record(log);
    expect(await storedOf(before.deviceKey)).toHaveLength(1);
    expect(await storedOf(next.deviceKey)).toHaveLength(1);
    const aside = await sql<{ bytes: Buffer; problem: string }>`select * from refused_records`.execute(platform.db);
    const own = aside.rows.filter(({ bytes }) => Buffer.compare(bytes, unfit) === 0);
    expect(own).toMatchObject([{ problem: expect.stringContaining('no partition') }]);
    const told = platform.db.selectFrom('systemLog').select('id').where('source', '=', 'recorder');
    expect(await told.where('timestamp', '>=', startedAt).execute()).toHaveLength(1);
  });

  test('a fall that the database refuses holds up neither the others nor the rows', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const refused = { ...(await fallOf(ann, (await device(ann)).id)), id: 'not an id' };
    const other = await fallOf(bob, (await device(bob)).id);
    const sent = newReading();
    await record(logOf(encodeRecord(Date.now(), [sent], [refused, other])));
    expect((await fallsOf(bob)).map(({ id }) => id)).toEqual([other.id]);
    expect(await storedOf(sent.deviceKey)).toHaveLength(1);
  });
});
