import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/database.js';
import type { Tables } from '../../platform/db/tables.js';

export async function insertSystemLog(db: Db, row: Insertable<Tables['systemLog']>): Promise<void> {
  await db.insertInto('systemLog').values(row).execute();
}
