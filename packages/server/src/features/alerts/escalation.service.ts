/** What begins, stops and ends an escalation. Its steps, and its states in words, are in steps.service.ts. */
import { type Context, inTransaction } from '../../platform/context.js';
import type { AlertSeverity, ClosedAs, Plan } from '../../platform/db/tables.js';
import { cancelDeliveries, queueDeliveries } from '../deliveries/deliveries.service.js';
import { announce } from '../live/live.service.js';
import { type People, stateOf } from './escalation.rules.js';
import * as store from './escalation.store.js';
import { showWaiting, takeSteps } from './steps.service.js';

export interface Incident {
  readonly patientId: string;
  readonly fallId: string | null;
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly plan: Plan;
  readonly isDrill?: boolean;
  /** How long the wearer may be asked before anybody is disturbed. */
  readonly waitMs?: number;
}

export interface Raised {
  readonly escalationId: string;
  readonly people: People;
  /** Until when the wearer is being asked; null when nobody waits for that. */
  readonly waitsUntil: string | null;
}

/** Joins the caller's transaction: what happened and the alerts about it are there together, or not at all. */
export function raise(ctx: Context, incident: Incident): Promise<Raised> {
  return inTransaction(ctx, async (ctx) => {
    const known = incident.fallId === null ? undefined : await store.lockEscalationOfFall(ctx.db, incident.fallId);
    const now = await store.readServiceNow(ctx.db);
    const escalation = known ? await raiseAgain(ctx, known, incident, now) : await begin(ctx, incident, now);
    const isWaiting = escalation.dueAt !== null && escalation.dueAt > now;
    const [people] = isWaiting ? [await showWaiting(ctx, escalation, now)] : await takeSteps(ctx, [escalation], now);
    return { escalationId: escalation.id, people: people as People, waitsUntil: isWaiting ? escalation.dueAt : null };
  });
}

function begin(ctx: Context, incident: Incident, now: string): Promise<store.Escalation> {
  const { plan, waitMs = 0, isDrill = false, ...about } = incident;
  const dueAt = new Date(Date.parse(now) + waitMs).toISOString();
  return store.insertEscalation(ctx.db, {
    ...about,
    id: ctx.newId(),
    isDrill,
    plan: JSON.stringify(plan),
    raisedAt: now,
    startedAt: dueAt,
    dueAt,
  });
}

/** It has become worse: its plan begins anew, at once, whoever has answered before. Asking the wearer takes no longer for it. */
async function raiseAgain(
  ctx: Context,
  known: store.Escalation,
  incident: Incident,
  now: string,
): Promise<store.Escalation> {
  const { severity, message, type, plan, waitMs = 0 } = incident;
  const isStillAsked = waitMs > 0 && stateOf(known) === 'WAITING';
  const dueAt = isStillAsked ? known.dueAt : now;
  await cancelDeliveries(ctx, [known.id]);
  await store.updateOpenAlerts(ctx.db, known.id, { severity, message, type, timestamp: ctx.now() });
  return store.updateEscalation(ctx.db, known.id, {
    severity,
    message,
    plan: JSON.stringify(plan),
    position: 0,
    startedAt: dueAt ?? now,
    dueAt,
    acknowledgedAt: null,
    acknowledgedBy: null,
    closedAt: null,
    closedAs: null,
  });
}

/** The first one stops it for all. */
export async function acknowledge(ctx: Context, alertId: string, by: string): Promise<void> {
  const stopped = await store.updateAcknowledged(ctx.db, alertId, by);
  if (!stopped) return;
  await cancelDeliveries(ctx, [stopped.id]);
  const { patientId, fallId, acknowledgedAt, raisedAt, isDrill } = stopped;
  const handledBy = await store.findHandler(ctx.db, stopped.id);
  const caregivers = await store.listActiveCaregivers(ctx.db, [patientId]);
  await announce(ctx, {
    type: 'alert.acknowledged',
    to: caregivers.get(patientId) ?? [],
    toAdmins: true,
    data: { patientId, fallId, alertId, handledBy, isDrill },
  });
  if (!isDrill && acknowledgedAt)
    ctx.metrics
      .seconds('alert_acknowledged_seconds', 'From raising an alert to its first acknowledgement.')
      .observe((Date.parse(acknowledgedAt) - Date.parse(raisedAt)) / 1_000);
}

/** It is over: nobody is told any more, and what stands in lists is marked as closed. */
export async function close(ctx: Context, escalationId: string, as: ClosedAs): Promise<void> {
  const closed = await store.updateClosed(ctx.db, escalationId, as);
  if (!closed) return;
  await cancelDeliveries(ctx, [escalationId]);
  const { patientId, fallId, type } = closed;
  const caregivers = await store.listActiveCaregivers(ctx.db, [patientId]);
  await announce(ctx, {
    type: 'alert.closed',
    to: caregivers.get(patientId) ?? [],
    toAdmins: true,
    data: { patientId, fallId, type, closedAs: as },
  });
}

export function lockOfFall(ctx: Context, fallId: string): Promise<store.Escalation | undefined> {
  return store.lockEscalationOfFall(ctx.db, fallId);
}

export async function countCaregivers(ctx: Context, patientId: string): Promise<number> {
  const caregivers = await store.listActiveCaregivers(ctx.db, [patientId]);
  return caregivers.get(patientId)?.length ?? 0;
}

/** Not over yet, of this kind, about this person; locked. */
export function listOpen(ctx: Context, patientId: string, type: string): Promise<store.Escalation[]> {
  return store.listOpen(ctx.db, patientId, type);
}

/**
 * The wearer is fine. Whoever has an open alert about it is told so, once, over every channel. When somebody has taken
 * it on already, it stays theirs to end.
 */
export async function cancelByWearer(ctx: Context, escalation: store.Escalation): Promise<void> {
  const { id, patientId, fallId } = escalation;
  if (stateOf(escalation) !== 'HANDLED') await close(ctx, id, 'CANCELLED');
  const message = `Cancelled by the wearer: “I’m OK”. ${escalation.message}`;
  await store.updateOpenAlerts(ctx.db, id, { type: 'FALL_CANCELLED', severity: 'LOW', message, timestamp: ctx.now() });
  const step = escalation.step + 1;
  const open = (await store.listOpenAlerts(ctx.db, id)).filter(({ recipientId }) => recipientId !== null);
  const now = await store.readServiceNow(ctx.db);
  const told = open.map((alert) => ({
    escalationId: id,
    alertId: alert.id,
    recipientId: alert.recipientId,
    step,
    severity: 'MEDIUM' as const,
  }));
  const queued = await queueDeliveries(ctx, told, now);
  await store.updateEscalation(ctx.db, id, { step });
  for (const { alertId, deliveryId, recipientId } of queued)
    await announce(ctx, {
      type: 'fall.cancelled',
      to: [recipientId as string],
      data: { patientId, fallId, alertId, deliveryId, message },
    });
  await announce(ctx, {
    type: 'fall.cancelled',
    to: [patientId],
    toAdmins: true,
    data: { patientId, fallId, message },
  });
}
