import {
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { createBreaker } from '../breaker.js';
import { newId } from '../ids.js';
import type { Log } from '../log.js';
import { connectNats } from '../nats.js';
import { unavailable } from '../refusal.js';
import { within } from '../within.js';
import type { LoggedRecord, RecordLog } from './record-log.js';

/** A healthy server acknowledges within a millisecond or two. */
const appendTimeoutMs = 1_000;
/** After a failure the log is left alone for this long. */
const restMs = 1_000;
const dayMs = 86_400_000;
/** A piece of a backlog: some hundred records of some hundred readings. */
const pieceSize = 256;
const fetchMs = 1_000;
const errorNotFound = 10_059;
/** What the driver calls it when no stream takes a subject. It exports no class for it. */
const noStream = 'JetStreamNotEnabled';

interface Connected {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** On NATS JetStream: one stream, one subject for each partition. Connects in the background and keeps trying. */
export function createJetStreamLog(url: string, namespace: string, partitions: number, log: Log): RecordLog {
  const stream = `${namespace}_records`;
  const subjectOf = (partition: number): string => `${namespace}.ingest.${partition}`;
  let connected: Connected | undefined;
  let isClosed = false;
  let isLost = false;
  let interruptions = 0;
  const whenThere = createBreaker(restMs);

  open().catch((error: unknown) => log.error({ err: error }, 'record log ended'));

  async function open(): Promise<void> {
    const connection = await connectNats(url, 'fallwatch records');
    if (isClosed) return connection.close();
    const client = jetstream(connection, { timeout: appendTimeoutMs });
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
    connected = { connection, client, manager };
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') interruptions += 1;
      if (type === 'disconnect' || type === 'reconnect') isLost = type === 'disconnect';
    }
  }

  function up(): Connected {
    if (!connected || isLost || isClosed) throw unavailable('The log of readings cannot be reached. Try again.');
    return connected;
  }

  /** Old records are refused new ones, never dropped for them: the caller then stores by another way. */
  async function ensureStream({ manager }: Connected): Promise<string> {
    const found = await manager.streams.info(stream).catch((error: { code?: number }) => {
      if (error.code !== errorNotFound) throw error;
      return manager.streams.add({
        name: stream,
        subjects: [`${namespace}.ingest.*`],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.New,
        max_age: nanos(3 * dayMs),
        duplicate_window: nanos(120_000),
      });
    });
    return `${stream}@${found.created}`;
  }

  async function publish(partition: number, record: Uint8Array): Promise<void> {
    const id = newId();
    const attempt = () => up().client.publish(subjectOf(partition), record, { msgID: id, timeout: appendTimeoutMs });
    try {
      await within(attempt(), 2 * appendTimeoutMs);
    } catch (error) {
      if ((error as Error).name !== noStream) throw error;
      // A new server, or one that lost its store.
      await ensureStream(up());
      await within(attempt(), 2 * appendTimeoutMs);
    }
  }

  return {
    partitions,
    append: (partition, record) =>
      whenThere(() =>
        publish(partition, record).catch((error: unknown) => {
          log.warn({ err: error }, 'log of readings unavailable, they go straight into the database');
          // Whatever the driver calls it: whoever has no other way may try again.
          throw unavailable('The log of readings did not take it. Try again.');
        }),
      ),
    async identify() {
      return { interruptions, id: await ensureStream(up()) };
    },
    async *read(partition, signal) {
      const { client } = up();
      const consumer = await client.consumers.get(stream, {
        filter_subjects: subjectOf(partition),
        deliver_policy: DeliverPolicy.All,
      });
      while (!signal.aborted) {
        const piece: LoggedRecord[] = [];
        for await (const { seq, time, data } of await consumer.fetch({ max_messages: pieceSize, expires: fetchMs }))
          piece.push({ sequence: seq, appendedAtMs: time.getTime(), bytes: data });
        yield piece;
      }
    },
    async forget(partition, upToSequence) {
      await up().manager.streams.purge(stream, { filter: subjectOf(partition), seq: upToSequence + 1 });
    },
    async close() {
      isClosed = true;
      await connected?.connection.close();
    },
  };
}
