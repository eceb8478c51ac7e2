import { type Context, inTransaction } from '../../platform/context.js';
import { rejectAccepted, useEverything } from '../deliveries/deliveries.service.js';
import { markUnreached, readServiceNow } from './escalation.store.js';

/** An accepted notice will not arrive: the other contact points of its recipient are used now. */
export function reportUndeliverable(ctx: Context, deliveryId: string, reason: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const escalationId = await rejectAccepted(ctx, deliveryId, reason);
    if (!escalationId) return;
    await useEverything(ctx, [escalationId], await readServiceNow(ctx.db));
    if (await markUnreached(ctx.db, [escalationId])) ctx.events.publish({ type: 'alert.due' });
  });
}
