import type { Insertable } from 'kysely';
import type { DateRange } from '../../platform/dates.js';
import { countOf } from '../../platform/db/count.js';
import type { Db } from '../../platform/db/database.js';
import type { LogLevel, Tables } from '../../platform/db/tables.js';
import { type Page, type Paged, pageOf } from '../../platform/http/pagination.js';
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
  const { limit, offset } = pageOf(page);
  let matching = db.selectFrom('systemLog');
  if (level) matching = matching.where('level', '=', level);
  if (from) matching = matching.where('timestamp', '>=', from);
  if (before) matching = matching.where('timestamp', '<', before);
  const rows = await matching
    .selectAll()
    .orderBy('timestamp', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countOf(matching);
  return { rows, total };
}

export function countSystemLogBefore(db: Db, before: string): Promise<number> {
  return countOf(db.selectFrom('systemLog').where('timestamp', '<', before));
}

export async function deleteSystemLogBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('systemLog').where('timestamp', '<', before).execute();
}
