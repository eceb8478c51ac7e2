import type { Context } from '../../platform/context.js';
import type { LogLevel } from '../../platform/db/tables.js';
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
