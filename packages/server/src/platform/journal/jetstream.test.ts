import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { newId } from '../ids.js';
import { createJetStreamJournal } from './jetstream.js';
import type { Journal } from './journal.js';

const silent = pino({ level: 'silent' });

async function untilUp(log: Journal): Promise<void> {
  await expect.poll(() => log.identify().catch(() => undefined)).toBeDefined();
}

async function readAll(log: Journal, partition: number): Promise<{ texts: string[]; sequences: number[] }> {
  const read = { texts: [] as string[], sequences: [] as number[] };
  for await (const piece of log.read(partition, new AbortController().signal)) {
    if (piece.length === 0) break;
    for (const { sequence, bytes } of piece) {
      read.texts.push(Buffer.from(bytes).toString());
      read.sequences.push(sequence);
    }
  }
  return read;
}

const namespace = `test_${newId().replaceAll('-', '')}`;
const logs: Journal[] = [];
const open = async (): Promise<Journal> => {
  const log = createJetStreamJournal(servers.nats, { namespace, partitions: 2 }, silent);
  logs.push(log);
  await untilUp(log);
  return log;
};
const onServer = async (work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<unknown>) => {
  const connection = await connect({ servers: new URL(servers.nats).host });
  try {
    await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
};

test('a journal whose server is unreachable refuses at once', async () => {
  const log = createJetStreamJournal('nats://127.0.0.1:1', { namespace: 'nowhere', partitions: 1 }, silent);
  const startedAt = performance.now();
  await expect(log.append(0, Buffer.from('a'))).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - startedAt).toBeLessThan(500);
  await log.close();
});

describe.runIf(profile === 'cluster')('a journal on JetStream', () => {
  afterAll(async () => {
    for (const log of logs) await log.close();
    await onServer((manager) => manager.streams.delete(`${namespace}_records`));
  });

  test('every reader gets the appended records from the beginning, each partition in order', async () => {
    const log = await open();
    for (const text of ['a', 'b', 'c']) await log.append(0, Buffer.from(text));
    await log.append(1, Buffer.from('other'));
    const { texts, sequences } = await readAll(log, 0);
    expect(texts).toEqual(['a', 'b', 'c']);
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    expect((await readAll(log, 1)).texts).toEqual(['other']);
    expect((await readAll(await open(), 0)).texts).toEqual(['a', 'b', 'c']);
  });

  test('reports when the oldest record after a sequence was appended, per partition', async () => {
    const log = await open();
    const { sequences } = await readAll(log, 0);
    const [first = 0, second = 0, last = 0] = sequences;
    const since = await Promise.all([0, first, second].map((sequence) => log.oldestAfter(0, sequence)));
    expect(since).toEqual(since.toSorted());
    expect(Math.abs(Date.now() - (since[0] ?? 0))).toBeLessThan(60_000);
    expect(await log.oldestAfter(0, last)).toBeUndefined();
    expect(await log.oldestAfter(1, 0)).toBeGreaterThanOrEqual(since[2] ?? 0);
    // A journal that lost its end reuses sequence numbers: nothing shows which records are in the database.
    expect(await log.oldestAfter(0, last + 1_000)).toBe(since[0]);
  });

  test('deletes records up to a sequence, in one partition only', async () => {
    const log = await open();
    const { sequences } = await readAll(log, 0);
    await log.forget(0, sequences[1] as number);
    expect((await readAll(log, 0)).texts).toEqual(['c']);
    expect((await readAll(log, 1)).texts).toEqual(['other']);
  });

  test('a lost journal is created again with the next record, and has a new identity', async () => {
    const log = await open();
    const before = await log.identify();
    expect(await log.identify()).toEqual(before);
    await onServer((manager) => manager.streams.delete(`${namespace}_records`));
    await log.append(0, Buffer.from('first'));
    expect((await log.identify()).id).not.toBe(before.id);
    expect((await readAll(log, 0)).texts).toEqual(['first']);
  });

  test('a reader ends when its signal is aborted', async () => {
    const log = await open();
    const stopping = new AbortController();
    const pieces: number[] = [];
    for await (const piece of log.read(1, stopping.signal)) {
      pieces.push(piece.length);
      stopping.abort();
    }
    expect(pieces).toEqual([0]);
  });
});
