import { admins, type Step } from './planWords.js';

/** A step in the editor. The key keeps its fields together while steps are added and removed. */
export interface EditedStep extends Step {
  readonly key: number;
}

let lastKey = 0;

export function toEdited({ afterSeconds, to }: Step): EditedStep {
  lastKey += 1;
  return { key: lastKey, afterSeconds, to: [...to] };
}

/** Times that a person chooses from, in seconds. */
export const delays = [0, 30, 60, 120, 180, 300, 600, 900, 1_200, 1_800, 3_600];
export const repeats = [60, 120, 300, 600, 900, 1_800, 3_600];
export const silences = [300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400];

/** With the value that is set, even if it is none of the usual ones. */
export function withValue(usual: readonly number[], value: number): number[] {
  return usual.includes(value) ? [...usual] : [...usual, value].sort((one, other) => one - other);
}

/** The first time after the last step. */
export function nextDelay(steps: readonly EditedStep[]): number {
  const last = steps.at(-1)?.afterSeconds ?? 0;
  return delays.find((delay) => delay > last) ?? last + 60;
}

export type PlanProblem = 'nobody' | 'order';

/** Problems by the key of their step. */
export function findProblems(steps: readonly EditedStep[]): ReadonlyMap<number, PlanProblem> {
  const problems = new Map<number, PlanProblem>();
  for (const [place, step] of steps.entries()) {
    if (step.to.length === 0) problems.set(step.key, 'nobody');
    const before = steps[place - 1];
    if (before && step.afterSeconds <= before.afterSeconds) problems.set(step.key, 'order');
  }
  return problems;
}

/** The last step always alerts the admins, and the first one is at once. */
export function completeSteps(steps: readonly EditedStep[]): EditedStep[] {
  return steps.map((step, place) => ({
    ...step,
    afterSeconds: place === 0 ? 0 : step.afterSeconds,
    to: place === steps.length - 1 && !step.to.includes(admins) ? [...step.to, admins] : step.to,
  }));
}
