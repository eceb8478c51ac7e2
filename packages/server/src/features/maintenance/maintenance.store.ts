import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.js';

/** The tables whose statistics decide the plans of lists. */
const busyTables = [
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

export async function analyzeTables(db: Db): Promise<readonly string[]> {
  for (const table of busyTables) await sql`analyze ${sql.table(table)}`.execute(db);
  return busyTables;
}
