import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address that leads to one server first and to another later, like a virtual IP or a PostgreSQL proxy. */
export interface Forwarder {
  readonly port: number;
  /** Closes open connections; new ones go to this port. */
  readonly switchTo: (port: number) => void;
  readonly close: () => void;
}

export async function startForwarder(targetPort: number): Promise<Forwarder> {
  let target = targetPort;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect({ port: target, host: '127.0.0.1' });
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    switchTo(port) {
      target = port;
      endAll();
    },
    close() {
      server.close();
      endAll();
    },
  };
}
