import type { Context } from '../../platform/context.js';
import { parseDateRange } from '../../platform/dates.js';
import { type Paged, toSort } from '../../platform/http/pagination.js';
import type { SystemLogQuery, SystemLogRow } from './logs.schema.js';
import * as store from './logs.store.js';
import { type SystemEvent, type SystemEventCode, type SystemEventParams, systemEvents } from './system-events.rules.js';

/** Writes to the system log, which admins read at /admin/logs. People are named by id. */
export function recordSystemLog<Code extends SystemEventCode>(
  ctx: Context,
  code: Code,
  params: SystemEventParams<Code>,
  userId: string | null = null,
): Promise<void> {
  const { level, source, message } = systemEvents[code] as SystemEvent<SystemEventParams<Code>>;
  return store.insertSystemLog(ctx.db, {
    id: ctx.newId(),
    level,
    source,
    message: message(params),
    code,
    params: JSON.stringify(params),
    userId,
    timestamp: ctx.now(),
  });
}

export function listSystemLog(ctx: Context, query: SystemLogQuery): Promise<Paged<SystemLogRow>> {
  const filter = { ...parseDateRange(query), level: query.level };
  return store.listSystemLog(ctx.db, filter, toSort(query).direction, query);
}

export async function clearSystemLog(ctx: Context, olderThanMs: number, isDryRun: boolean): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - olderThanMs).toISOString();
  const count = await store.countSystemLogBefore(ctx.db, before);
  if (!isDryRun) await store.deleteSystemLogBefore(ctx.db, before);
  return count;
}
