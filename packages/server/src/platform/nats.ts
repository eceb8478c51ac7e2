import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Connects in the background and keeps trying for as long as the process lives. */
export function connectNats(url: string, name: string): Promise<NatsConnection> {
  const { username, password, host } = new URL(url);
  return connect({
    servers: host,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 2_000,
    pingInterval: 5_000,
    // Else each request makes two errors in advance, with their stacks, for the case that it fails.
    noAsyncTraces: true,
  });
}
