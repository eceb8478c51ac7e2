import { describe, expect, test } from 'vitest';
import { adminPlan, createDrillPlan, createFallPlan, createWellbeingPlan, findPlanProblem } from './plans.rules.js';

const everybody = ['CAREGIVERS', 'ADMINS'];
const settings = {
  steps: [
    { afterMs: 0, to: ['CAREGIVERS'] },
    { afterMs: 60_000, to: ['CAREGIVERS'] },
    { afterMs: 180_000, to: everybody },
  ],
  repeatEveryMs: 900_000,
  resolveWithinMs: 1_800_000,
};
const plan = createFallPlan(settings, false);

describe('plans', () => {
  test('an alert repeats until it is acknowledged and resolved', () => {
    expect(plan).toEqual({ steps: settings.steps, repeatEveryMs: 900_000, reopenAfterMs: 1_800_000, mustReach: true });
    expect(createFallPlan({ ...settings, resolveWithinMs: 0 }, false).reopenAfterMs).toBeNull();
  });

  test('a plan for everybody has all recipients in every step, at the same times', () => {
    expect(createFallPlan(settings, true).steps).toEqual([
      { afterMs: 0, to: everybody },
      { afterMs: 60_000, to: everybody },
      { afterMs: 180_000, to: everybody },
    ]);
  });

  test('a drill ends with its last step', () => {
    expect(createDrillPlan(settings)).toEqual({ ...plan, repeatEveryMs: null, reopenAfterMs: null });
  });

  test('a vital outside its limits follows the steps of a fall, and ends by itself', () => {
    expect(createWellbeingPlan(settings)).toEqual({ ...plan, reopenAfterMs: null, mustReach: false });
  });

  test('an alert for the admins to fix something repeats daily', () => {
    expect(adminPlan).toEqual({
      steps: [{ afterMs: 0, to: ['ADMINS'] }],
      repeatEveryMs: 86_400_000,
      reopenAfterMs: null,
      mustReach: false,
    });
  });
});

describe('a custom plan', () => {
  const last = { afterMs: 60_000, to: everybody };

  test('is accepted', () => {
    expect(findPlanProblem(settings.steps, [])).toBeUndefined();
    expect(findPlanProblem([{ afterMs: 0, to: ['a'] }, last], ['a', 'b'])).toBeUndefined();
    expect(findPlanProblem([{ afterMs: 0, to: ['ADMINS'] }], [])).toBeUndefined();
  });

  test.each([
    [[], /begin with a step after 0 seconds/],
    [[{ afterMs: 1, to: everybody }], /begin with a step after 0 seconds/],
    [
      [
        { afterMs: 0, to: ['CAREGIVERS'] },
        { afterMs: 0, to: everybody },
      ],
      /ascending/,
    ],
    [
      [
        { afterMs: 0, to: ['CAREGIVERS'] },
        { afterMs: 9, to: ['CAREGIVERS'] },
        { afterMs: 8, to: everybody },
      ],
      /ascending/,
    ],
    [
      [
        { afterMs: 0, to: everybody },
        { afterMs: 9, to: ['CAREGIVERS'] },
      ],
      /ADMINS in the last step/,
    ],
    [[{ afterMs: 0, to: ['z'] }, last], /caregivers of this patient; got z/],
    [
      [
        { afterMs: 0, to: ['CAREGIVERS'] },
        { afterMs: 9, to: ['ADMINS', 'z'] },
      ],
      /got z/,
    ],
  ])('%j is refused', (steps, problem) => {
    expect(findPlanProblem(steps, ['a'])).toMatch(problem);
  });
});
