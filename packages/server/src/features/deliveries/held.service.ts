/** For a channel that has held deliveries and sends them together later. */
import type { Context } from '../../platform/context.js';
import type { DeliveryResult } from './channel.js';
import { notAssigned } from './deliveries.rules.js';
import { observeSettled } from './delivery-metrics.js';
import * as store from './held.store.js';

export type { HeldNotice } from './held.store.js';

/** The oldest first. Those that the recipient may no longer know must not be sent. */
export function listHeld(ctx: Context, deliveryIds: readonly string[]): Promise<store.HeldNotice[]> {
  return store.listHeld(ctx.db, deliveryIds);
}

/** `result` is that of the message about these deliveries. */
export async function settleHeld(ctx: Context, deliveryIds: readonly string[], result: DeliveryResult): Promise<void> {
  const reason = 'reason' in result ? result.reason : null;
  observeSettled(ctx, await store.updateHeld(ctx.db, deliveryIds, { status: result.status, reason }));
}

/** The recipient may no longer know these. */
export async function cancelHeld(ctx: Context, deliveryIds: readonly string[]): Promise<void> {
  await store.updateHeld(ctx.db, deliveryIds, { status: 'cancelled', reason: notAssigned });
}
