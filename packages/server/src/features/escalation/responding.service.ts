/**
 * What the people do who respond to an incident. One of them leads: `acknowledged_by` of the escalation.
 *
 *   TAKEN, JOINED, TOOK_OVER → ON_THE_WAY → ARRIVED → DONE (or the outcome of the fall)
 *                            → RELEASED   from each of them; JOIN or TAKE_OVER begins again
 *
 * Each act runs under the lock of the escalation, as the steps of the plan do: of two that come at once, the second
 * sees the result of the first. A lead who leaves is followed by another responder; if there is none, everybody is
 * alerted in the same transaction. So no open alert is without a lead and without notices.
 */
import { recordAudit } from '../../access/audit.js';
import { type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import { cancelDeliveries } from '../deliveries/deliveries.service.js';
import { announceResponse } from './announcing.service.js';
import { withEverybodyFirst } from './escalation.rules.js';
import { listCaregivers, settleTaken } from './escalation.service.js';
import * as store from './escalation.store.js';
import { updateLead } from './leading.store.js';
import type { Responder } from './responders.schema.js';
import { findSuccessor, isActive, isFurther, type ResponseAction } from './responding.rules.js';
import { type Act, acknowledgeOwnAlerts, lockIncident, type Response } from './responding.store.js';
import * as log from './response-steps.store.js';
import { callSecond } from './second-person.service.js';
import { takeSteps } from './steps.service.js';

/** Idempotent: what is already so stays. Joins the caller's transaction. */
export function respond(ctx: Context, response: Response): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const incident = await lockIncident(ctx.db, response.alertId);
    if (!incident) throw conflict('Nobody has to respond to this alert. Acknowledge it instead.');
    if (incident.isClosed) throw conflict('This alert is closed. There is nothing to respond to any more.');
    const responders = await log.listResponders(ctx.db, incident.escalation.id);
    const own = responders.find(({ id }) => id === response.userId);
    await acts[response.action](ctx, { ...response, ...incident, responders, own });
    await recordAudit(ctx, 'alert.respond', incident.escalation.patientId);
  });
}

const acts: Readonly<Record<ResponseAction, (ctx: Context, act: Act) => Promise<void>>> = {
  JOIN: join,
  TAKE_OVER: takeOver,
  ON_THE_WAY: (ctx, act) => proceed(ctx, act, 'ON_THE_WAY'),
  ARRIVED: (ctx, act) => proceed(ctx, act, 'ARRIVED'),
  DONE: finish,
  RELEASE: release,
  CALL_SECOND: callSecond,
};

/** Comes too. An alert that nobody has is taken: somebody who comes alone leads. */
async function join(ctx: Context, act: Act): Promise<void> {
  const { escalation, alertId, userId, own } = act;
  if (escalation.acknowledgedAt === null) return lead(ctx, act, userId, 'TAKEN');
  if (own && isActive(own)) return;
  await recordStep(ctx, act, 'JOINED');
  await acknowledgeOwnAlerts(ctx.db, alertId, userId, ctx.now());
  if (escalation.calledStep === null) return;
  await cancelDeliveries(ctx, [escalation.id]);
  await store.updateEscalation(ctx.db, escalation.id, { calledStep: null });
}

async function takeOver(ctx: Context, act: Act): Promise<void> {
  const { escalation, userId } = act;
  if (escalation.acknowledgedAt === null) return lead(ctx, act, userId, 'TAKEN');
  if (escalation.acknowledgedBy !== userId) await lead(ctx, act, userId, 'TOOK_OVER');
}

async function lead(ctx: Context, act: Act, userId: string, kind: 'TAKEN' | 'TOOK_OVER' | 'LEADS'): Promise<void> {
  const taken = await updateLead(ctx.db, act.escalation.id, userId);
  await settleTaken(ctx, taken, act.alertId, kind);
  await acknowledgeOwnAlerts(ctx.db, act.alertId, userId, ctx.now());
}

/** A responder who goes on to an alert that was sent again takes it again. */
async function proceed(ctx: Context, act: Act, kind: 'ON_THE_WAY' | 'ARRIVED'): Promise<void> {
  const own = requireOwn(act);
  if (isFurther(kind, own)) await recordStep(ctx, act, kind);
  if (act.escalation.acknowledgedAt === null) await lead(ctx, act, act.userId, 'TAKEN');
}

/** The response of one person is over. A fall ends with its outcome. */
async function finish(ctx: Context, act: Act): Promise<void> {
  if (act.own?.state === 'DONE') return;
  const { isLead } = requireOwn(act);
  if (isLead && act.fallId !== null)
    throw conflict('You lead the response to a fall. Record its outcome (POST /falls/:id/resolve), or release it.');
  await recordStep(ctx, act, 'DONE');
}

async function release(ctx: Context, act: Act): Promise<void> {
  if (act.own?.state === 'RELEASED') return;
  requireOwn(act);
  await leave(ctx, act);
}

async function leave(ctx: Context, act: Act): Promise<void> {
  const { escalation, userId, responders } = act;
  await recordStep(ctx, act, 'RELEASED');
  if (escalation.acknowledgedBy !== userId) return;
  const mayKnow = [...(await listCaregivers(ctx, escalation.patientId)), ...(await store.listActiveAdminIds(ctx.db))];
  const successor = findSuccessor(responders, userId, new Set(mayKnow));
  if (successor) await lead(ctx, act, successor.id, 'LEADS');
  else await reopen(ctx, escalation);
}

/** Nobody has it any more: everybody is alerted at once, and the plan begins again. */
async function reopen(ctx: Context, { id }: store.Escalation): Promise<void> {
  const now = await store.readServiceNow(ctx.db);
  await cancelDeliveries(ctx, [id]);
  const open = await store.updateEscalation(ctx.db, id, {
    acknowledgedAt: null,
    acknowledgedBy: null,
    lastHandledAt: null,
    lastHandledBy: null,
    position: 0,
    startedAt: now,
    dueAt: now,
  });
  await takeSteps(ctx, [{ ...open, plan: withEverybodyFirst(open.plan) }], now);
}

/**
 * Call when a person may no longer respond: unassigned, deactivated, with another role, or deleted. Releases what they
 * have, of all people or of one.
 */
export function releaseEverything(ctx: Context, userId: string, patientId: string | null = null): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    for (const alertId of await log.listRespondedIncidents(ctx.db, userId, patientId)) {
      const incident = await lockIncident(ctx.db, alertId);
      if (!incident || incident.escalation.closedAt !== null) continue;
      const responders = await log.listResponders(ctx.db, incident.escalation.id);
      const own = responders.find(({ id }) => id === userId);
      const leads = incident.escalation.acknowledgedBy === userId;
      if (leads || (own && isActive(own)))
        await leave(ctx, { ...incident, alertId, userId, action: 'RELEASE', responders, own });
    }
  });
}

async function recordStep(ctx: Context, act: Act, kind: 'JOINED' | 'ON_THE_WAY' | 'ARRIVED' | 'DONE' | 'RELEASED') {
  const { escalation, alertId, userId, note = null } = act;
  const step = { id: ctx.newId(), escalationId: escalation.id, userId, kind, note };
  await announceResponse(ctx, escalation, alertId, await log.insertResponseStep(ctx.db, step));
}

function requireOwn({ own }: Act): Responder {
  if (own && isActive(own)) return own;
  throw conflict('You have neither taken nor joined this alert. Join it first (JOIN), or take it over (TAKE_OVER).');
}
