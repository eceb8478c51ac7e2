import type { Config } from './config.js';
import { joinCells } from './features/cells/places.service.js';
import { prepareReadingDays } from './features/recorder/reading-days.service.js';
import { Email, Password } from './features/users/users.schema.js';
import { createUser, findCredentials, hashNewPassword } from './features/users/users.service.js';
import { createContext, type Platform, system } from './platform/context.js';
import { openDatabase } from './platform/db/database.js';
import { compareMigrations, migrate } from './platform/db/migrate.js';
import type { Role } from './platform/db/tables/accounts.js';
import { listProblems } from './platform/http/validation.js';
import type { Log } from './platform/log.js';

/** On PostgreSQL over a separate connection with long time-outs; the embedded database has only one. */
export async function migrateDatabase(config: Config, platform: Pick<Platform, 'db'>, log: Log): Promise<string[]> {
  if (config.databaseUrl === null) return migrate(platform.db);
  const db = await openDatabase(config, log, 'upkeep');
  try {
    return await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** In production, migrations are run explicitly, not as a side effect of a restart. */
export async function prepareDatabase(platform: Platform): Promise<void> {
  const { config, db, log, databaseClock } = platform;
  // Before any time is stored.
  await databaseClock?.compare();
  if (config.nodeEnv !== 'production') await migrateDatabase(config, platform, log);
  const { pending, unknown } = await compareMigrations(db);
  if (pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}. Run \`npm run cli -- migrate\` first.`);
  // Migrations only add at first: the previous version still runs, older ones may not («Rollback» in
  // docs/operations.md).
  if (unknown.length > 0)
    log.warn({ migrations: unknown }, 'the database has migrations that this version does not know');
  await prepareReadingDays(createContext(platform, system));
  await joinCells(createContext(platform, system));
}

export interface EnsuredAdmin {
  readonly isNew: boolean;
  readonly role: Role;
}

/** Creates the admin unless the account exists; processes that start at the same time create only one. */
export async function ensureAdmin(platform: Platform, email: string, password: string): Promise<EnsuredAdmin> {
  refuseBad("The admin's e-mail", Email, email);
  refuseBad("The admin's password", Password, password);
  const ctx = createContext(platform, system);
  const known = await findCredentials(ctx, email);
  if (known) return { isNew: false, role: known.role };
  const passwordHash = await hashNewPassword(ctx, password);
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
  const { body: problem } = listProblems(schema, value);
  if (problem) throw new Error(`${what} ${problem}`);
}
