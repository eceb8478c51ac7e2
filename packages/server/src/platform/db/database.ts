import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Config } from '../../config.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import type { Tracing } from '../tracing/tracing.js';
import { readOnlyState } from './faults.js';
import { openPglite } from './pglite.js';
import { type Lane, openPostgres, watchPool } from './postgres.js';
import type { Tables } from './tables.js';

export type Db = Kysely<Tables>;

/** PostgreSQL if a URL is configured, else the embedded database: both use the same dialect, so the same code. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  lane: Lane = 'requests',
  metrics?: Metrics,
  tracing: Tracing | null = null,
): Promise<Db> {
  const pool = config.databaseUrl
    ? openMeasured(config.databaseUrl, log, lane, metrics)
    : await openPglite(config.dataDir);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Keys inside a JSON column are data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(tracing ? { log: traceQueries(tracing) } : {}),
  });
}

/** The longest statements are of several thousand characters. */
const maxShownSql = 500;

/** Statements are shown without their values. */
function traceQueries(tracing: Tracing): (event: LogEvent) => void {
  return ({ level, query, queryDurationMillis }) => {
    const text = query.sql.trimStart().slice(0, maxShownSql);
    const [verb = 'sql'] = text.split(/\s/, 1);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    tracing.add(verb, queryDurationMillis, attributes, level === 'error');
  };
}

function openMeasured(url: string, log: Log, lane: Lane, metrics: Metrics | undefined): PostgresPool {
  const pool = openPostgres(url, log, lane);
  if (metrics) watchPool(pool, lane, metrics);
  return pool;
}

/** The current time of the database's clock, in ms. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const now = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`;
  return (await now.execute(db)).rows[0]?.ms as number;
}

/** A server that accepts no writes counts as unavailable. */
export async function pingDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  if (rows[0]?.isReadOnly) throw Object.assign(new Error('The database is read-only'), { code: readOnlyState });
}
