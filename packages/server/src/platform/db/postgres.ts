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
  /** Migrations and other work nobody waits for. */
  upkeep: { connections: 1, statementTimeoutMs: 600_000, clientTimeoutMs: 660_000 },
};
export type Lane = keyof typeof lanes;

export function openPostgres(url: string, log: Log, lane: Lane): PostgresPool {
  const { connections, statementTimeoutMs, clientTimeoutMs } = lanes[lane];
  const pool = new pg.Pool({
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
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  return pool;
}
