import type { FallLevel } from '@fallwatch/detection';
import type { Plan, PlanStep } from '../../platform/db/tables.js';

export const toCaregivers = 'CAREGIVERS';
export const toAdmins = 'ADMINS';

export const escalationStates = ['WAITING', 'ESCALATING', 'HANDLED', 'CLOSED'] as const;
export type EscalationState = (typeof escalationStates)[number];

/** How long a step may take to reach somebody. Five seconds after it, the admins must have their alert. */
export const reachWithinMs = 3_000;

/** Derived from what happened, as everything that time changes is. */
export function stateOf(escalation: {
  readonly step: number;
  readonly acknowledgedAt: string | null;
  readonly closedAt: string | null;
}): EscalationState {
  if (escalation.closedAt !== null) return 'CLOSED';
  if (escalation.acknowledgedAt !== null) return 'HANDLED';
  return escalation.step === 0 ? 'WAITING' : 'ESCALATING';
}

export interface PlanSettings {
  readonly steps: readonly PlanStep[];
  readonly repeatEveryMs: number;
  /** 0: an acknowledgement is enough. */
  readonly resolveWithinMs: number;
}

/** An alarm about a person goes on until somebody answers, and until it is resolved. */
export function alarmPlanOf({ steps, repeatEveryMs, resolveWithinMs }: PlanSettings, tellsEverybody: boolean): Plan {
  return {
    steps: tellsEverybody ? steps.map(({ afterMs }) => ({ afterMs, to: [toCaregivers, toAdmins] })) : steps,
    repeatEveryMs,
    reopenAfterMs: resolveWithinMs === 0 ? null : resolveWithinMs,
    mustReach: true,
  };
}

/** A drill takes the same way, once, and leaves nothing to resolve. */
export function drillPlanOf(settings: PlanSettings): Plan {
  return { ...alarmPlanOf(settings, false), repeatEveryMs: null, reopenAfterMs: null };
}

const hourMs = 3_600_000;

/** Something for the admins to put right: at once, then daily until it is. */
export const adminPlan: Plan = {
  steps: [{ afterMs: 0, to: [toAdmins] }],
  repeatEveryMs: 24 * hourMs,
  reopenAfterMs: null,
  mustReach: false,
};

/** The emergency protocol of the contract: everybody at once. */
export function tellsEverybody(level: FallLevel): boolean {
  return level === 'CONFIRMED';
}

/** Only where the device can ask, and never when the fall is certain. */
export function waitsForTheWearer(level: FallLevel, canConfirm: boolean): boolean {
  return canConfirm && (level === 'POTENTIAL' || level === 'HIGH');
}

/** The step at this place of the plan; past its end the last one, again and again. */
export function stepAt(plan: Plan, position: number): PlanStep {
  return plan.steps[Math.min(position, plan.steps.length - 1)] as PlanStep;
}

export interface People {
  readonly caregiverIds: readonly string[];
  readonly tellsAdmins: boolean;
}

/** Who a step is for, of those who look after the person now. A step that finds nobody goes to the admins. */
export function peopleOf(step: PlanStep, activeCaregiverIds: readonly string[]): People {
  const isForAll = step.to.includes(toCaregivers);
  const caregiverIds = activeCaregiverIds.filter((id) => isForAll || step.to.includes(id));
  return { caregiverIds, tellsAdmins: step.to.includes(toAdmins) || caregiverIds.length === 0 };
}

export interface Moment {
  /** The step that has just been taken. */
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
 * Steps are due at their time after the start, however late the one before was: none is skipped. Repetitions keep
 * their rhythm; those that were missed while nobody worked are not made up for.
 */
export function nextOf(plan: Plan, { position, startedAtMs, dueAtMs, nowMs }: Moment): Next {
  const following = plan.steps[position + 1];
  if (following) return { position: position + 1, dueAtMs: startedAtMs + following.afterMs };
  const last = { position: plan.steps.length };
  if (plan.repeatEveryMs === null) return { ...last, dueAtMs: null };
  const inRhythm = dueAtMs + plan.repeatEveryMs;
  return { ...last, dueAtMs: inRhythm > nowMs ? inRhythm : nowMs + plan.repeatEveryMs };
}

/** Acknowledged and not over in time: the last step, which is for everybody. */
export function reopenedPosition(plan: Plan): number {
  return plan.steps.length - 1;
}

/** Does the step at this place turn to somebody whom the steps before it did not? Then it need not wait. */
export function turnsToOthers(plan: Plan, position: number): boolean {
  const step = plan.steps[position];
  if (!step) return false;
  const asked = new Set(plan.steps.slice(0, position).flatMap(({ to }) => to));
  return step.to.some((one) => one !== toAdmins && !asked.has(one) && !asked.has(toCaregivers));
}

/** What is wrong with a plan that a person has written, in words; nothing when it is fine. */
export function planProblemOf(steps: readonly PlanStep[], caregiverIds: readonly string[]): string | undefined {
  if (steps[0]?.afterMs !== 0) return 'must begin with a step after 0 seconds';
  if (steps.some(({ afterMs }, index) => index > 0 && afterMs <= (steps[index - 1] as PlanStep).afterMs))
    return 'must have ascending times';
  if (!steps.at(-1)?.to.includes(toAdmins)) return 'must have ADMINS in the last step: somebody always hears of it';
  const stranger = steps
    .flatMap(({ to }) => to)
    .find((one) => one !== toCaregivers && one !== toAdmins && !caregiverIds.includes(one));
  return stranger && `must name CAREGIVERS, ADMINS or caregivers of this patient; got ${stranger}`;
}
