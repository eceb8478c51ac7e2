import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { App } from './app.js';

const lookEveryMs = 50;

/**
 * Refuses new connections and leaves open ones until all have ended or the time is up. Does not use HTTP's own close():
 * that closes idle connections at once, even if a proxy is just sending a request over one.
 */
export async function drainConnections({ server }: App, timeoutMs: number): Promise<void> {
  if (!server.listening) return;
  // Wait until the event loop has accepted pending connections: the kernel resets the others.
  await setImmediate();
  Server.prototype.close.call(server);
  const countConnections = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && (await countConnections()) > 0) await setTimeout(lookEveryMs);
}
