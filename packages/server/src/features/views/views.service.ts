import { actorId, type Context } from '../../platform/context.js';
import type { Paged } from '../../platform/http/pagination.js';
import type { View, ViewsQuery } from './views.schema.js';
import { listViews } from './views.store.js';

const shownMs = 90 * 86_400_000;

/** Who viewed the caller's own data. The audit trail keeps more, and for longer. */
export function listOwnViews(ctx: Context, query: ViewsQuery): Promise<Paged<View>> {
  const since = new Date(ctx.clock.nowMs() - shownMs).toISOString();
  return listViews(ctx.db, actorId(ctx), since, query);
}
