import type { Context } from '../../platform/context.js';
import type { FallTimeline } from './timeline.schema.js';
import { getTimeline } from './timeline.store.js';

const shown = { deliveries: 200, responses: 500 };

/** Who was notified of a fall over which channel, and who answered. */
export function readTimeline(ctx: Context, fallId: string): Promise<FallTimeline> {
  return getTimeline(ctx.db, fallId, shown);
}
