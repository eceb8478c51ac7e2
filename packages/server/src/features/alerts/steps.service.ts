/**
 * The steps of an escalation. One row for each thing that people are alerted about; its due time is the queue.
 *
 *   raised      → WAITING     the device can ask its wearer: nobody is disturbed for up to 30 s, the alert is shown
 *               → ESCALATING  else: the first step is taken in the transaction that recorded the fall
 *   WAITING     → ESCALATING  the wearer says “I need help”, the time is up, or the level rises to CONFIRMED
 *               → CLOSED      the wearer says “I'm OK”
 *   ESCALATING  → ESCALATING  nobody has answered: the next step of the plan, at its second; then the last one again
 *                             and again. A risen level begins its plan anew, at once
 *               → HANDLED     the first acknowledgement, by anybody it was brought to, stops it for all
 *               → CLOSED      it is resolved, cancelled, or the device is well again
 *   HANDLED     → ESCALATING  not resolved in time: everybody is told again. Also when the level rises
 *               → CLOSED      it is resolved, or the device is well again
 *   CLOSED      → ESCALATING  the level rises, or the wearer asks for help after all
 *
 * A step is taken under the lock of its row and in one transaction: the alerts that are missing, a delivery for each
 * of its people and channels, and the time of the next one. It happens whole or not at all, whoever dies meanwhile;
 * nothing is sent in it. Its number only grows, and names its deliveries, so that none can be made twice.
 */
import type { Context } from '../../platform/context.js';
import { type Addressed, type Queued, queueDeliveries, recordListed } from '../deliveries/deliveries.service.js';
import { announceAll, type LiveEvent } from '../live/live.service.js';
import { nextOf, type People, peopleOf, reachWithinMs, reopenedPosition, stateOf, stepAt } from './escalation.rules.js';
import * as store from './escalation.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** Something is due at once. */
    'alert.due': object;
  }
}

/** An escalation with those whom its present step is for. */
interface Taken {
  readonly escalation: store.Escalation;
  readonly step: number;
  readonly position: number;
  readonly people: People;
  /** Everybody who looks after the person: the alert stands in all their lists. */
  readonly caregiverIds: readonly string[];
}

/** Takes the next step of these, which the caller has locked, and answers whom each was for. */
export async function takeSteps(
  ctx: Context,
  escalations: readonly store.Escalation[],
  now: string,
): Promise<People[]> {
  if (escalations.length === 0) return [];
  const caregivers = await store.listActiveCaregivers(ctx.db, [
    ...new Set(escalations.map(({ patientId }) => patientId)),
  ]);
  const taken = escalations.map((escalation) => takenOf(escalation, caregivers.get(escalation.patientId) ?? []));
  const alerts = await showAlerts(ctx, taken, now);
  const adminIds = taken.some(({ people }) => people.tellsAdmins) ? await store.listActiveAdminIds(ctx.db) : [];
  const queued = await queueDeliveries(
    ctx,
    taken.flatMap((one) => addressedOf(one, alerts, adminIds)),
    now,
  );
  await announceSteps(ctx, taken, alerts, queued);
  await store.updateAdvanced(
    ctx.db,
    taken.map((one) => advanceOf(one, now)),
  );
  observeLateness(ctx, taken, now);
  ctx.events.publish({ type: 'alert.due' });
  return taken.map(({ people }) => people);
}

function takenOf(escalation: store.Escalation, caregiverIds: readonly string[]): Taken {
  // Answered, but not over in time.
  const isReopened = stateOf(escalation) === 'HANDLED';
  const position = isReopened ? reopenedPosition(escalation.plan) : escalation.position;
  const people = peopleOf(stepAt(escalation.plan, position), caregiverIds);
  return { escalation, step: escalation.step + 1, position, people, caregiverIds };
}

/** While the wearer is being asked: in the lists, and nowhere else. */
export async function showWaiting(ctx: Context, escalation: store.Escalation, now: string): Promise<People> {
  const caregivers = await store.listActiveCaregivers(ctx.db, [escalation.patientId]);
  const shown = { ...takenOf(escalation, caregivers.get(escalation.patientId) ?? []), step: 0 };
  await showAlerts(ctx, [shown], now);
  return shown.people;
}

type Alerts = ReadonlyMap<string, ReadonlyMap<string | null, store.OpenAlert>>;

