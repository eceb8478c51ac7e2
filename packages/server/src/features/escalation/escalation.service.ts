/** Starts, stops and ends escalations. Steps and the state machine are in steps.service.ts. */
import { type Context, inTransaction } from '../../platform/context.js';
import type { AlertSeverity, ClosedAs, Plan } from '../../platform/db/tables/alerts.js';
import { cancelDeliveries } from '../deliveries/deliveries.service.js';
import { announce } from '../live/live.service.js';
import { announceClosed, announceResponse, listInformed } from './announcing.service.js';
import { computeRaisedDueAt, type People, toState } from './escalation.rules.js';
import * as store from './escalation.store.js';
import * as leading from './leading.store.js';
import { updateAcknowledged, updateOpenAlerts, updateSeen } from './open-alerts.store.js';
import { insertLeadStep } from './response-steps.store.js';
import { isWorse, risesQuietly } from './sharing.rules.js';
import { findPlace, toOpen } from './sharing.service.js';
import * as sharing from './sharing.store.js';
import { showJoined, showWaiting, takeSteps } from './steps.service.js';

export interface Incident {
  readonly patientId: string;
  readonly fallId: string | null;
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly plan: Plan;
  readonly isDrill?: boolean;
  /** How long to wait for the wearer's answer before anybody is notified. */
  readonly waitMs?: number;
  /** The wearer asks for help: people are notified at once, even if they were notified about the fall before. */
  readonly isCall?: boolean;
}

type FallIncident = Incident & { readonly fallId: string };

export interface Raised {
  readonly escalationId: string;
  readonly people: People;
  /** When the wearer's time to answer ends; null when nothing waits for the wearer. */
  readonly waitsUntil: string | null;
}

/** Joins the caller's transaction: the event and its alerts commit together or not at all. */
export function raise(ctx: Context, incident: Incident): Promise<Raised> {
  return inTransaction(ctx, async (ctx) => {
    const { fallId } = incident;
    if (fallId === null) {
      const now = await store.readServiceNow(ctx.db);
      return proceed(ctx, await begin(ctx, incident, now), now);
    }
    const known = await store.lockEscalationOfFall(ctx.db, fallId);
    const now = await store.readServiceNow(ctx.db);
    const fall = { ...incident, fallId };
    return known ? raiseKnown(ctx, known, fall, now) : raiseNew(ctx, fall, now);
  });
}

/** A new fall: starts an escalation, or joins the one of falls that the same person had within the last minute. */
async function raiseNew(ctx: Context, incident: FallIncident, now: string): Promise<Raised> {
  const { fallId, patientId, severity, waitMs = 0 } = incident;
  const place = await findPlace(ctx, { patientId, severity, waits: waitMs > 0 }, now);
  if (place.sharing === 'begin') {
    const begun = await begin(ctx, incident, now);
    await sharing.upsertEscalationFall(ctx.db, { fallId, escalationId: begun.id, isAnnounced: true });
    return proceed(ctx, begun, now);
  }
  const { id: escalationId, fallId: namedFallId } = place.escalation;
  if (namedFallId) await sharing.ensureEscalationFall(ctx.db, { fallId: namedFallId, escalationId, isAnnounced: true });
  const isRaised = place.sharing === 'raise';
  const escalation = isRaised ? await raiseAgain(ctx, place.escalation, incident, now) : place.escalation;
  const isNamed = escalation.fallId === fallId;
  await sharing.upsertEscalationFall(ctx.db, { fallId, escalationId, isAnnounced: isNamed });
  const shownTo = isNamed ? undefined : await showJoined(ctx, escalation, incident);
  const raised = isRaised ? await proceed(ctx, escalation, now) : undefined;
  const people = shownTo ?? (raised as Raised).people;
  return { escalationId, people, waitsUntil: waitsUntil(escalation, now) };
}

/** A fall that already has an escalation: its level has risen, or the wearer asks for help. */
async function raiseKnown(ctx: Context, known: store.Escalation, incident: FallIncident, now: string): Promise<Raised> {
  const { fallId, severity, message, type, isCall = false } = incident;
  const escalationId = known.id;
  await updateOpenAlerts(ctx.db, escalationId, fallId, { severity, message, type, timestamp: ctx.now() });
  const isQuiet = known.fallId !== fallId && !isCall && risesQuietly(toOpen(known), severity);
  await sharing.upsertEscalationFall(ctx.db, { fallId, escalationId, isAnnounced: !isQuiet });
  if (!isQuiet) return proceed(ctx, await raiseAgain(ctx, known, incident, now), now);
  return { escalationId, people: await showJoined(ctx, known, incident), waitsUntil: null };
}

/** Takes the first step; while waiting for the wearer, only puts the alerts into the lists. */
async function proceed(ctx: Context, escalation: store.Escalation, now: string): Promise<Raised> {
  const until = waitsUntil(escalation, now);
  const [people] = until ? [await showWaiting(ctx, escalation)] : await takeSteps(ctx, [escalation], now);
  return { escalationId: escalation.id, people: people as People, waitsUntil: until };
}

