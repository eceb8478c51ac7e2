import type { FallLevel } from '@fallwatch/detection';
import type { Config } from '../../config.js';
import type { Plan, PlanStep } from '../../platform/db/tables/alerts.js';
import { listScheduleIds } from '../schedules/schedules.rules.js';

export const toCaregivers = 'CAREGIVERS';
export const toAdmins = 'ADMINS';

export const escalationStates = ['WAITING', 'ESCALATING', 'HANDLED', 'CLOSED'] as const;
export type EscalationState = (typeof escalationStates)[number];

/**
 * A step must reach somebody within this time. The admins must have their alert within 5 s of the step, so 2 s are left
 * for it.
 */
export const reachWithinMs = 3_000;

/**
 * How long whoever is on duty may take to receive what another service has accepted: a text message, a call. A failed
 * delivery is not waited for.
 */
export const dutyReachWithinMs = 30_000;

/** Computed from the stored times, never stored. */
export function toState(escalation: {
  readonly step: number;
  readonly acknowledgedAt: string | null;
  readonly closedAt: string | null;
}): EscalationState {
  if (escalation.closedAt !== null) return 'CLOSED';
  if (escalation.acknowledgedAt !== null) return 'HANDLED';
  return escalation.step === 0 ? 'WAITING' : 'ESCALATING';
}

/** CONFIRMED alerts caregivers and admins at the first step. */
export function notifiesEverybody(level: FallLevel): boolean {
  return level === 'CONFIRMED';
}

export interface AskableFall {
  readonly status: FallLevel;
  /** The device reports that it can ask its wearer. Absent for falls that people report. */
  readonly canConfirm?: boolean | undefined;
  /** How late the reading with the fall arrived. Absent: it arrived at once. */
  readonly lateMs?: number | undefined;
}

type Windows = Pick<Config, 'fallConfirmationWindowMs' | 'fallConfirmationWindowConfirmedMs'>;

/**
 * How long the alert waits for the wearer's answer; 0 when the wearer is not asked. Only falls that the detector found
 * on a device that can ask. A fall that became known after this time does not wait any longer.
 */
export function computeWearerWaitMs({ status, canConfirm = false, lateMs = 0 }: AskableFall, windows: Windows): number {
  const windowMs = findWindowMs(status, windows);
  return canConfirm && lateMs < windowMs ? windowMs : 0;
}

/** A CONFIRMED fall never waits longer than another: an operator who has switched asking off has done so for all. */
function findWindowMs(level: FallLevel, windows: Windows): number {
  const { fallConfirmationWindowMs, fallConfirmationWindowConfirmedMs } = windows;
  if (level === 'CONFIRMED') return Math.min(fallConfirmationWindowMs, fallConfirmationWindowConfirmedMs);
  return level === 'POTENTIAL' || level === 'HIGH' ? fallConfirmationWindowMs : 0;
}

/**
 * When the first step of an escalation is due that is raised again. A wait for the wearer is never extended; it ends
 * earlier if the new level allows less time. Once people are being notified, nothing waits.
 */
export function computeRaisedDueAt(
  known: { readonly state: EscalationState; readonly dueAt: string | null },
  waitMs: number,
  now: string,
): string {
  if (waitMs === 0 || known.state !== 'WAITING' || known.dueAt === null) return now;
  return new Date(Math.min(Date.parse(known.dueAt), Date.parse(now) + waitMs)).toISOString();
}

/** The step at this position of the plan; past the end, the last step. */
export function stepAt(plan: Plan, position: number): PlanStep {
  return plan.steps[Math.min(position, plan.steps.length - 1)] as PlanStep;
}

export interface People {
  readonly caregiverIds: readonly string[];
  readonly notifiesAdmins: boolean;
  /** Caregivers and admins who are notified because they are on duty. Absent: the step names no schedule. */
  readonly onDuty?: readonly OnDuty[];
  /** Nobody is on duty: the step is for everybody. */
  readonly isUncovered?: true;
}

