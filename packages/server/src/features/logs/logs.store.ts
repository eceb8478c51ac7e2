import type { Insertable } from 'kysely';
import type { DateRange } from '../../platform/dates.js';
import { countRows } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import { isOnPage } from '../../platform/db/page-ids.js';
import type { LogLevel } from '../../platform/db/tables/operations.js';
import type { Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, toPage } from '../../platform/http/pagination.js';
import type { SystemLogRow } from './logs.schema.js';

export async function insertSystemLog(db: Db, row: Insertable<Tables['systemLog']>): Promise<void> {
  await db.insertInto('systemLog').values(row).execute();
}

export async function listSystemLog(
  db: Db,
  { from, before, level }: DateRange & { readonly level?: LogLevel | undefined },
  direction: 'asc' | 'desc',
  page: Page,
): Promise<Paged<SystemLogRow>> {
  const { limit, offset } = toPage(page);
  let matching = db.selectFrom('systemLog');
  if (level) matching = matching.where('level', '=', level);
  if (from) matching = matching.where('timestamp', '>=', from);
  if (before) matching = matching.where('timestamp', '<', before);
  // Select ids only: the rows that the offset skips must not be sorted as a whole.
  const shown = matching
    .select('id')
    .orderBy('timestamp', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom('systemLog')
    .selectAll()
    .where(isOnPage('systemLog.id', shown))
    .orderBy('timestamp', direction)
    .orderBy('id', direction)
    .execute();
  const total = await countRows(matching);
  return { rows: rows as SystemLogRow[], total };
}

export function countSystemLogBefore(db: Db, before: string): Promise<number> {
  return countRows(db.selectFrom('systemLog').where('timestamp', '<', before));
}

export async function deleteSystemLogBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('systemLog').where('timestamp', '<', before).execute();
}