function waitsUntil(escalation: store.Escalation, now: string): string | null {
  const { dueAt } = escalation;
  return toState(escalation) === 'WAITING' && dueAt !== null && dueAt > now ? dueAt : null;
}

function begin(ctx: Context, incident: Incident, now: string): Promise<store.Escalation> {
  const { patientId, fallId, type, severity, message, plan, waitMs = 0, isDrill = false } = incident;
  const dueAt = new Date(Date.parse(now) + waitMs).toISOString();
  return store.insertEscalation(ctx.db, {
    id: ctx.newId(),
    patientId,
    fallId,
    type,
    severity,
    message,
    isDrill,
    plan: JSON.stringify(plan),
    raisedAt: now,
    startedAt: dueAt,
    dueAt,
  });
}

/**
 * Starts the plan again at once, even if somebody has acknowledged. A wait for the wearer may end earlier. The notices
 * are about the new incident, unless a more severe one is still unacknowledged.
 */
async function raiseAgain(
  ctx: Context,
  known: store.Escalation,
  incident: FallIncident,
  now: string,
): Promise<store.Escalation> {
  const { severity, message, fallId, plan, waitMs = 0 } = incident;
  const state = toState(known);
  const dueAt = computeRaisedDueAt({ state, dueAt: known.dueAt }, waitMs, now);
  const isUnanswered = state === 'WAITING' || state === 'ESCALATING';
  const about =
    isUnanswered && isWorse(known.severity, severity) ? {} : { severity, message, fallId, plan: JSON.stringify(plan) };
  await cancelDeliveries(ctx, [known.id]);
  return store.updateEscalation(ctx.db, known.id, {
    ...about,
    position: 0,
    startedAt: dueAt,
    dueAt,
    acknowledgedAt: null,
    acknowledgedBy: null,
    lastHandledAt: null,
    lastHandledBy: null,
    closedAt: null,
    closedAs: null,
  });
}

/** The wearer does not move: an unanswered alert takes its next step at once, also while it waits for the wearer. */
export async function hasten(ctx: Context, fallId: string): Promise<void> {
  if (await store.updateHastened(ctx.db, fallId)) ctx.events.publish({ type: 'alert.due' });
}

/** Acknowledges one alert; a repeated call keeps the first time. */
export async function acknowledge(ctx: Context, alertId: string, by: string): Promise<void> {
  // Lock the escalation first: its steps take the locks in the same order.
  await stop(ctx, alertId, by);
  await updateAcknowledged(ctx.db, alertId, by, ctx.now());
}

/** The first acknowledgement stops the escalation for all recipients. */
export async function stop(ctx: Context, alertId: string, by: string): Promise<void> {
  const stopped = await leading.updateAcknowledged(ctx.db, alertId, by);
  if (stopped) await settleTaken(ctx, stopped, alertId, 'TAKEN');
}

/** Somebody leads from now on: records it, stops the notices and announces who it is. */
export async function settleTaken(
  ctx: Context,
  taken: store.Escalation,
  alertId: string,
  kind: 'TAKEN' | 'TOOK_OVER' | 'LEADS',
): Promise<void> {
  const { id, patientId, fallId, acknowledgedAt, raisedAt, isDrill } = taken;
  await cancelDeliveries(ctx, [id]);
  const step = await insertLeadStep(ctx.db, { id: ctx.newId(), escalationId: id, kind });
  const handledBy = await leading.findHandler(ctx.db, id);
  await announce(ctx, {
    type: 'alert.acknowledged',
    to: await listInformed(ctx, { id, patientId }),
    toAdmins: true,
    data: { patientId, fallId, alertId, handledBy, isDrill },
  });
  await announceResponse(ctx, taken, alertId, step);
  if (kind === 'TAKEN' && !isDrill && acknowledgedAt)
    ctx.metrics
      .histogram('alert_acknowledged_seconds')
      .observe((Date.parse(acknowledgedAt) - Date.parse(raisedAt)) / 1_000);
}

/** Ends the escalation: no more notices, and the alerts in the lists are shown as closed. */
export async function close(ctx: Context, escalationId: string, as: ClosedAs): Promise<void> {
  const closed = await store.updateClosed(ctx.db, escalationId, as);
  if (!closed) return;
  await cancelDeliveries(ctx, [escalationId]);
  await announceClosed(ctx, closed, as);
}

/** The assigned active caregivers. */
export async function listCaregivers(ctx: Context, patientId: string): Promise<readonly string[]> {
  const caregivers = await store.listActiveCaregivers(ctx.db, [patientId]);
  return caregivers.get(patientId) ?? [];
}

export async function countCaregivers(ctx: Context, patientId: string): Promise<number> {
  return (await listCaregivers(ctx, patientId)).length;
}

/** Escalations of this type about this person that are not closed; locked until the commit. */
export function listOpen(ctx: Context, patientId: string, type: string): Promise<store.Escalation[]> {
  return store.listOpen(ctx.db, patientId, type);
}

/** For alerts of a list that their recipient has just read. */
export function markSeen(ctx: Context, alertIds: readonly string[]): Promise<void> {
  return updateSeen(ctx.db, alertIds);
}
