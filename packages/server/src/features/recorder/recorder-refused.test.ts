import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { caregiver, device, patient } from '../../../test/people.js';
import { createTestJournal, listFalls, listStored, record } from '../../../test/recorder.js';
import { detectedFall, newReading } from '../../../test/records.js';
import { profile } from '../../../test/servers.js';
import { createContext, system } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import type { DetectedFall } from '../falls/recording.service.js';
import { encodeRecord } from './reading-record.js';
import { listSetAside, putBackSetAside } from './set-aside.service.js';

// Records set aside make the service DEGRADED, and later test files share the database.
afterEach(async () => {
  const { platform } = await testServer();
  await sql`delete from refused_records`.execute(platform.db);
});

describe.runIf(profile === 'cluster')('the recorder', () => {
  test('sets a record aside whose rows the database refuses, and continues', async () => {
    const { platform } = await testServer();
    const farAhead = Date.UTC(2999, 0, 1);
    const startedAt = new Date(platform.clock.nowMs()).toISOString();
    const [refused, before, next] = [newReading(), newReading(), newReading()];
    const unfit = encodeRecord(farAhead, [refused], []);
    const log = createTestJournal(encodeRecord(Date.now(), [before], []), unfit, encodeRecord(Date.now(), [next], []));
    await record(log);
    await record(log);
    expect(await listStored(before.deviceKey)).toHaveLength(1);
    expect(await listStored(next.deviceKey)).toHaveLength(1);
    const aside = await sql<{ bytes: Buffer; problem: string }>`select * from refused_records`.execute(platform.db);
    const own = aside.rows.filter(({ bytes }) => Buffer.compare(bytes, unfit) === 0);
    expect(own).toMatchObject([{ problem: expect.stringContaining('no partition') }]);
    const told = platform.db.selectFrom('systemLog').select('id').where('source', '=', 'recorder');
    expect(await told.where('timestamp', '>=', startedAt).execute()).toHaveLength(1);
  });

  test('sets unreadable records aside, and writes those before, between and after them', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    await caregiver({ of: ann });
    const fall = await detectedFall(ann, (await device(ann)).id);
    const good = Array.from({ length: 5 }, () => newReading());
    const goodRecords = good.map((sent) => encodeRecord(Date.now(), [sent], []));
    const halfRead = newReading();
    const cutOff = encodeRecord(Date.now(), [newReading(), newReading()], []).subarray(0, 200);
    const newer = encodeRecord(Date.now(), [newReading()], []);
    newer[0] = 9;
    const notJson = Buffer.concat([encodeRecord(Date.now(), [newReading()], []), Buffer.from('[{"id":')]);
    const invalidFall = { ...fall, id: newId(), sensorData: undefined } as unknown as DetectedFall;
    const withInvalidFall = encodeRecord(Date.now(), [halfRead], [invalidFall, fall]);
    const bad = [cutOff, newer, notJson, withInvalidFall];
    const log = createTestJournal(...goodRecords.flatMap((record, index) => [record, ...bad.slice(index, index + 1)]));
    await record(log);
    await record(log);
    for (const { deviceKey } of [...good, halfRead]) expect(await listStored(deviceKey)).toHaveLength(1);
    expect(await listFalls(ann)).toEqual([{ id: fall.id, alerts: 1 }]);
    const aside = await sql<{ bytes: Buffer; problem: string }>`select * from refused_records`.execute(platform.db);
    const problems = bad.map((bytes) => aside.rows.find((row) => Buffer.compare(row.bytes, bytes) === 0)?.problem);
    expect(problems).toEqual([
      expect.stringContaining('cut off'),
      expect.stringContaining('version 9'),
      'falls that are not JSON',
      '1 of 2 falls without all they need',
    ]);
  });
});

describe.runIf(profile === 'cluster')('records set aside', () => {
  test('records set aside can be put back, and are stored once they can be read', async () => {
    const { platform } = await testServer();
    const ctx = createContext(platform, system);
    const [sent, other] = [newReading(), newReading()];
    const unreadable = encodeRecord(Date.now(), [other], []);
    unreadable[0] = 9;
    // As left by a release that cannot read them. This release can read the first one.
    for (const bytes of [encodeRecord(Date.now(), [sent], []), unreadable])
      await sql`insert into refused_records (digest, bytes, problem) values (sha256(${bytes}), ${bytes}, 'x')`.execute(
        platform.db,
      );
    expect(await putBackSetAside(ctx)).toBe(2);
    await expect.poll(() => listStored(sent.deviceKey)).toHaveLength(1);
    const problems = async () => (await listSetAside(ctx)).map(({ problem }) => problem);
    await expect.poll(problems).toEqual([expect.stringContaining('version 9')]);
  });
});

describe.runIf(profile === 'cluster')('a fall that cannot be recorded', () => {
  test('a fall that our own code cannot process delays neither the other falls nor the rows', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const good = await detectedFall(ann, (await device(ann)).id);
    const broken = { ...good, explanation: { ...good.explanation, summary: { toString: null } } };
    const other = await detectedFall(bob, (await device(bob)).id);
    const sent = newReading();
    await record(createTestJournal(encodeRecord(Date.now(), [sent], [broken as unknown as DetectedFall, other])));
    expect((await listFalls(bob)).map(({ id }) => id)).toEqual([other.id]);
    expect(await listStored(sent.deviceKey)).toHaveLength(1);
  });

  test('a fall that the database refuses delays neither the other falls nor the rows', async () => {
    const [ann, bob] = [await patient(), await patient()];
    const refused = { ...(await detectedFall(ann, (await device(ann)).id)), id: 'not an id' };
    const other = await detectedFall(bob, (await device(bob)).id);
    const sent = newReading();
    await record(createTestJournal(encodeRecord(Date.now(), [sent], [refused, other])));
    expect((await listFalls(bob)).map(({ id }) => id)).toEqual([other.id]);
    expect(await listStored(sent.deviceKey)).toHaveLength(1);
  });
});
