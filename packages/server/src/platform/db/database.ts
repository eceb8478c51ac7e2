import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import type { Config } from '../../config.js';
import type { Log } from '../log.js';
import { openPglite } from './pglite.js';
import { type Lane, openPostgres } from './postgres.js';
import type { Tables } from './tables.js';

export type Db = Kysely<Tables>;

/** PostgreSQL when there is an address, else the embedded database: the same dialect, so the same code. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  lane: Lane = 'requests',
): Promise<Db> {
  const pool = config.databaseUrl ? openPostgres(config.databaseUrl, log, lane) : await openPglite(config.dataDir);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Keys inside a json column are somebody's data, not column names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
