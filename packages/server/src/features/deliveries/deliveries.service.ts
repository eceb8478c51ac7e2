/**
 * Bringing alerts to people. A step of an escalation writes one delivery for each recipient and channel, in its own
 * transaction; the rows are the queue.
 *
 *   pending → sent         the channel has confirmed it
 *           → pending      it failed: again after a growing pause
 *           → failed       it failed too often
 *           → unreachable  the person cannot be reached this way
 *           → cancelled    somebody has answered meanwhile, or the recipient no longer looks after the person
 *
 * Whoever takes a delivery holds it for a few seconds and says so each second while it tries; a sender that was
 * killed loses it to the next one. No transaction is open while something is sent. So a notice may arrive twice, under
 * one delivery id, but is never lost; and it is recorded once.
 */
import { createBatcher } from '../../platform/batch.js';
import type { Context } from '../../platform/context.js';
import type { AlertSeverity } from '../../platform/db/tables.js';
import type { Channel, DeliveryResult } from './channel.js';
import {
  channelNames,
  leaseMs,
  listChannel,
  liveChannel,
  liveConfirmMs,
  roomOf,
  settledOf,
  urgencyOf,
} from './deliveries.rules.js';
import type { Delivery } from './deliveries.schema.js';
import * as store from './deliveries.store.js';

/** Who is told what in a step. */
export interface Addressed {
  readonly escalationId: string;
  readonly alertId: string;
  /** Null: the admins' list. */
  readonly recipientId: string | null;
  readonly step: number;
  readonly severity: AlertSeverity;
}

/** The alert stands in its addressee's list, by the commit that this joins. */
export async function recordListed(ctx: Context, listed: readonly Addressed[], now: string): Promise<void> {
  const settled = { status: 'sent' as const, dueAt: null, settledAt: now };
  await store.insertDeliveries(
    ctx.db,
    listed.map((one) => ({ ...rowOf(ctx, one, listChannel, now), ...settled })),
  );
}

export interface Queued extends Addressed {
  readonly deliveryId: string;
}

/** Over every channel at once. Answers what to announce on the live stream. */
export async function queueDeliveries(ctx: Context, addressed: readonly Addressed[], now: string): Promise<Queued[]> {
  const announced: Queued[] = [];
  const rows = addressed.flatMap((one) =>
    channelNames.map((channel) => {
      const row = rowOf(ctx, one, channel, now);
      if (channel === liveChannel) announced.push({ ...one, deliveryId: row.id });
      const dueAt = channel === liveChannel ? new Date(Date.parse(now) + liveConfirmMs).toISOString() : now;
      return { ...row, status: 'pending' as const, dueAt };
    }),
  );
  await store.insertDeliveries(ctx.db, rows);
  return announced;
}

function rowOf(ctx: Context, { severity, ...one }: Addressed, channel: string, now: string) {
  return { ...one, id: ctx.newId(), channel, urgency: urgencyOf(severity), createdAt: now };
}

/** Nobody is disturbed any more about what somebody has answered. */
export function cancelDeliveries(ctx: Context, escalationIds: readonly string[]): Promise<void> {
  return store.updateCancelled(ctx.db, escalationIds);
}

/** Of many alerts at once, newest first. */
export async function deliveriesOf(ctx: Context, alertIds: readonly string[]): Promise<Map<string, Delivery[]>> {
  const shown = new Map<string, Delivery[]>(alertIds.map((id) => [id, []]));
  const shownOfEach = 20;
  for (const { alertId, ...delivery } of await store.listDeliveries(ctx.db, alertIds, shownOfEach))
    shown.get(alertId)?.push(delivery);
  return shown;
}

/** Told by channels that learn of it later: written to an open stream, or taken by a receiver that had failed before. */
export async function confirmDelivered(ctx: Context, deliveryIds: readonly string[]): Promise<void> {
  const sent = settledOf({ status: 'sent' }, 0);
  await note(
    ctx,
    deliveryIds.map((id) => ({ ...sent, id })),
  );
}

