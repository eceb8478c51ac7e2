import {
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type MsgRequest,
  type NextMsgRequest,
} from '@nats-io/jetstream';
import { createBreaker } from '../breaker.js';
import type { Log } from '../log.js';
import { unavailable } from '../refusal.js';
import { withTimeout } from '../with-timeout.js';
import { type JetStreamConnection, openJetStream } from './jetstream-connection.js';
import { createRecordStream, type RecordStream } from './jetstream-stream.js';
import type { Journal, JournalRecord } from './journal.js';
import { NoStream } from './publisher.js';

/** A healthy server acknowledges within one or two milliseconds. */
const appendTimeoutMs = 1_000;
/** After a failure the journal is not called for this long. */
const restMs = 1_000;
/** Records per fetch: a few hundred records of a few hundred readings each. */
const pieceSize = 256;
const fetchMs = 1_000;
/**
 * The driver waits for the server to end a fetch. If the server of a cluster that held the consumer is gone, it waits
 * forever; after this time a new consumer is created on another server.
 */
const longestFetchMs = fetchMs + 4_000;

export interface JetStreamJournalOptions {
  readonly namespace: string;
  readonly partitions: number;
  /** Number of servers that store each record. Null: one, and an existing stream is left unchanged. */
  readonly replicas?: number | null;
  /** Trusted instead of the CAs of this machine. */
  readonly ca?: string | null;
}

/** A journal on NATS JetStream. */
export function createJetStreamJournal(
  url: string,
  { namespace, partitions, replicas = null, ca = null }: JetStreamJournalOptions,
  log: Log,
): Journal {
  const server = openJetStream(url, ca, appendTimeoutMs, log);
  const stream = createRecordStream(namespace, replicas, log);
  const whenThere = createBreaker(restMs);

  return {
    partitions,
    append: (partition, record) =>
      whenThere(() =>
        publish(server, stream, partition, record).catch((error: unknown) => {
          log.warn({ err: error }, 'journal unavailable, readings are written to the database directly');
          // Report every driver error as unavailable: callers without another path may retry.
          throw unavailable('The journal did not take it. Try again.');
        }),
      ),
    async identify() {
      const { manager } = server.up();
      return { interruptions: server.interruptions(), id: await stream.ensure(manager) };
    },
    read: (partition, signal) => readPieces(server, stream, partition, signal),
    async oldestAfter(partition, sequence) {
      const { manager } = server.up();
      const { state } = await manager.streams.info(stream.name);
      // A journal that lost its end in a power failure reuses sequence numbers: any record may be unwritten.
      const seq = sequence > state.last_seq ? 1 : sequence + 1;
      const query: NextMsgRequest = { seq, next_by_subj: stream.toSubject(partition) };
      // The driver's type allows this request for direct access only; servers accept it here since 2.9.
      const found = await manager.streams.getMessage(stream.name, query as unknown as MsgRequest);
      return found?.time.getTime();
    },
    async forget(partition, upToSequence) {
      const subject = stream.toSubject(partition);
      await server.up().manager.streams.purge(stream.name, { filter: subject, seq: upToSequence + 1 });
    },
    close: server.close,
  };
}

async function publish(
  server: JetStreamConnection,
  stream: RecordStream,
  partition: number,
  record: Uint8Array,
): Promise<void> {
  const attempt = () => server.up().publisher.publish(stream.toSubject(partition), record);
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof NoStream)) throw error;
    // A new server, or one that lost its data; or a cluster that elects a leader, which takes longer than a device
    // waits.
    await withTimeout(stream.ensure(server.up().manager), appendTimeoutMs);
    await attempt();
  }
}

async function* readPieces(
  server: JetStreamConnection,
  { name, toSubject }: RecordStream,
  partition: number,
  signal: AbortSignal,
): AsyncGenerator<readonly JournalRecord[]> {
  const { client } = server.up();
  const consumer = await openConsumer(client, name, toSubject(partition));
  while (!signal.aborted) {
    const messages = await consumer.fetch({ max_messages: pieceSize, expires: fetchMs });
    try {
      yield await withTimeout(collect(messages), longestFetchMs);
    } finally {
      messages.stop();
    }
  }
}

function openConsumer(client: JetStreamClient, stream: string, subject: string) {
  return client.consumers.get(stream, { filter_subjects: subject, deliver_policy: DeliverPolicy.All });
}

async function collect(messages: ConsumerMessages): Promise<JournalRecord[]> {
  const piece: JournalRecord[] = [];
  for await (const { seq, time, data } of messages)
    piece.push({ sequence: seq, appendedAtMs: time.getTime(), bytes: data });
  return piece;
}
