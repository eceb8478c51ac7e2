import type { NatsConnection } from '@nats-io/transport-node';
import { newId } from '../ids.js';
import type { Log } from '../log.js';
import { connectNats } from '../nats.js';
import { withTimeout } from '../with-timeout.js';
import type { Event, Events } from './events.js';
import { createMemoryEvents } from './memory.js';

interface Envelope {
  /** The publishing process: it has notified its own listeners already. */
  readonly from: string;
  readonly event: Event;
}

/** Notifies local listeners at once, other processes over NATS. Connects in the background and keeps trying. */
export function createNatsEvents(url: string, subject: string, log: Log, ca: string | null = null): Events {
  const local = createMemoryEvents(log);
  const self = newId();
  let connection: NatsConnection | undefined;
  let isClosed = false;

  const connected = connectNats(url, { name: 'fallwatch events', ca, isClosed: () => isClosed, log }).then(
    async (opened) => {
      if (!opened) return;
      connection = opened;
      watch(opened).catch((error: unknown) => log.error({ err: error }, 'event connection is not watched'));
      return listen(opened);
    },
  );
  connected.catch((error: unknown) => log.error({ err: error }, 'event connection ended'));

  async function listen(opened: NatsConnection): Promise<void> {
    for await (const message of opened.subscribe(subject)) {
      const { from, event } = message.json<Envelope>();
      if (from !== self) local.publish(event);
    }
  }

  /** Logs once when the connection to NATS is lost, and once when it is back. */
  async function watch(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') log.warn('nats connection lost, events reach this process only');
      if (type === 'reconnect') log.info('nats connection is back');
    }
  }

  return {
    ...local,
    publish(event) {
      local.publish(event);
      connection?.publish(subject, JSON.stringify({ from: self, event } satisfies Envelope));
    },
    async ping() {
      if (!connection) throw new Error('not connected');
      await withTimeout(connection.rtt(), 1_000);
    },
    async close() {
      isClosed = true;
      await local.close();
      await connection?.close();
    },
  };
}