export function readLatenessMs(ctx: Pick<Context, 'db'>): Promise<number> {
  return store.readLatenessMs(ctx.db);
}

export interface Courier {
  /** Takes what is due and sends it, without waiting for it to arrive. Call it every second. */
  readonly pump: (ctx: Context) => Promise<void>;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

type OnFailed = (ctx: Context, escalationIds: readonly string[]) => Promise<void>;

/** `onFailed` hears of escalations of which a delivery did not arrive. */
export function createCourier(channels: readonly Channel[], onFailed: OnFailed): Courier {
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const underWay = new Map<string, Promise<void>>();
  const settle = createBatcher<Attempt, void>({
    run: (attempts) => settleAll(attempts, onFailed),
    maxItems: 500,
    maxInFlight: 2,
    maxWaiting: 10_000,
  });

  async function attempt(ctx: Context, delivery: store.DueDelivery): Promise<void> {
    const result = await resultOf(ctx, byName.get(delivery.channel) as Channel, delivery);
    await settle({ ctx, delivery, result });
  }

  async function pump(ctx: Context): Promise<void> {
    const unwritten = await store.updateUnwritten(ctx.db, liveChannel);
    if (unwritten.length > 0) await onFailed(ctx, unwritten);
    await store.renewLeases(ctx.db, [...underWay.keys()], leaseMs);
    while (true) {
      const room = roomOf(underWay.size);
      if (room.count <= 0) return;
      const due = await store.claimDue(ctx.db, [...byName.keys()], room, leaseMs);
      if (due.length === 0) return;
      for (const delivery of due) {
        const sending = attempt(ctx, delivery)
          .catch((error: unknown) =>
            ctx.log.error({ err: error, deliveryId: delivery.deliveryId }, 'delivery not settled'),
          )
          .finally(() => underWay.delete(delivery.deliveryId));
        underWay.set(delivery.deliveryId, sending);
      }
    }
  }

  return {
    pump,
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

interface Attempt {
  readonly ctx: Context;
  readonly delivery: store.DueDelivery;
  readonly result: DeliveryResult | 'cancelled';
}

async function resultOf(ctx: Context, channel: Channel, delivery: store.DueDelivery): Promise<Attempt['result']> {
  // The right to know is judged now: whoever was unassigned since the step hears nothing of it.
  if (!delivery.mayKnow) return 'cancelled';
  try {
    return await channel.deliver(ctx, delivery);
  } catch (error) {
    ctx.log.error({ err: error, channel: channel.name }, 'channel threw');
    return { status: 'failed', reason: 'the channel broke' };
  }
}

async function settleAll(attempts: readonly Attempt[], onFailed: OnFailed): Promise<PromiseSettledResult<void>[]> {
  const [first] = attempts;
  if (!first) return [];
  const { ctx } = first;
  await note(ctx, attempts.map(newsOf));
  const failed = attempts.filter(({ result }) => result !== 'cancelled' && result.status !== 'sent');
  if (failed.length > 0) await onFailed(ctx, [...new Set(failed.map(({ delivery }) => delivery.escalationId))]);
  return attempts.map(() => ({ status: 'fulfilled', value: undefined }));
}

async function note(ctx: Context, news: Parameters<typeof store.updateSettled>[1]): Promise<void> {
  const arrived = await store.updateSettled(ctx.db, news);
  const notified = ctx.metrics.seconds(
    'alert_notified_seconds',
    'From raising an alert to each notice of its first step.',
  );
  for (const { seconds } of arrived) notified.observe(seconds);
}

function newsOf({ delivery, result }: Attempt) {
  const id = delivery.deliveryId;
  if (result === 'cancelled')
    return { id, status: 'cancelled' as const, reason: 'no longer looks after this person', dueInMs: null };
  return { id, ...settledOf(result, delivery.ageMs) };
}
