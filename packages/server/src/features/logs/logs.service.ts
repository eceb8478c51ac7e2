import type { Context } from '../../platform/context.js';
import { dateRangeOf } from '../../platform/dates.js';
import type { LogLevel } from '../../platform/db/tables.js';
import { type Paged, sortOf } from '../../platform/http/pagination.js';
import type { SystemLogQuery, SystemLogRow } from './logs.schema.js';
import * as store from './logs.store.js';

/** What an admin reads at /admin/logs. The message is made of constant words and codes; people are named by id. */
export function recordSystemLog(
  ctx: Context,
  level: LogLevel,
  source: string,
  message: string,
  userId: string | null = null,
): Promise<void> {
  return store.insertSystemLog(ctx.db, { id: ctx.newId(), level, source, message, userId, timestamp: ctx.now() });
}

export function listSystemLog(ctx: Context, query: SystemLogQuery): Promise<Paged<SystemLogRow>> {
  const filter = { ...dateRangeOf(query), level: query.level };
  return store.listSystemLog(ctx.db, filter, sortOf(query).direction, query);
}

export async function clearSystemLog(ctx: Context, olderThanMs: number, isDryRun: boolean): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - olderThanMs).toISOString();
  const count = await store.countSystemLogBefore(ctx.db, before);
  if (!isDryRun) await store.deleteSystemLogBefore(ctx.db, before);
  return count;
}
