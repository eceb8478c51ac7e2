/**
 * Sends alerts to people. A step of an escalation writes one delivery for each recipient and each of their channels, in
 * its own transaction; the rows are the queue.
 *
 *   pending → sent         it has reached the person
 *           → accepted     the channel has handed it over; `sent` once a receipt confirms the arrival
 *           → held         the channel sends it later, with others (held.service.ts): then accepted
 *           → pending      the attempt failed: retried after a growing pause
 *           → failed       an attempt failed 45 s or more after the delivery was written
 *           → unreachable  the person cannot be reached over this channel
 *           → cancelled    somebody has acknowledged, or the recipient is no longer assigned to the patient
 *
 * A sender leases a delivery for 4 s and renews the lease each second. When a sender is killed, its lease expires and
 * another sender takes the delivery. No transaction is open while something is sent. So a notice may arrive twice, with
 * the same delivery id, but is never lost; and it is recorded once.
 */
import { createBatcher } from '../../platform/batch.js';
import type { Context } from '../../platform/context.js';
import { oneAtATime } from '../../platform/one-at-a-time.js';
import type { Addressed, Channel } from './channel.js';
import {
  attemptMs,
  findRoom,
  isHeldBack,
  leaseMs,
  liveChannel,
  liveConfirmMs,
  settleAttempt,
  toUrgency,
} from './deliveries.rules.js';
import type { Delivery } from './deliveries.schema.js';
import * as store from './deliveries.store.js';
import { type Attempt, toDeliveryUpdate, tryToDeliver } from './delivery-attempt.js';
import { countResult, observeLateness, observeSettled } from './delivery-metrics.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** A delivery is due now. */
    'delivery.due': object;
  }
}

export interface Queued extends Addressed {
  readonly deliveryId: string;
}

/**
 * Writes one delivery per recipient and channel. Returns the live deliveries, which the caller announces on the live
 * stream.
 */
export async function queueDeliveries(ctx: Context, addressed: readonly Addressed[], now: string): Promise<Queued[]> {
  if (addressed.length === 0) return [];
  const confirmBy = new Date(Date.parse(now) + liveConfirmMs).toISOString();
  const announced = addressed.map((one) => ({ ...one, deliveryId: ctx.newId() }));
  const live = announced.map((one) => toRow(one, liveChannel, now, confirmBy));
  await store.insertDeliveries(ctx.db, [...live, ...(await listRows(ctx, addressed, now))]);
  ctx.events.publish({ type: 'delivery.due' });
  return announced;
}

/**
 * Recipients of the latest step whose deliveries have all failed: uses their other contact points now, whatever step
 * they are meant for.
 */
export async function useEverything(ctx: Context, escalationIds: readonly string[], now: string): Promise<void> {
  const failed = await store.listFailedRecipients(ctx.db, escalationIds);
  const rows = await listRows(
    ctx,
    failed.map((one) => ({ ...one, usesEverything: true })),
    now,
  );
  if (rows.length === 0) return;
  await store.insertDeliveries(ctx.db, rows);
  ctx.events.publish({ type: 'delivery.due' });
}

async function listRows(ctx: Context, addressed: readonly Addressed[], now: string): Promise<store.NewDelivery[]> {
  const rows = await Promise.all(
    ctx.state.channels.map(async (channel) => {
      const targets = await channel.listTargets(ctx, addressed);
      return targets.map((one) => toRow({ ...one, deliveryId: ctx.newId() }, channel.name, now, now));
    }),
  );
  return rows.flat();
}

function toRow(one: Queued & { contactPointId?: string | null }, channel: string, now: string, dueAt: string) {
  const { deliveryId: id, escalationId, alertId, recipientId, step, contactPointId = null } = one;
  const delivery = { id, escalationId, alertId, recipientId, step, channel, contactPointId };
  const urgency = toUrgency(one.mustReach ? one.severity : 'LOW');
  return { ...delivery, status: 'pending' as const, urgency, createdAt: now, dueAt };
}

/** Called when an escalation is acknowledged, closed or started again. */
export async function cancelDeliveries(ctx: Context, escalationIds: readonly string[]): Promise<void> {
  await store.updateCancelled(ctx.db, escalationIds);
  for (const channel of ctx.state.channels) await channel.queueUpdates?.(ctx, escalationIds);
}

/** Called when one recipient has declined. */
export function cancelDeliveriesTo(ctx: Context, escalationId: string, recipientId: string): Promise<void> {
  return store.updateCancelled(ctx.db, [escalationId], recipientId);
}

/** Alert → its deliveries, newest first, at most 20 each. */
export async function listDeliveries(ctx: Context, alertIds: readonly string[]): Promise<Map<string, Delivery[]>> {
  const shown = new Map<string, Delivery[]>(alertIds.map((id) => [id, []]));
  const shownOfEach = 20;
  for (const { alertId, ...delivery } of await store.listDeliveries(ctx.db, alertIds, shownOfEach))
    shown.get(alertId)?.push(delivery);
  return shown;
}

/**
 * For channels that learn later that a notice has arrived: written to an open stream, a receipt, a successful retry.
 */