export interface OnDuty {
  readonly userId: string;
  readonly role: 'CAREGIVER' | 'ADMIN';
}

/**
 * The recipients of a step among the caregivers assigned now, and whoever is on duty. A step without recipients goes to
 * the admins; if none of its schedules has somebody on duty, it goes to everybody.
 */
export function choosePeople(
  step: PlanStep,
  activeCaregiverIds: readonly string[],
  onDutyBySchedule: ReadonlyMap<string, OnDuty> = new Map(),
): People {
  const scheduleIds = listScheduleIds(step.to);
  const onDuty = scheduleIds.flatMap((id) => onDutyBySchedule.get(id) ?? []);
  if (scheduleIds.length > 0 && onDuty.length === 0)
    return { caregiverIds: activeCaregiverIds, notifiesAdmins: true, isUncovered: true };
  const isForAll = step.to.includes(toCaregivers);
  const assigned = activeCaregiverIds.filter((id) => isForAll || step.to.includes(id));
  const guests = onDuty.filter(({ role }) => role === 'CAREGIVER').map(({ userId }) => userId);
  const caregiverIds = [...new Set([...assigned, ...guests])];
  const notifiesAdmins = step.to.includes(toAdmins) || (caregiverIds.length === 0 && onDuty.length === 0);
  return { caregiverIds, notifiesAdmins, ...(scheduleIds.length > 0 ? { onDuty } : {}) };
}

/** Whether the latest step of this plan that was taken notified somebody on duty. */
export function dependsOnDuty(plan: Plan, position: number): boolean {
  return position > 0 && listScheduleIds(stepAt(plan, position - 1).to).length > 0;
}

export interface Moment {
  /** The position of the step that has just been taken. */
  readonly position: number;
  readonly startedAtMs: number;
  /** When it was due. */
  readonly dueAtMs: number;
  readonly nowMs: number;
}

export interface Next {
  readonly position: number;
  readonly dueAtMs: number | null;
}

/**
 * Steps are due at their time after the start, however late the previous step was: none is skipped. Repetitions keep
 * their interval; those missed while no worker ran are skipped.
 */
export function findNextStep(plan: Plan, { position, startedAtMs, dueAtMs, nowMs }: Moment): Next {
  const following = plan.steps[position + 1];
  if (following) return { position: position + 1, dueAtMs: startedAtMs + following.afterMs };
  const last = { position: plan.steps.length };
  if (plan.repeatEveryMs === null) return { ...last, dueAtMs: null };
  const inRhythm = dueAtMs + plan.repeatEveryMs;
  return { ...last, dueAtMs: inRhythm > nowMs ? inRhythm : nowMs + plan.repeatEveryMs };
}

/** The last step of a plan is for everybody. An alert that was acknowledged but not resolved in time goes on there. */
export function lastPosition(plan: Plan): number {
  return plan.steps.length - 1;
}

/**
 * Whether the step at this position has a recipient that the steps before it did not have. Such a step need not wait
 * when they reached nobody.
 */
export function turnsToOthers(plan: Plan, position: number): boolean {
  const step = plan.steps[position];
  if (!step) return false;
  const asked = new Set(plan.steps.slice(0, position).flatMap(({ to }) => to));
  const isOther = (one: string): boolean => listScheduleIds([one]).length > 0 || !asked.has(toCaregivers);
  return step.to.some((one) => one !== toAdmins && !asked.has(one) && isOther(one));
}

/** The plan of an alert whose lead has released it: its first step goes to everybody that any of its steps names. */
export function withEverybodyFirst(plan: Plan): Plan {
  const everybody = [...new Set(plan.steps.flatMap(({ to }) => to))];
  return { ...plan, steps: plan.steps.map((step, index) => (index === 0 ? { ...step, to: everybody } : step)) };
}
