/**
 * Measures the recorder writing a backlog from the journal to PostgreSQL, compared with a bare binary COPY of the same
 * rows into an equal table with the same index. Alternating, medians.
 */
import { loadConfig } from '@fallwatch/server/dist/config.js';
import {
  copyEnd,
  copyHead,
  decodeRecord,
  encodeRecord,
} from '@fallwatch/server/dist/features/recorder/reading-record.js';
import type { NewReading } from '@fallwatch/server/dist/features/recorder/readings.store.js';
import { type BulkConnection, openBulk } from '@fallwatch/server/dist/platform/db/bulk.js';
import { createJetStreamJournal } from '@fallwatch/server/dist/platform/journal/jetstream.js';
import type { Journal } from '@fallwatch/server/dist/platform/journal/journal.js';
import { createLog } from '@fallwatch/server/dist/platform/log.js';
import { median } from './load.js';
import { install, startRecorder } from './variants.js';
import { pause, type Workshop } from './workshop.js';

/** Readings per record: what one event loop turn collects under load. */
const recordSize = 256;
const devices = 1_000;
const timeoutMs = 60_000;
const pollMs = 5;

export interface WriterRates {
  readonly rows: number;
  readonly recorderPerSecond: number;
  readonly copyPerSecond: number;
}

interface Bench {
  readonly workshop: Workshop;
  readonly env: Record<string, string>;
  readonly records: Journal;
  readonly bulk: BulkConnection;
  readonly backlog: readonly Uint8Array[];
}

export async function measureWriter(
  workshop: Workshop,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<WriterRates> {
  const { url, env } = await install(workshop, 'writer', 'cluster');
  const records = createJetStreamJournal(
    workshop.servers.nats,
    { namespace: workshop.toNamespace('writer'), partitions: 1 },
    createLog(loadConfig({ ...env, LOG_LEVEL: 'silent' })),
  );
  const bulk = await openBulk(url);
  try {
    const nowMs = Date.now();
    const bench = { workshop, env, records, bulk, backlog: createBacklog(rows, nowMs) };
    const day = new Date(nowMs).toISOString().slice(0, 10);
    await bulk.query(`select ensure_reading_partitions('${day}'::date, 2)`);
    await bulk.query(`create table bare (like readings_${day.replaceAll('-', '')} including all)`);
    const recorder: number[] = [];
    const copy: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      copy.push(await timeCopy(bench));
      recorder.push(await timeRecorder(bench));
      process.stderr.write(`  round ${round + 1} of ${rounds} of the writer\n`);
    }
    return { rows, recorderPerSecond: median(recorder), copyPerSecond: median(copy) };
  } finally {
    await records.close();
    await bulk.close();
  }
}

function createBacklog(rows: number, nowMs: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(rows / recordSize) }, (_, record) =>
    encodeRecord(
      nowMs + record,
      Array.from({ length: recordSize }, (_, index) => createReading(record * recordSize + index)),
      [],
    ),
  );
}

function createReading(n: number): NewReading {
  const axis = (n % 100) / 100;
  const sent = {
    uptime_ms: 1_000_000_000 + Math.floor(n / devices) * 1_000,
    accel_x: 0.1 + axis,
    accel_y: 0.2 + axis,
    accel_z: 9.8,
    gyro_x: 0.5,
    gyro_y: -0.3,
    gyro_z: 0.1,
    battery_level: 84.5,
    heart_rate: 72,
    spo2: 97,
  };
  return { deviceKey: 1 + (n % devices), confidence: 0.01, sent };
}

async function timeCopy({ bulk, backlog }: Bench): Promise<number> {
  await bulk.query('truncate bare');
  const records = backlog.map((record) => decodeRecord(record).rows);
  const [first] = records;
  const beganMs = performance.now();
  await bulk.copy(`copy bare (${first?.columnNames}) from stdin (format binary)`, [
    copyHead,
    ...records.map(({ bytes }) => bytes),
    copyEnd,
  ]);
  return perSecond(backlog.length, performance.now() - beganMs);
}

/**
 * Starts a new recorder on a full journal and measures from one of its commits to another. The first quarter is not
 * counted, in which it starts and compiles its code, nor the last, at whose end it waits for more records.
 */
async function timeRecorder(bench: Bench): Promise<number> {
  const { workshop, env, records, bulk, backlog } = bench;
  await bulk.query('truncate readings');
  const before = await recordedUpTo(bench);
  await untilConnected(records);
  for (let first = 0; first < backlog.length; first += 16)
    await Promise.all(backlog.slice(first, first + 16).map((record) => records.append(0, record)));
  const recorder = await startRecorder(workshop, env);
  const reach = (part: number) => untilRecorded(bench, before + backlog.length * part, recorder.output);
  const began = await reach(1 / 4);
  const ended = await reach(3 / 4);
  await reach(1);
  await recorder.stop();
  // The next recorder would read these records first, and then find the rows of its own stored.
  await records.forget(0, before + backlog.length);
  const [stored] = await bulk.query<{ rows: string }>('select count(*) as rows from readings');
  if (Number(stored?.rows) !== backlog.length * recordSize)
    throw new Error(`The recorder stored ${stored?.rows} of ${backlog.length * recordSize} rows. ${recorder.output()}`);
  return perSecond(ended.sequence - began.sequence, ended.atMs - began.atMs);
}

function perSecond(records: number, ms: number): number {
  return ((records * recordSize) / ms) * 1_000;
}

/** The journal connects in the background. */
async function untilConnected(records: Journal): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;)
    try {
      await records.identify();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
}

async function untilRecorded(
  bench: Bench,
  sequence: number,
  output: () => string,
): Promise<{ sequence: number; atMs: number }> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const reached = await recordedUpTo(bench);
    if (reached >= sequence) return { sequence: reached, atMs: performance.now() };
    await pause(pollMs);
  }
  throw new Error(`The recorder did not come to ${sequence} within ${timeoutMs} ms. ${output()}`);
}

async function recordedUpTo({ bulk }: Bench): Promise<number> {
  const [row] = await bulk.query<{ sequence: string | null }>('select max(sequence) as sequence from recorded');
  return Number(row?.sequence ?? 0);
}
