/**
 * The steps of an escalation. Each incident has one row; its due time is the queue.
 *
 *   raised      → WAITING     the device can ask its wearer: nobody is notified for up to 30 s (CONFIRMED: 15 s), the
 *                             alert is listed
 *               → ESCALATING  otherwise: the first step is taken in the transaction that recorded the fall
 *   WAITING     → WAITING     the level rises: the wait may end earlier, never later
 *               → ESCALATING  the wearer says “I need help”, the time ends, or the wearer has not moved for a minute
 *               → CLOSED      the wearer says “I'm OK”
 *   ESCALATING  → ESCALATING  nobody has acknowledged: the next step of the plan at its time, then the last step
 *                             repeatedly. A risen level starts the plan again, at once
 *               → HANDLED     the first acknowledgement by any recipient stops it for all
 *               → CLOSED      resolved, cancelled, or the device has recovered; if several falls share the escalation,
 *                             when all of them have ended
 *   HANDLED     → ESCALATING  not resolved in time, or the level rises: everybody is notified again
 *               → CLOSED      resolved, or the device has recovered
 *   CLOSED      → ESCALATING  the level rises, or the wearer asks for help afterwards
 *
 * A step runs in one transaction under the lock of its row. It writes the missing alerts, one delivery per recipient
 * and channel, and the time of the next step. It commits completely or not at all, also when its process dies; nothing
 * is sent inside it. The step number only grows and is part of the key of its deliveries, so none is written twice.
 */
import type { Context } from '../../platform/context.js';
import type { Addressed } from '../deliveries/channel.js';
import { type Queued, queueDeliveries } from '../deliveries/deliveries.service.js';
import { announceAll, type LiveEvent } from '../live/live.service.js';
import {
  choosePeople,
  findNextStep,
  lastPosition,
  type People,
  reachWithinMs,
  stepAt,
  toState,
} from './escalation.rules.js';
import * as store from './escalation.store.js';
import * as openAlerts from './open-alerts.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** An escalation is due now. */
    'alert.due': object;
  }
}

/** An escalation with the recipients of its current step. */
interface Taken {
  readonly escalation: store.Escalation;
  readonly step: number;
  readonly position: number;
  readonly people: People;
  /** All caregivers of the person: the alert is in the lists of all of them. */
  readonly caregiverIds: readonly string[];
}

/** Takes the next step of these escalations, which the caller has locked. Returns the recipients of each. */
export async function takeSteps(
  ctx: Context,
  escalations: readonly store.Escalation[],
  now: string,
): Promise<People[]> {
  if (escalations.length === 0) return [];
  const caregivers = await store.listActiveCaregivers(ctx.db, [
    ...new Set(escalations.map(({ patientId }) => patientId)),
  ]);
  const taken = escalations.map((escalation) => chooseStep(escalation, caregivers.get(escalation.patientId) ?? []));
  const alerts = await showAlerts(ctx, taken);
  const adminIds = taken.some(({ people }) => people.notifiesAdmins) ? await store.listActiveAdminIds(ctx.db) : [];
  const queued = await queueDeliveries(
    ctx,
    taken.flatMap((one) => listAddressed(one, alerts, adminIds)),
    now,
  );
  await announceSteps(ctx, taken, alerts, queued);
  await store.updateAdvanced(
    ctx.db,
    taken.map((one) => toAdvance(one, now)),
  );
  observeLateness(ctx, taken, now);
  return taken.map(({ people }) => people);
}

function chooseStep(escalation: store.Escalation, caregiverIds: readonly string[]): Taken {
  // Acknowledged, but not resolved in time.
  const isReopened = toState(escalation) === 'HANDLED';
  const position = isReopened ? lastPosition(escalation.plan) : escalation.position;
  const people = choosePeople(stepAt(escalation.plan, position), caregiverIds);
  return { escalation, step: escalation.step + 1, position, people, caregiverIds };
}

/** While waiting for the wearer: puts the alerts into the lists and notifies nobody. */
export async function showWaiting(ctx: Context, escalation: store.Escalation): Promise<People> {
  const caregivers = await store.listActiveCaregivers(ctx.db, [escalation.patientId]);
  const shown = { ...chooseStep(escalation, caregivers.get(escalation.patientId) ?? []), step: 0 };
  await showAlerts(ctx, [shown]);
  return shown.people;
}

/** Puts a fall that joins a running escalation into the lists, with its own message. */
export async function showJoined(
  ctx: Context,
  escalation: store.Escalation,
  about: Pick<store.Escalation, 'fallId' | 'type' | 'severity' | 'message' | 'plan'>,
): Promise<People> {
  const caregivers = await store.listActiveCaregivers(ctx.db, [escalation.patientId]);
  const caregiverIds = caregivers.get(escalation.patientId) ?? [];
  const people = choosePeople(stepAt(about.plan, 0), caregiverIds);
  const { step, position } = escalation;
  await showAlerts(ctx, [{ escalation: { ...escalation, ...about }, step, position, people, caregiverIds }]);
  return people;
}

type Alerts = ReadonlyMap<string, ReadonlyMap<string | null, openAlerts.OpenAlert>>;

