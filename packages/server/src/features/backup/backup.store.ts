import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

export interface DatabaseFacts {
  readonly serverVersion: string;
  readonly lastMigration: string | null;
}

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as server_version, max(name) as last_migration from migrations`.execute(
    db,
  );
  return rows[0] as DatabaseFacts;
}
