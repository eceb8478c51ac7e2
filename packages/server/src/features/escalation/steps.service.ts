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
 *                             repeatedly. Whoever is on duty is not reached: everybody, at once. A risen level starts the plan again, at once
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
import type { PlanStep } from '../../platform/db/tables/alerts.js';
import { queueDeliveries } from '../deliveries/deliveries.service.js';
import { listScheduleIds } from '../schedules/schedules.rules.js';
import { findPeopleOnDuty } from '../schedules/schedules.service.js';
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
import { announceSteps, listAddressed, showAlerts, type Taken } from './step-alerts.service.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** An escalation is due now. */
    'alert.due': object;
  }
}

/** Takes the next step of these escalations, which the caller has locked. Returns the recipients of each. */
export async function takeSteps(
  ctx: Context,
  escalations: readonly store.Escalation[],
  now: string,
): Promise<People[]> {
  if (escalations.length === 0) return [];
  return take(ctx, await chooseSteps(ctx, escalations, now), now);
}

/** Writes the alerts and deliveries of these steps. */
async function take(ctx: Context, taken: readonly Taken[], now: string): Promise<People[]> {
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

/** Two queries for the whole batch; the second only if a step names a schedule. */
async function chooseSteps(ctx: Context, escalations: readonly store.Escalation[], now: string): Promise<Taken[]> {
  const caregivers = await groupCaregivers(ctx, escalations);
  const positions = escalations.map(nextPosition);
  const steps = escalations.map(({ plan }, index) => stepAt(plan, positions[index] as number));
  const onDuty = await findPeopleOnDuty(ctx, [...new Set(steps.flatMap(({ to }) => listScheduleIds(to)))], now);
  return escalations.map((escalation, index) => {
    const caregiverIds = caregivers.get(escalation.patientId) ?? [];
    const people = choosePeople(steps[index] as PlanStep, caregiverIds, onDuty);
    return { escalation, step: escalation.step + 1, position: positions[index] as number, people, caregiverIds };
  });
}

function groupCaregivers(ctx: Context, escalations: readonly store.Escalation[]): Promise<Map<string, string[]>> {
  return store.listActiveCaregivers(ctx.db, [...new Set(escalations.map(({ patientId }) => patientId))]);
}

function nextPosition(escalation: store.Escalation): number {
  // Acknowledged, but not resolved in time.
  const isReopened = toState(escalation) === 'HANDLED';
  return isReopened ? lastPosition(escalation.plan) : escalation.position;
}

/** Whoever is on duty cannot be reached: caregivers and admins get the alert now. The next step keeps its time. */
export async function tellEverybody(
  ctx: Context,
  escalations: readonly store.Escalation[],
  now: string,
): Promise<void> {
  if (escalations.length === 0) return;
  const caregivers = await groupCaregivers(ctx, escalations);
  const taken = escalations.map((escalation): Taken => {
    const caregiverIds = caregivers.get(escalation.patientId) ?? [];
    const people: People = { caregiverIds, notifiesAdmins: true, isUncovered: true };
    const { step, position } = escalation;
    return { escalation, step: step + 1, position, people, caregiverIds, isBetween: true };
  });
  await take(ctx, taken, now);
}

/** While waiting for the wearer: puts the alerts into the lists and notifies nobody. */
export async function showWaiting(ctx: Context, escalation: store.Escalation): Promise<People> {
  const [taken] = await chooseSteps(ctx, [escalation], escalation.raisedAt);
  const { people } = taken as Taken;
  await showAlerts(ctx, [{ ...(taken as Taken), people: withoutGuests(people), step: 0 }]);
  return people;
}

/** Puts a fall that joins a running escalation into the lists, with its own message. */
export async function showJoined(
  ctx: Context,
  escalation: store.Escalation,
  about: Pick<store.Escalation, 'fallId' | 'type' | 'severity' | 'message' | 'plan'>,
): Promise<People> {
  const caregivers = await store.listActiveCaregivers(ctx.db, [escalation.patientId]);
  const caregiverIds = caregivers.get(escalation.patientId) ?? [];
  const first = stepAt(about.plan, 0);
  const onDuty = await findPeopleOnDuty(ctx, listScheduleIds(first.to), ctx.now());
  const people = choosePeople(first, caregiverIds, onDuty);
  const { step, position } = escalation;
  await showAlerts(ctx, [{ escalation: { ...escalation, ...about }, step, position, people, caregiverIds }]);
  return people;
}

/** Nobody is notified yet: whoever is on duty gets the alert with the step. */
function withoutGuests({ caregiverIds, notifiesAdmins }: People): People {
  return { caregiverIds, notifiesAdmins };
}

function toAdvance({ escalation, step, position, people, isBetween }: Taken, now: string): store.Advance {
  const { plan, startedAt, dueAt, id } = escalation;
  const isForEverybody = people.isUncovered === true;
  const nowMs = Date.parse(now);
  const next = isBetween
    ? { position, dueAtMs: dueAt === null ? null : Date.parse(dueAt) }
    : findNextStep(plan, {
        position,
        startedAtMs: Date.parse(startedAt),
        dueAtMs: Date.parse(dueAt ?? now),
        nowMs,
      });
  const mustReach = plan.mustReach || (people.onDuty !== undefined && !isForEverybody);
  return {
    id,
    step,
    position: next.position,
    dueAt: next.dueAtMs === null ? null : new Date(next.dueAtMs).toISOString(),
    reachBy: mustReach ? new Date(nowMs + reachWithinMs).toISOString() : null,
    everybodyStep: isForEverybody ? step : null,
  };
}

function observeLateness(ctx: Context, taken: readonly Taken[], now: string): void {
  const lateness = ctx.metrics.histogram('alert_step_lateness_seconds');
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
