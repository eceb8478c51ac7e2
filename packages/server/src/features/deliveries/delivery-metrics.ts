import type { Context } from '../../platform/context.js';
import type { DeliveryStatus } from '../../platform/db/tables/alerts.js';
import type { DueDelivery, SettledDelivery } from './deliveries.store.js';

export function observeLateness(ctx: Context, taken: readonly DueDelivery[]): void {
  const lateness = ctx.metrics.seconds('alert_delivery_lateness_seconds', 'How late deliveries of alerts were taken.');
  for (const { lateSeconds } of taken) lateness.observe(Math.max(0, lateSeconds));
}

/** A delivery that was accepted counts again when its receipt arrives, or when it comes back. */
export function countResult(ctx: Context, channel: string, result: DeliveryStatus, count = 1): void {
  ctx.metrics
    .counter('alert_deliveries_total', 'Results of deliveries, by channel.', ['channel', 'result'])
    .inc({ channel, result }, count);
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
  const duration = ctx.metrics.seconds(
    'alert_delivery_seconds',
    'From the time a delivery was due until it was handed over, and until it reached the person.',
    ['channel', 'until'],
  );
  const isHandedOver = status === 'accepted' || status === 'sent';
  if (isHandedOver && !wasAccepted) duration.observe({ channel, until: 'handed_over' }, secondsSinceDue);
  if (status === 'sent') duration.observe({ channel, until: 'reached' }, secondsSinceDue);
}

function observeNotified(ctx: Context, { step, isDrill, secondsSinceRaised }: SettledDelivery): void {
  if (step !== 1 || isDrill) return;
  ctx.metrics
    .seconds('alert_notified_seconds', 'From raising an alert to each notice of its first step.')
    .observe(secondsSinceRaised);
}
