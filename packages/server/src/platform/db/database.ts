import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import type { Config } from '../../config.js';
import type { Log } from '../log.js';
import { readOnlyState } from './faults.js';
import { openPglite } from './pglite.js';
import { type Lane, openPostgres } from './postgres.js';
import type { Tables } from './tables.js';

export type Db = Kysely<Tables>;

/** PostgreSQL if a URL is configured, else the embedded database: both use the same dialect, so the same code. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  lane: Lane = 'requests',
): Promise<Db> {
  const pool = config.databaseUrl ? openPostgres(config.databaseUrl, log, lane) : await openPglite(config.dataDir);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Keys inside a JSON column are data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
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