/** Inserts the missing alerts. */
async function showAlerts(ctx: Context, taken: readonly Taken[]): Promise<Alerts> {
  const rows = taken.flatMap(({ escalation, people, caregiverIds }) => {
    const { id: escalationId, patientId, fallId, type, severity, message } = escalation;
    const recipients = people.notifiesAdmins ? [...caregiverIds, null] : caregiverIds;
    const alert = { escalationId, patientId, fallId, type, severity, message, timestamp: ctx.now() };
    return recipients.map((recipientId) => ({ ...alert, id: ctx.newId(), recipientId }));
  });
  const alerts = new Map<string, Map<string | null, openAlerts.OpenAlert>>(
    taken.map(({ escalation }) => [escalation.id, new Map()]),
  );
  for (const alert of await openAlerts.ensureAlerts(ctx.db, rows))
    alerts.get(alert.escalationId)?.set(alert.recipientId, alert);
  return alerts;
}

function listAddressed({ escalation, step, people }: Taken, alerts: Alerts, adminIds: readonly string[]): Addressed[] {
  const ofThis = alerts.get(escalation.id);
  const { id: escalationId, severity, plan } = escalation;
  const to = (recipientId: string, alertId: string | undefined): Addressed[] =>
    alertId === undefined ? [] : [{ escalationId, alertId, recipientId, step, severity, mustReach: plan.mustReach }];
  return [
    ...people.caregiverIds.flatMap((id) => to(id, ofThis?.get(id)?.id)),
    ...(people.notifiesAdmins ? adminIds.flatMap((id) => to(id, ofThis?.get(null)?.id)) : []),
  ];
}

/**
 * Live stream: one event per recipient, so that each delivery can be confirmed, and one for each caregiver who only has
 * a new alert in the list.
 */
async function announceSteps(
  ctx: Context,
  taken: readonly Taken[],
  alerts: Alerts,
  queued: readonly Queued[],
): Promise<void> {
  const byId = new Map(taken.map((one) => [one.escalation.id, one]));
  const told = queued.map(({ escalationId, alertId, deliveryId, recipientId }) =>
    toLiveEvent(byId.get(escalationId) as Taken, [recipientId], { alertId, deliveryId }),
  );
  const others = taken.flatMap((one) => {
    const isTold = new Set(one.people.caregiverIds);
    return [...(alerts.get(one.escalation.id)?.values() ?? [])].flatMap(({ id, recipientId, isNew }) =>
      isNew && recipientId !== null && !isTold.has(recipientId)
        ? [toLiveEvent(one, [recipientId], { alertId: id })]
        : [],
    );
  });
  await announceAll(ctx, [...told, ...others]);
}

function toLiveEvent({ escalation, step }: Taken, to: readonly string[], ids: object): LiveEvent {
  const { patientId, fallId, type, severity, message, raisedAt, isDrill } = escalation;
  const data = { ...ids, patientId, fallId, type, severity, message, raisedAt, step, isDrill };
  return { type: step === 1 ? 'alert.raised' : 'alert.escalated', to, data };
}

function toAdvance({ escalation, step, position }: Taken, now: string): store.Advance {
  const { plan, startedAt, dueAt, id } = escalation;
  const nowMs = Date.parse(now);
  const next = findNextStep(plan, {
    position,
    startedAtMs: Date.parse(startedAt),
    dueAtMs: Date.parse(dueAt ?? now),
    nowMs,
  });
  return {
    id,
    step,
    position: next.position,
    dueAt: next.dueAtMs === null ? null : new Date(next.dueAtMs).toISOString(),
    reachBy: plan.mustReach ? new Date(nowMs + reachWithinMs).toISOString() : null,
  };
}

function observeLateness(ctx: Context, taken: readonly Taken[], now: string): void {
  const lateness = ctx.metrics.seconds('alert_step_lateness_seconds', 'How late steps of escalations were taken.');
  for (const { escalation } of taken)
    lateness.observe(Math.max(0, Date.parse(now) - Date.parse(escalation.dueAt ?? now)) / 1_000);
}

/**
 * Alerts the admins, one alert per escalation, about steps that reached nobody. The number of queries does not depend
 * on the number of escalations.
 */
export async function tellAdmins(ctx: Context, escalations: readonly store.Escalation[], now: string): Promise<void> {
  if (escalations.length === 0) return;
  const told = escalations.map((escalation): Taken => {
    const message = `Nobody could be reached. ${escalation.message}`;
    const severity = escalation.severity === 'CRITICAL' ? 'CRITICAL' : 'HIGH';
    const { step, position } = escalation;
    const people = { caregiverIds: [], notifiesAdmins: true };
    const about = { ...escalation, type: 'NOBODY_REACHED', message, severity } as const;
    return { escalation: about, step, position, people, caregiverIds: [] };
  });
  await openAlerts.updateAdminAlerts(
    ctx.db,
    told.map(({ escalation }) => escalation),
  );
  const alerts = await showAlerts(ctx, told);
  const adminIds = await store.listActiveAdminIds(ctx.db);
  const addressed = told.flatMap((one) => listAddressed(one, alerts, adminIds));
  await announceSteps(ctx, told, alerts, await queueDeliveries(ctx, addressed, now));
}
