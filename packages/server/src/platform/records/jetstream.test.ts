import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { profile, servers } from '../../../test/servers.js';
import { newId } from '../ids.js';
import { createJetStreamLog } from './jetstream.js';
import type { RecordLog } from './record-log.js';

const silent = pino({ level: 'silent' });

async function untilUp(log: RecordLog): Promise<void> {
  await expect.poll(() => log.identify().catch(() => undefined), { timeout: 5_000 }).toBeDefined();
}

async function readAll(log: RecordLog, partition: number): Promise<{ texts: string[]; sequences: number[] }> {
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

test('a log whose server cannot be reached refuses at once', async () => {
  const log = createJetStreamLog('nats://127.0.0.1:1', 'nowhere', 1, silent);
  const startedAt = performance.now();
  await expect(log.append(0, Buffer.from('a'))).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - startedAt).toBeLessThan(500);
  await log.close();
});

describe.runIf(profile === 'cluster')('a log on JetStream', () => {
  const namespace = `test_${newId().replaceAll('-', '')}`;
  const logs: RecordLog[] = [];
  const open = async (): Promise<RecordLog> => {
    const log = createJetStreamLog(servers.nats, namespace, 2, silent);
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
  afterAll(async () => {
    for (const log of logs) await log.close();
    await onServer((manager) => manager.streams.delete(`${namespace}_records`));
  });

  test('gives back what was appended, each partition in its order, to whoever reads, from the beginning', async () => {
    const log = await open();
    for (const text of ['a', 'b', 'c']) await log.append(0, Buffer.from(text));
    await log.append(1, Buffer.from('other'));
    const { texts, sequences } = await readAll(log, 0);
    expect(texts).toEqual(['a', 'b', 'c']);
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    expect((await readAll(log, 1)).texts).toEqual(['other']);
    expect((await readAll(await open(), 0)).texts).toEqual(['a', 'b', 'c']);
  });

  test('forgets up to a sequence, in one partition only', async () => {
    const log = await open();
    const { sequences } = await readAll(log, 0);
    await log.forget(0, sequences[1] as number);
    expect((await readAll(log, 0)).texts).toEqual(['c']);
    expect((await readAll(log, 1)).texts).toEqual(['other']);
  });

  test('a log that was lost is made anew with the next record, and is another one', async () => {
    const log = await open();
    const before = await log.identify();
    expect(await log.identify()).toEqual(before);
    await onServer((manager) => manager.streams.delete(`${namespace}_records`));
    await log.append(0, Buffer.from('first'));
    expect((await log.identify()).id).not.toBe(before.id);
    expect((await readAll(log, 0)).texts).toEqual(['first']);
  });

  test('a reader ends when it is told to', async () => {
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