export async function confirmDelivered(ctx: Context, deliveryIds: readonly string[]): Promise<void> {
  const sent = settleAttempt({ status: 'sent' }, 0);
  await note(
    ctx,
    deliveryIds.map((id) => ({ ...sent, id })),
  );
}

/**
 * For channels that learn later that an accepted notice will not arrive: a bounce, a failed call. Returns the
 * escalation, or undefined if the delivery is settled otherwise.
 */
export async function rejectAccepted(ctx: Context, deliveryId: string, reason: string): Promise<string | undefined> {
  const rejected = await store.updateRejected(ctx.db, deliveryId, { status: 'unreachable', reason });
  if (rejected) countResult(ctx, rejected.channel, 'unreachable');
  return rejected?.escalationId;
}

/** For channels whose accepted notices wait: this one is no longer needed. */
export async function withdrawAccepted(ctx: Context, deliveryId: string, reason: string): Promise<void> {
  await store.updateRejected(ctx.db, deliveryId, { status: 'cancelled', reason });
}

/** Its recipient took the alert over this delivery. */
export function noteAcknowledged(ctx: Context, deliveryId: string): Promise<void> {
  return store.updateAcknowledged(ctx.db, deliveryId);
}

export function readLatenessMs(ctx: Pick<Context, 'db'>): Promise<number> {
  return store.readLatenessMs(ctx.db, attemptMs);
}

/**
 * Settles live deliveries that were not confirmed in time: no stream was open. Returns the escalations of up to
 * `limit`.
 */
export async function settleUndelivered(ctx: Context, limit: number): Promise<string[]> {
  const escalationIds = await store.markUndelivered(ctx.db, liveChannel, limit);
  countResult(ctx, liveChannel, 'unreachable', escalationIds.length);
  return [...new Set(escalationIds)];
}

export interface DeliveryLoop {
  /** Takes due deliveries and sends them, without waiting for them to arrive. Call it every second. */
  readonly pump: (ctx: Context) => Promise<void>;
  /** Resolves when no delivery is being sent. */
  readonly idle: () => Promise<void>;
}

type OnFailed = (ctx: Context, escalationIds: readonly string[]) => Promise<void>;

/** `onFailed` gets the escalations that had a failed delivery. */
export function createDeliveryLoop(onFailed: OnFailed): DeliveryLoop {
  const underWay = new Map<string, Promise<void>>();
  const settle = createBatcher<Attempt, void>({
    run: (attempts) => settleAll(attempts, onFailed),
    maxItems: 500,
    maxInFlight: 2,
    maxWaiting: 10_000,
  });

  /** Patient → number of deliveries being sent. */
  const counts = new Map<string, number>();
  const count = (patientId: string, change: 1 | -1): void => {
    const left = (counts.get(patientId) ?? 0) + change;
    if (left === 0) counts.delete(patientId);
    else counts.set(patientId, left);
  };

  async function attempt(ctx: Context, delivery: store.DueDelivery): Promise<void> {
    const channel = ctx.state.channels.find(({ name }) => name === delivery.channel) as Channel;
    const result = await tryToDeliver(ctx, channel, delivery);
    await settle({ ctx, delivery, result });
  }

  function begin(ctx: Context, delivery: store.DueDelivery): void {
    const { deliveryId, patientId } = delivery;
    const sending = attempt(ctx, delivery)
      .catch((error: unknown) => ctx.log.error({ err: error, deliveryId }, 'delivery not settled'))
      .finally(() => {
        const wasHeldBack = isHeldBack(counts);
        underWay.delete(deliveryId);
        count(patientId, -1);
        if (wasHeldBack)
          void fill(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'deliveries not taken'));
      });
    underWay.set(deliveryId, sending);
    count(patientId, 1);
  }

  const fill = oneAtATime(async (ctx: Context): Promise<void> => {
    while (true) {
      const room = findRoom(underWay.size);
      if (room.count <= 0) return;
      const channels = ctx.state.channels.map(({ name }) => name);
      const due = await store.claimDue(ctx.db, { channels, room, underWay: counts, leaseMs });
      if (due.length === 0) return;
      observeLateness(ctx, due);
      for (const delivery of due) begin(ctx, delivery);
    }
  });

  return {
    pump: async (ctx) => {
      await store.renewLeases(ctx.db, [...underWay.keys()], leaseMs);
      await fill(ctx);
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

async function settleAll(attempts: readonly Attempt[], onFailed: OnFailed): Promise<PromiseSettledResult<void>[]> {
  const [first] = attempts;
  if (!first) return [];
  const { ctx } = first;
  await note(ctx, attempts.map(toDeliveryUpdate));
  const failed = attempts.filter(({ result }) => result !== 'cancelled' && 'reason' in result);
  if (failed.length > 0) await onFailed(ctx, [...new Set(failed.map(({ delivery }) => delivery.escalationId))]);
  return attempts.map(() => ({ status: 'fulfilled', value: undefined }));
}

async function note(ctx: Context, settled: Parameters<typeof store.updateSettled>[1]): Promise<void> {
  observeSettled(ctx, await store.updateSettled(ctx.db, settled));
}
