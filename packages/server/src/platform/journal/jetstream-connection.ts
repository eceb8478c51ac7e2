import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.js';
import { connectNats } from '../nats.js';
import { unavailable } from '../refusal.js';
import { createPublisher, type Publisher } from './publisher.js';

export interface Connected {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly publisher: Publisher;
  readonly manager: JetStreamManager;
}

export interface JetStreamConnection {
  /** Throws while there is no connection. */
  up(): Connected;
  /** How often the server was lost. */
  interruptions(): number;
  close(): Promise<void>;
}

/** Connects in the background and keeps trying. */
export function openJetStream(url: string, ca: string | null, timeoutMs: number, log: Log): JetStreamConnection {
  let connected: Connected | undefined;
  let isClosed = false;
  let isLost = false;
  let interruptions = 0;

  async function open(): Promise<void> {
    const connection = await connectNats(url, { name: 'fallwatch records', ca, isClosed: () => isClosed, log });
    if (!connection) return;
    const client = jetstream(connection, { timeout: timeoutMs });
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
    connected = { connection, client, publisher: createPublisher(connection, timeoutMs), manager };
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') interruptions += 1;
      if (type === 'disconnect' || type === 'reconnect') isLost = type === 'disconnect';
    }
  }

  open().catch((error: unknown) => log.error({ err: error }, 'record log ended'));

  return {
    up() {
      if (!connected || isLost || isClosed) throw unavailable('The journal cannot be reached. Try again.');
      return connected;
    },
    interruptions: () => interruptions,
    async close() {
      isClosed = true;
      await connected?.connection.close();
    },
  };
}
