import pg from 'pg';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { pgTypes } from './drivers.js';
import { isReadOnlyServer } from './faults.js';

/** Every wait has a time-out: requests must not hang when the database hangs. */
const connectTimeoutMs = 2_000;
const lockTimeoutMs = 2_000;
/** The client's time-out is longer than the server's: it applies only if the server no longer answers at all. */
const lanes = {
  requests: { connections: 10, statementTimeoutMs: 5_000, clientTimeoutMs: 7_000 },
  /** Separate connections, so that readings, logins and lists cannot delay alerts. */
  alerts: { connections: 8, statementTimeoutMs: 5_000, clientTimeoutMs: 7_000 },
  /** Migrations and other background work that no request waits for. */
  upkeep: { connections: 1, statementTimeoutMs: 600_000, clientTimeoutMs: 660_000 },
};
export type Lane = keyof typeof lanes;

/**
 * Closes a connection after a statement timed out on it: the server may still execute the statement, and a late BEGIN
 * would put all later statements into a transaction that is never committed. Also closes a connection to a read-only
 * server: after a failover the address may lead to another server, and only a new connection finds it.
 */
class SafeClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads, passed on as they are.
  override query(...args: any[]): any {
    const result = super.query(...(args as Parameters<pg.Client['query']>)) as unknown;
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout' || isReadOnlyServer(error)) this.connection.stream.destroy();
      });
    return result;
  }
}

export function openPostgres(url: string, log: Log, lane: Lane): pg.Pool {
  const { connections, statementTimeoutMs, clientTimeoutMs } = lanes[lane];
  const pool = new pg.Pool({
    Client: SafeClient,
    connectionString: url,
    application_name: 'fallwatch',
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    query_timeout: clientTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    keepAlive: true,
    options: '-c timezone=UTC -c synchronous_commit=on -c jit=off',
    types: pgTypes,
  });
  // The pool replaces a broken connection; without a listener the error event would end the process. The pool handles
  // errors of idle connections only: one that breaks inside a transaction needs its own listener.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The size and use of a pool. Counted by the pool itself: nothing is added to a query. */
export function watchPool(pool: pg.Pool, lane: Lane, metrics: Metrics): void {
  metrics.gauge('database_connections_max').set({ pool: lane }, lanes[lane].connections);
  metrics.beforeScrape(() => {
    const { totalCount, idleCount, waitingCount } = pool;
    metrics.gauge('database_connections').set({ pool: lane, state: 'used' }, totalCount - idleCount);
    metrics.gauge('database_connections').set({ pool: lane, state: 'idle' }, idleCount);
    metrics.gauge('database_waiting').set({ pool: lane }, waitingCount);
  });
}
