import type { Config } from './config.js';
import { prepareReadingDays } from './features/ingest/reading-days.service.js';
import { Email, Password } from './features/users/users.schema.js';
import { createUser, findCredentials } from './features/users/users.service.js';
import { contextOf, type Platform, system } from './platform/context.js';
import { openDatabase } from './platform/db/database.js';
import { migrate, pendingMigrations } from './platform/db/migrate.js';
import type { Role } from './platform/db/tables.js';
import { problemsOf } from './platform/http/validation.js';
import type { Log } from './platform/log.js';

/** On PostgreSQL through a connection of its own with patient time-outs; the embedded database has only one. */
export async function migrateDatabase(config: Config, platform: Pick<Platform, 'db'>, log: Log): Promise<string[]> {
  if (config.databaseUrl === null) return migrate(platform.db);
  const db = await openDatabase(config, log, 'upkeep');
  try {
    return await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** In production a migration is somebody's decision, not a side effect of a restart. */
export async function prepareDatabase(platform: Platform): Promise<void> {
  const { config, db, log } = platform;
  if (config.nodeEnv !== 'production') await migrateDatabase(config, platform, log);
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}. Run \`npm run cli -- migrate\` first.`);
  await prepareReadingDays(contextOf(platform, system));
}

export interface EnsuredAdmin {
  readonly isNew: boolean;
  readonly role: Role;
}

/** Creates the admin unless the account exists; several processes starting at once make one. */
export async function ensureAdmin(platform: Platform, email: string, password: string): Promise<EnsuredAdmin> {
  refuseBad("The admin's e-mail", Email, email);
  refuseBad("The admin's password", Password, password);
  const ctx = contextOf(platform, system);
  const known = await findCredentials(ctx, email);
  if (known) return { isNew: false, role: known.role };
  const passwordHash = await ctx.passwords.hash(password);
  try {
    await createUser(ctx, { email, passwordHash, firstName: 'First', lastName: 'Admin', role: 'ADMIN' });
    return { isNew: true, role: 'ADMIN' };
  } catch (error) {
    const made = await findCredentials(ctx, email);
    if (made) return { isNew: false, role: made.role };
    throw error;
  }
}

function refuseBad(what: string, schema: object, value: string): void {
  const { body: problem } = problemsOf(schema, value);
  if (problem) throw new Error(`${what} ${problem}`);
}
