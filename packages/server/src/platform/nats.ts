import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Connects in the background to any of these servers (`nats://a:4222,nats://b:4222`), and keeps trying. */
export function connectNats(urls: string, name: string): Promise<NatsConnection> {
  const servers = urls.split(',').map((url) => new URL(url.trim()));
  const { username = '', password = '' } = servers[0] ?? {};
  return connect({
    servers: servers.map(({ host }) => host),
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 2_000,
    pingInterval: 5_000,
    // Otherwise each request creates two Error objects with stacks in advance, in case it fails.
    noAsyncTraces: true,
  });
}
