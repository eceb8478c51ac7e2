import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.js';
import { pgTypes } from './drivers.js';

/** No wait without a bound: a hung database must not hang the people who ask it. */
const connectTimeoutMs = 2_000;
const lockTimeoutMs = 2_000;
/** The client gives up later than the server does: only for a server that no longer answers at all. */
const lanes = {
  requests: { connections: 10, statementTimeoutMs: 5_000, clientTimeoutMs: 7_000 },
  /** Whatever readings, logins and lists are doing, alerts go on. */
  alerts: { connections: 8, statementTimeoutMs: 5_000, clientTimeoutMs: 7_000 },
  /** Migrations and other work nobody waits for. */
  upkeep: { connections: 1, statementTimeoutMs: 600_000, clientTimeoutMs: 660_000 },
};
export type Lane = keyof typeof lanes;

/**
 * A connection on which a statement was given up is closed: the server may carry it out later, and a BEGIN that nobody
 * waits for any more would swallow, without a commit, whatever is sent after it.
 */
class SafeClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads, passed on as they are.
  override query(...args: any[]): any {
    const result = super.query(...(args as Parameters<pg.Client['query']>)) as unknown;
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.connection.stream.destroy();
      });
    return result;
  }
}

export function openPostgres(url: string, log: Log, lane: Lane): PostgresPool {
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
  // A connection that breaks is replaced by the pool; unheard, the event would end the process. The pool hears idle
  // ones only: one that breaks between two statements of a transaction has to be heard itself.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
