import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Platform } from '../context.js';
import { newId } from '../ids.js';
import { reasons } from './codes.js';
import type { MqttHandler } from './handler.js';
import { Session } from './session.js';
import { createFlusher } from './wire.js';

/** The largest body is 1 MiB; the rest is for the topic and the properties. */
const maxPacketBytes = 1024 * 1024 + 4 * 1024;
/** A client sends about one message a second and is answered within 9 s. */
const receiveMaximum = 16;
/** Without MQTT's own keep-alive, TCP notices that a client is gone. */
const tcpKeepAliveMs = 60_000;
const lookEveryMs = 20;

export interface MqttServer {
  /** Resolves with the port. */
  readonly listen: (host: string, port: number) => Promise<number>;
  /** Refuses new connections. Each open one ends with its next answer; those that have none by then stay open. */
  readonly drain: (timeoutMs: number) => Promise<void>;
  /** Refuses new connections, finishes the messages that have arrived, and disconnects the clients. */
  readonly close: (timeoutMs: number) => Promise<void>;
}

/** MQTT 3.1.1 and 5 for clients that publish and get answers; not a broker: no client gets messages of another. */
export function createMqttServer<Client>(
  { log, metrics }: Pick<Platform, 'log' | 'metrics'>,
  handler: MqttHandler<Client>,
): MqttServer {
  const open = metrics.gauge('mqtt_connections');
  open.set(0);
  const sessions = new Set<Session<Client>>();
  const byName = new Map<string, Session<Client>>();
  const options = {
    handler,
    maxPacketBytes,
    receiveMaximum,
    flushLater: createFlusher(),
    newClientId: () => newId(),
    onConnect(session: Session<Client>): void {
      const name = session.name as string;
      byName.get(name)?.finish(reasons.takenOver);
      byName.set(name, session);
    },
    onEnd(session: Session<Client>, reason: number): void {
      sessions.delete(session);
      if (session.name !== undefined && byName.get(session.name) === session) byName.delete(session.name);
      open.dec();
      log.debug({ reason }, 'mqtt connection closed');
    },
  };
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs }, (socket) => {
    sessions.add(new Session(socket, options));
    open.inc();
  });

  async function waitUntilClosed(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline && sessions.size > 0) await setTimeout(lookEveryMs);
  }

  return {
    async listen(host, port) {
      server.listen({ host, port });
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async drain(timeoutMs) {
      // Wait until the event loop has accepted pending connections: the kernel resets the others.
      await setImmediate();
      server.close();
      for (const session of sessions) session.drain(reasons.shuttingDown);
      await waitUntilClosed(timeoutMs);
    },
    async close(timeoutMs) {
      if (server.listening) server.close();
      // Between two of these the event loop reads what has arrived: on a busy machine it has not yet.
      await setImmediate();
      await setImmediate();
      for (const session of sessions) session.finish(reasons.shuttingDown);
      await waitUntilClosed(timeoutMs);
      for (const session of sessions) session.destroy();
    },
  };
}
