import { setTimeout as pause } from 'node:timers/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Log } from './log.js';
import { describeTlsFailure, noticeChanges } from './tls.js';

const retryMs = 500;

export interface NatsOptions {
  readonly name: string;
  /** Trusted instead of the CAs of this machine. */
  readonly ca: string | null;
  readonly isClosed: () => boolean;
  readonly log: Log;
}

/**
 * Connects in the background to any of these servers (`nats://a:4222,nats://b:4222`), and keeps trying until `isClosed`:
 * then there is no connection.
 */
export async function connectNats(urls: string, options: NatsOptions): Promise<NatsConnection | undefined> {
  const settings = toSettings(urls, options);
  const isNew = noticeChanges();
  // Not the driver's own loop: it reports no reason until it has connected once.
  while (!options.isClosed()) {
    try {
      const connection = await connect(settings);
      if (!options.isClosed()) return connection;
      await connection.close();
    } catch (error) {
      const problem = describeTlsFailure(error, 'NATS_CA_FILE') ?? (error as Error).message;
      if (isNew(problem)) options.log.warn({ problem }, 'nats cannot be reached, the connection is tried again');
      await pause(retryMs, undefined, { ref: false });
    }
  }
  return undefined;
}

function toSettings(urls: string, { name, ca }: NatsOptions): NodeConnectionOptions {
  const servers = urls.split(',').map((url) => new URL(url.trim()));
  const { username = '', password = '' } = servers[0] ?? {};
  // With this a server without TLS is refused. Without it the driver uses TLS if the server demands it. The driver passes
  // all of it to Node.js, more than its type says.
  const tls = { ...(ca ? { ca } : {}), checkServerIdentity: checkHosts(servers) };
  return {
    servers: servers.map(({ host }) => host),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls } : {}),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    timeout: 2_000,
    // A server whose machine has lost its power closes no connection. After three seconds of silence the next is used.
    pingInterval: 1_000,
    maxPingOut: 2,
    // Otherwise each request creates two Error objects with stacks in advance, in case it fails.
    noAsyncTraces: true,
  };
}

/**
 * The certificate must be for one of the configured servers. The driver names no host when it connects to an address, and
 * Node.js would then expect a certificate for `localhost`.
 */
function checkHosts(servers: readonly URL[]) {
  return (_host: string, certificate: PeerCertificate): Error | undefined => {
    const problems = servers.map(({ hostname }) => checkServerIdentity(hostname.replace(/^\[|\]$/g, ''), certificate));
    return problems.includes(undefined) ? undefined : problems[0];
  };
}
