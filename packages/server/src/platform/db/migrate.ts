import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './database.js';

const folder = new URL('../../../migrations/', import.meta.url);

/** Any fixed number that no other program on this database uses for an advisory lock. */
const lockKey = 7_221_026;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * Applies what is missing, each file in a transaction of its own. Safe with several processes at once: they
 * queue on an advisory lock, and whoever comes second finds nothing left to do.
 */
export async function migrate(db: Db): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of readMigrations()) if (await applyOnce(db, migration)) applied.push(migration.name);
  return applied;
}

/** Names of the migrations that this database does not have yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const found = await sql<{ name: string | null }>`select to_regclass('migrations')::text as name`.execute(db);
  const done = found.rows[0]?.name ? await db.selectFrom('migrations').select('name').execute() : [];
  const names = new Set(done.map((row) => row.name));
  return readMigrations()
    .map((migration) => migration.name)
    .filter((name) => !names.has(name));
}

function readMigrations(): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

function applyOnce(db: Db, migration: Migration): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    // Waiting for another process's migrations may take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
    // From here on nothing may block the people who use the tables.
    await sql`set local lock_timeout = '2s'`.execute(db);
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`.execute(db);
    const earlier = await db.selectFrom('migrations').selectAll().where('name', '=', migration.name).executeTakeFirst();
    if (earlier && earlier.checksum !== migration.checksum)
      throw new Error(`Migration ${migration.name} was changed after it was applied. Restore it and add a new one.`);
    if (earlier) return false;
    await sql.raw(migration.text).execute(db);
    const { name, checksum } = migration;
    await db.insertInto('migrations').values({ name, checksum, appliedAt: new Date().toISOString() }).execute();
    return true;
  });
}
