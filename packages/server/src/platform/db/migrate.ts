import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './database.js';

const folder = new URL('../../../migrations/', import.meta.url);

/** Any fixed number that no other program uses for an advisory lock on this database. */
const lockKey = 7_221_026;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * Applies missing migrations, each file in its own transaction. Safe with several processes at once: they wait for an
 * advisory lock, and the second process finds nothing left to apply.
 */
export async function migrate(db: Db, from = folder): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of readMigrations(from)) if (await applyOnce(db, migration)) applied.push(migration.name);
  return applied;
}

export interface MigrationState {
  /** Migrations that this database does not have yet. */
  readonly pending: readonly string[];
  /** Migrations that this database has but this version of the code does not: the code is older than the schema. */
  readonly unknown: readonly string[];
}

export async function compareMigrations(db: Db): Promise<MigrationState> {
  const found = await sql<{ name: string | null }>`select to_regclass('migrations')::text as name`.execute(db);
  const rows = found.rows[0]?.name ? await db.selectFrom('migrations').select('name').orderBy('name').execute() : [];
  const applied = rows.map((row) => row.name);
  const known = readMigrations(folder).map((migration) => migration.name);
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

function readMigrations(from: URL): Migration[] {
  const names = readdirSync(from).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, from), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

function applyOnce(db: Db, migration: Migration): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    // Waiting for another process's migrations may take longer than the time-outs of requests.
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
    // From here on a migration must not block requests that use the tables.
    await sql`set local lock_timeout = '2s'`.execute(db);
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`.execute(db);
    const earlier = await db.selectFrom('migrations').selectAll().where('name', '=', migration.name).executeTakeFirst();
    if (earlier && earlier.checksum !== migration.checksum)
      throw new Error(`Migration ${migration.name} was changed after it was applied. Restore it and add a new one.`);
    if (earlier) return false;
    await sql
      .raw(migration.text)
      .execute(db)
      .catch((error: Error) => {
        throw failedMigration(migration, error);
      });
    const { name, checksum } = migration;
    await db.insertInto('migrations').values({ name, checksum, appliedAt: sql<string>`clock_timestamp()` }).execute();
    return true;
  });
}

/** Adds the file and the line: the database's message contains neither. */
function failedMigration({ name, text }: Migration, error: Error & { position?: string; code?: string }): Error {
  const line = error.position ? `, line ${text.slice(0, Number(error.position)).split('\n').length}` : '';
  const code = error.code ? ` (SQLSTATE ${error.code})` : '';
  const words = `Migration ${name} failed${line}: ${error.message}${code}. Nothing of it was applied; those before it were.`;
  return new Error(words, { cause: error });
}
