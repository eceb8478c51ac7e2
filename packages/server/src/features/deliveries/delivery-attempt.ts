import type { Context } from '../../platform/context.js';
import type { Channel, DeliveryResult, Held } from './channel.js';
import { notAssigned, settleAttempt } from './deliveries.rules.js';
import type { DueDelivery } from './deliveries.store.js';

export interface Attempt {
  readonly ctx: Context;
  readonly delivery: DueDelivery;
  readonly result: DeliveryResult | Held | 'cancelled';
}

export async function tryToDeliver(ctx: Context, channel: Channel, delivery: DueDelivery): Promise<Attempt['result']> {
  // Permission is checked again now: a recipient who was unassigned since the step gets nothing.
  if (!delivery.mayKnow) return 'cancelled';
  try {
    const send = () => channel.deliver(ctx, delivery);
    return await (ctx.tracing?.span(`deliver ${channel.name}`, 'CLIENT', {}, send) ?? send());
  } catch (error) {
    ctx.log.error({ err: error, channel: channel.name }, 'channel threw');
    return { status: 'failed', reason: 'the channel broke' };
  }
}

/** What is stored about the delivery. */
export function toDeliveryUpdate({ delivery, result }: Attempt) {
  const id = delivery.deliveryId;
  if (result === 'cancelled') return { id, status: 'cancelled' as const, reason: notAssigned, dueInMs: null };
  return { id, ...settleAttempt(result, delivery.ageMs) };
}
