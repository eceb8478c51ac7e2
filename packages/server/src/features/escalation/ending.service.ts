/**
 * Ends the alerts about one fall: resolved by a person, or cancelled by the wearer. Other falls of the escalation
 * continue.
 */
import { actorId, type Context } from '../../platform/context.js';
import type { ClosedAs } from '../../platform/db/tables/alerts.js';
import { cancelDeliveries, queueDeliveries } from '../deliveries/deliveries.service.js';
import { announceAll, type LiveEvent } from '../live/live.service.js';
import { announceClosed } from './announcing.service.js';
import { toState } from './escalation.rules.js';
import { close, stop } from './escalation.service.js';
import * as store from './escalation.store.js';
import { findOpenAlert, listOpenAlerts, updateAcknowledged, updateOpenAlerts } from './open-alerts.store.js';
import * as sharing from './sharing.store.js';
import { takeSteps } from './steps.service.js';

/** A person has recorded the outcome. This also acknowledges their own alert about the fall. */
export async function endResolved(ctx: Context, fallId: string): Promise<void> {
  const escalation = await store.lockEscalationOfFall(ctx.db, fallId);
  if (!escalation) return;
  const next = await findNext(ctx, escalation, fallId);
  const own = await findOpenAlert(ctx.db, escalation.id, fallId, actorId(ctx));
  // The outcome of one fall does not acknowledge the other falls of the escalation.
  if (own && !next) await stop(ctx, own, actorId(ctx));
  if (own) await updateAcknowledged(ctx.db, own, actorId(ctx), ctx.now());
  await endFall(ctx, escalation, fallId, 'RESOLVED', next);
  if (next && escalation.fallId === fallId)
    await continueWith(ctx, escalation, next, await store.readServiceNow(ctx.db));
}

/**
 * The wearer is fine. Everybody who was alerted and has not acknowledged is notified of it once, over every channel. If
 * somebody has acknowledged, the fall stays open until that person resolves it.
 */
export async function endCancelled(ctx: Context, fallId: string): Promise<void> {
  const escalation = await store.lockEscalationOfFall(ctx.db, fallId);
  if (!escalation || escalation.closedAt !== null) return;
  const isHandled = toState(escalation) === 'HANDLED';
  const next = isHandled ? undefined : await findNext(ctx, escalation, fallId);
  if (!isHandled) await endFall(ctx, escalation, fallId, 'CANCELLED', next);
  const told = await tellCancelled(ctx, escalation, fallId);
  if (next && escalation.fallId === fallId) await continueWith(ctx, told, next, await store.readServiceNow(ctx.db));
}

async function findNext(ctx: Context, escalation: store.Escalation, fallId: string) {
  return escalation.closedAt === null ? sharing.findOtherOpenFall(ctx.db, escalation.id, fallId) : undefined;
}

async function endFall(
  ctx: Context,
  escalation: store.Escalation,
  fallId: string,
  as: ClosedAs,
  next: sharing.OpenFall | undefined,
): Promise<void> {
  await sharing.updateFallClosed(ctx.db, fallId, as);
  if (!next) return close(ctx, escalation.id, as);
  if (escalation.fallId === fallId) await cancelDeliveries(ctx, [escalation.id]);
  await announceClosed(ctx, { ...escalation, fallId }, as);
}

const unanswered = { acknowledgedAt: null, acknowledgedBy: null, lastHandledAt: null, lastHandledBy: null };

/**
 * The fall that the notices were about has ended; from now on they are about this one. If the escalation is running, or
 * was closed, its plan starts again at once: the recipients have only been notified about the other fall and its end.
 */
export async function continueWith(
  ctx: Context,
  escalation: store.Escalation,
  { fallId, severity, message }: sharing.OpenFall,
  now: string,
): Promise<void> {
  const about = { fallId, severity: severity ?? escalation.severity, message: message ?? escalation.message };
  const state = toState(escalation);
  const anew = { position: 0, startedAt: now, dueAt: now, closedAt: null, closedAs: null };
  const again = state === 'CLOSED' ? { ...anew, ...unanswered } : anew;
  const beginsAnew = state === 'ESCALATING' || state === 'CLOSED';
  const changed = await store.updateEscalation(ctx.db, escalation.id, { ...about, ...(beginsAnew ? again : {}) });
  if (beginsAnew) await takeSteps(ctx, [changed], now);
}

/** Notifies over every channel if the notices were about this fall; if it was only in the lists, on the live stream. */
async function tellCancelled(ctx: Context, escalation: store.Escalation, fallId: string): Promise<store.Escalation> {
  const { id, patientId } = escalation;
  const open = await listOpenAlerts(ctx.db, id, fallId);
  const message = `Cancelled by the wearer: “I’m OK”. ${open[0]?.message ?? escalation.message}`;
  const changes = { type: 'FALL_CANCELLED', severity: 'LOW', message, timestamp: ctx.now() } as const;
  await updateOpenAlerts(ctx.db, id, fallId, changes);
  const step = escalation.step + 1;
  const severity = 'MEDIUM' as const;
  const told = open.flatMap(({ id: alertId, recipientId }) =>
    recipientId === null ? [] : [{ escalationId: id, alertId, recipientId, step, severity, mustReach: true }],
  );
  const isNamed = escalation.fallId === fallId;
  const queued = isNamed ? await queueDeliveries(ctx, told, await store.readServiceNow(ctx.db)) : [];
  const deliveryIds = new Map(queued.map(({ alertId, deliveryId }) => [alertId, deliveryId]));
  const events = told.map(({ alertId, recipientId }): LiveEvent => {
    const data = { patientId, fallId, alertId, deliveryId: deliveryIds.get(alertId), message };
    return { type: 'fall.cancelled', to: [recipientId], data };
  });
  // The person who acknowledged has no open alert, but may be on the way, so they are notified too.
  const toOthers: LiveEvent = {
    type: 'fall.cancelled',
    to: escalation.acknowledgedBy === null ? [patientId] : [patientId, escalation.acknowledgedBy],
    toAdmins: true,
    data: { patientId, fallId, message },
  };
  await announceAll(ctx, [...events, toOthers]);
  return isNamed ? store.updateEscalation(ctx.db, id, { step }) : escalation;
}