/** Makes the alerts that are missing; standing in a list is the first delivery. */
async function showAlerts(ctx: Context, taken: readonly Taken[], now: string): Promise<Alerts> {
  const rows = taken.flatMap(({ escalation, people, caregiverIds }) => {
    const { id: escalationId, patientId, fallId, type, severity, message } = escalation;
    const recipients = people.tellsAdmins ? [...caregiverIds, null] : caregiverIds;
    const alert = { escalationId, patientId, fallId, type, severity, message, timestamp: ctx.now() };
    return recipients.map((recipientId) => ({ ...alert, id: ctx.newId(), recipientId }));
  });
  const alerts = new Map<string, Map<string | null, store.OpenAlert>>(
    taken.map(({ escalation }) => [escalation.id, new Map()]),
  );
  for (const alert of await store.ensureAlerts(ctx.db, rows))
    alerts.get(alert.escalationId)?.set(alert.recipientId, alert);
  const listed = taken.flatMap(({ escalation, step }) =>
    [...(alerts.get(escalation.id)?.values() ?? [])]
      .filter(({ isNew }) => isNew)
      .map(({ id, recipientId }) => ({
        escalationId: escalation.id,
        alertId: id,
        recipientId,
        step,
        severity: escalation.severity,
      })),
  );
  await recordListed(ctx, listed, now);
  return alerts;
}

function addressedOf({ escalation, step, people }: Taken, alerts: Alerts, adminIds: readonly string[]): Addressed[] {
  const ofThis = alerts.get(escalation.id);
  // What need not reach anybody at once stands behind everything that must.
  const severity = escalation.plan.mustReach ? escalation.severity : 'LOW';
  const to = (recipientId: string, alertId: string | undefined): Addressed[] =>
    alertId === undefined ? [] : [{ escalationId: escalation.id, alertId, recipientId, step, severity }];
  return [
    ...people.caregiverIds.flatMap((id) => to(id, ofThis?.get(id)?.id)),
    ...(people.tellsAdmins ? adminIds.flatMap((id) => to(id, ofThis?.get(null)?.id)) : []),
  ];
}

/** On the live stream: one event for each recipient, so that each can be confirmed; the others see their list change. */
async function announceSteps(
  ctx: Context,
  taken: readonly Taken[],
  alerts: Alerts,
  queued: readonly Queued[],
): Promise<void> {
  const byId = new Map(taken.map((one) => [one.escalation.id, one]));
  const told = queued.map(({ escalationId, alertId, deliveryId, recipientId }) =>
    noticeOf(byId.get(escalationId) as Taken, [recipientId as string], { alertId, deliveryId }),
  );
  const others = taken.flatMap((one) => {
    const isTold = new Set(one.people.caregiverIds);
    return [...(alerts.get(one.escalation.id)?.values() ?? [])].flatMap(({ id, recipientId, isNew }) =>
      isNew && recipientId !== null && !isTold.has(recipientId) ? [noticeOf(one, [recipientId], { alertId: id })] : [],
    );
  });
  await announceAll(ctx, [...told, ...others]);
}

function noticeOf({ escalation, step }: Taken, to: readonly string[], ids: object): LiveEvent {
  const { patientId, fallId, type, severity, message, raisedAt, isDrill } = escalation;
  const data = { ...ids, patientId, fallId, type, severity, message, raisedAt, step, isDrill };
  return { type: step === 1 ? 'alert.raised' : 'alert.escalated', to, data };
}

function advanceOf({ escalation, step, position }: Taken, now: string): store.Advance {
  const { plan, startedAt, dueAt, id } = escalation;
  const nowMs = Date.parse(now);
  const next = nextOf(plan, { position, startedAtMs: Date.parse(startedAt), dueAtMs: Date.parse(dueAt ?? now), nowMs });
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

/** The step reached nobody: the admins hear of it now, in an alert of their own; and others of the plan need not wait. */
export async function tellAdmins(ctx: Context, escalation: store.Escalation, now: string): Promise<void> {
  const message = `Nobody could be reached. ${escalation.message}`;
  const severity = escalation.severity === 'CRITICAL' ? 'CRITICAL' : 'HIGH';
  const news = { type: 'NOBODY_REACHED', message, severity } as const;
  const toNobodyElse = { caregiverIds: [], tellsAdmins: true };
  const told = {
    escalation: { ...escalation, ...news },
    step: escalation.step,
    position: escalation.position,
    people: toNobodyElse,
    caregiverIds: [],
  };
  await store.updateOpenAlerts(ctx.db, escalation.id, news, 'ADMIN');
  const alerts = await showAlerts(ctx, [told], now);
  const queued = await queueDeliveries(ctx, addressedOf(told, alerts, await store.listActiveAdminIds(ctx.db)), now);
  await announceSteps(ctx, [told], alerts, queued);
  ctx.events.publish({ type: 'alert.due' });
}
