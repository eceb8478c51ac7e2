import type { Plan, PlanStep } from '../../platform/db/tables/alerts.js';
import { toAdmins, toCaregivers } from '../escalation/escalation.rules.js';
import { listScheduleIds } from '../schedules/schedules.rules.js';

export interface PlanSettings {
  readonly steps: readonly PlanStep[];
  readonly repeatEveryMs: number;
  /** 0: an acknowledgement is enough, no outcome is needed. */
  readonly resolveWithinMs: number;
}

/** Repeats until somebody acknowledges, and starts again if it is not resolved in time. */
export function createFallPlan({ steps, repeatEveryMs, resolveWithinMs }: PlanSettings, isForEverybody: boolean): Plan {
  return {
    steps: isForEverybody ? steps.map(({ afterMs }) => ({ afterMs, to: [toCaregivers, toAdmins] })) : steps,
    repeatEveryMs,
    reopenAfterMs: resolveWithinMs === 0 ? null : resolveWithinMs,
    mustReach: true,
  };
}

/** A drill runs through the same steps once. Nothing has to be resolved. */
export function createDrillPlan(settings: PlanSettings): Plan {
  return { ...createFallPlan(settings, false), repeatEveryMs: null, reopenAfterMs: null };
}

/**
 * For a vital outside its limits and a missed check-in: the steps of a fall, until somebody acknowledges. It ends by
 * itself, and falls come before it.
 */
export function createWellbeingPlan(settings: PlanSettings): Plan {
  return { ...createFallPlan(settings, false), reopenAfterMs: null, mustReach: false };
}

const hourMs = 3_600_000;

/** For problems that the admins must fix: at once, then daily until fixed. */
export const adminPlan: Plan = {
  steps: [{ afterMs: 0, to: [toAdmins] }],
  repeatEveryMs: 24 * hourMs,
  reopenAfterMs: null,
  mustReach: false,
};

/** What is wrong with a custom plan, as text for its author; undefined when it is valid. */
export function findPlanProblem(
  steps: readonly PlanStep[],
  caregiverIds: readonly string[],
  scheduleIds: readonly string[] = [],
): string | undefined {
  if (steps[0]?.afterMs !== 0) return 'must begin with a step after 0 seconds';
  if (steps.some(({ afterMs }, index) => index > 0 && afterMs <= (steps[index - 1] as PlanStep).afterMs))
    return 'must have ascending times';
  if (!steps.at(-1)?.to.includes(toAdmins)) return 'must have ADMINS in the last step: somebody always hears of it';
  const stranger = steps
    .flatMap(({ to }) => to)
    .find(
      (one) =>
        one !== toCaregivers &&
        one !== toAdmins &&
        !caregiverIds.includes(one) &&
        !listScheduleIds([one]).some((id) => scheduleIds.includes(id)),
    );
  return (
    stranger && `must name CAREGIVERS, ADMINS, schedules (SCHEDULE:id) or caregivers of this patient; got ${stranger}`
  );
}
