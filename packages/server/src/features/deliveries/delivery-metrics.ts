import type { Context, Platform } from '../../platform/context.js';
import type { DeliveryStatus } from '../../platform/db/tables/alerts.js';
import { liveChannel } from './deliveries.rules.js';
import type { DueDelivery, SettledDelivery } from './deliveries.store.js';

const counted = ['accepted', 'sent', 'held', 'failed', 'unreachable'] as const satisfies readonly DeliveryStatus[];

/** From 0, so that the first result of a channel is an increase. */
export function beginCounts({ metrics, state }: Platform): void {
  for (const channel of [liveChannel, ...state.channels.map(({ name }) => name)])
    for (const result of counted) metrics.counter('alert_deliveries_total').inc({ channel, result }, 0);
}

export function observeLateness(ctx: Context, taken: readonly DueDelivery[]): void {
  const lateness = ctx.metrics.histogram('alert_delivery_lateness_seconds');
  for (const { lateSeconds } of taken) lateness.observe(Math.max(0, lateSeconds));
}

/** A delivery that was accepted counts again when its receipt arrives, or when it comes back. */
export function countResult(ctx: Context, channel: string, result: DeliveryStatus, count = 1): void {
  ctx.metrics.counter('alert_deliveries_total').inc({ channel, result }, count);
}

/** Results and durations of all deliveries, also of drills: they test the channels. */
export function observeSettled(ctx: Context, settled: readonly SettledDelivery[]): void {
  for (const delivery of settled) {
    const { channel, status } = delivery;
    // To be tried again, or not sent at all.
    if (status === 'pending' || status === 'cancelled') continue;
    countResult(ctx, channel, status);
    observeDuration(ctx, delivery);
    if (status === 'sent') observeNotified(ctx, delivery);
  }
}

function observeDuration(ctx: Context, { channel, status, wasAccepted, secondsSinceDue }: SettledDelivery): void {
  const duration = ctx.metrics.histogram('alert_delivery_seconds');
  const isHandedOver = status === 'accepted' || status === 'sent';
  if (isHandedOver && !wasAccepted) duration.observe({ channel, until: 'handed_over' }, secondsSinceDue);
  if (status === 'sent') duration.observe({ channel, until: 'reached' }, secondsSinceDue);
}

function observeNotified(ctx: Context, { step, isDrill, secondsSinceRaised }: SettledDelivery): void {
  if (step !== 1 || isDrill) return;
  ctx.metrics.histogram('alert_notified_seconds').observe(secondsSinceRaised);
}
