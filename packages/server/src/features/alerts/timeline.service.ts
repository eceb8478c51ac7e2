import type { Context } from '../../platform/context.js';
import type { FallTimeline } from './timeline.schema.js';
import { listAftermathOfFall, listAnswersOfFall, listDeliveriesOfFall } from './timeline.store.js';

const shownDeliveries = 200;

/** Who was notified of a fall over which channel, and who answered. */
export async function readTimeline(ctx: Context, fallId: string): Promise<FallTimeline> {
  return {
    deliveries: await listDeliveriesOfFall(ctx.db, fallId, shownDeliveries),
    answers: await listAnswersOfFall(ctx.db, fallId),
    aftermath: await listAftermathOfFall(ctx.db, fallId),
  };
}
