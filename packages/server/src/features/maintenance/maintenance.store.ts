import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

/** The tables whose statistics determine the query plans of lists. */
export const busyTables = [
  'users',
  'devices',
  'falls',
  'alerts',
  'assignments',
  'messages',
  'readings',
  'device_log',
  'system_log',
];

/** Any fixed number that no other advisory lock of this database uses. */
const lockKey = 7_221_027;

/** Held until the connection is closed: one run at a time over all processes, and a dead process leaves no lock. */
export async function tryLockRun(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${lockKey}) as is_ours`.execute(db);
  return rows[0]?.isOurs === true;
}

/** Blocks nobody: its lock conflicts with neither reads nor writes. */
export async function analyzeTable(db: Db, table: string): Promise<void> {
  await sql`set lock_timeout = 0`.execute(db);
  await sql`analyze ${sql.table(table)}`.execute(db);
}

export type MaintenanceRun = Selectable<Tables['maintenanceRuns']>;

export async function upsertRun(db: Db, run: MaintenanceRun): Promise<void> {
  const { task, ...rest } = run;
  await db
    .insertInto('maintenanceRuns')
    .values(run)
    .onConflict((conflict) => conflict.column('task').doUpdateSet(rest))
    .execute();
}

export function findRun(db: Db, task: string): Promise<MaintenanceRun | undefined> {
  return db.selectFrom('maintenanceRuns').selectAll().where('task', '=', task).executeTakeFirst();
}
