import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { encodeRecord } from '../../src/features/recorder/reading-record.js';
import { expectWithin } from '../times.js';
import { check, flawless, summarizeCounts } from './checker.js';
import { wear } from './client.js';
import { Journal } from './journal.js';
import { pause } from './part.js';
import { say } from './say.js';
import { listPorts, openSite, type Site } from './site.js';

/**
 * A missing recorder is visible in the health of a process without one. Unreadable records, each between good ones, are
 * set aside, and everything else is stored within seconds.
 */
const storedWithinMs = 5_000;
const sent = { accel_x: 0, accel_y: 0, accel_z: 9.81, gyro_x: 0, gyro_y: 0, gyro_z: 0, uptime_ms: 1 };
/** Keys of devices that do not exist: readings have no foreign key. */
const firstKey = 2_000_000_000;
const goodRecord = (index: number): Uint8Array =>
  encodeRecord(Date.now(), [{ deviceKey: firstKey + index, confidence: 0, sent }], []);

function brokenRecords(): Uint8Array[] {
  const [cutOff, newer, notJson, invalidFall] = [101, 102, 103, 104].map(goodRecord) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  newer[0] = 9;
  return [
    cutOff.subarray(0, cutOff.length - 20),
    newer,
    Buffer.concat([notJson, Buffer.from('[{"id":"')]),
    Buffer.concat([invalidFall, Buffer.from(JSON.stringify([{ id: 'nobody', confidence: 'high' }]))]),
  ];
}

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

async function append({ nats }: Site, records: readonly Uint8Array[]): Promise<void> {
  const connection = await connect({ servers: new URL(nats?.url ?? '').host });
  const client = jetstream(connection);
  for (const record of records) await client.publish('fallwatch.ingest.0', record);
  await connection.close();
}

async function countStored({ postgres }: Site, keys: number): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const statement = 'select from readings where device_key >= $1 and device_key < $2';
  const { rowCount } = await client.query(statement, [firstKey, firstKey + keys]);
  await client.end();
  return rowCount ?? 0;
}

test('a missing recorder is reported, and unreadable records do not stop the recording', async () => {
  const opened = await openSite({ profile: 'cluster', apis: 1, wearers: 20 });
  site = opened;
  const readHealth = async () => {
    const answer = await fetch(`http://127.0.0.1:${opened.apis[0]?.port}/api/health`);
    const { data } = (await answer.json()) as { data: { status: string; checks: { recorder: object } } };
    return { status: data.status, recorder: data.checks.recorder };
  };
  const journal = new Journal();
  let isOver = false;
  const load = wear(opened.wearers, journal, {
    ports: listPorts(opened),
    everyMs: 1_000,
    isImpact: () => false,
    isOver: () => isOver,
  });
  await expect.poll(readHealth).toMatchObject({ status: 'HEALTHY', recorder: { setAside: 0 } });

  await opened.recorder?.kill();
  const killedAt = Date.now();
  const bad = brokenRecords();
  const good = bad.length + 1;
  await append(opened, [goodRecord(0), ...bad.flatMap((record, index) => [record, goodRecord(index + 1)])]);
  const isLate = { status: 'DEGRADED', recorder: { status: 'DOWN' } };
  await expect.poll(readHealth, { interval: 250 }).toMatchObject(isLate);
  const seenAfterMs = Date.now() - killedAt;

  await opened.recorder?.start();
  const startedAt = Date.now();
  await expect.poll(() => countStored(opened, good), { interval: 50 }).toBe(good);
  const storedAfterMs = Date.now() - startedAt;
  const isAside = { status: 'DEGRADED', recorder: { status: 'UP', setAside: bad.length } };
  await expect.poll(readHealth).toMatchObject(isAside);
  isOver = true;
  await load;
  await pause(1_000);
  const verdict = await check(opened.postgres.url, journal);
  say(
    'records that cannot be read, recorder gone, cluster profile',
    `${bad.length} set aside between ${good} good ones, those stored ${storedAfterMs} ms after the recorder was back; ` +
      `gone, it was seen after ${seenAfterMs} ms; ${summarizeCounts(journal, verdict)}`,
  );

  expectWithin('good records stored after a restart', storedAfterMs, storedWithinMs);
  expect(verdict).toMatchObject(flawless);
  expect(journal.faults).toEqual([]);
});
