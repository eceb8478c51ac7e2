import { describe, expect, test } from 'vitest';
import type { Plan } from '../../platform/db/tables.js';
import {
  adminPlan,
  alarmPlanOf,
  drillPlanOf,
  nextOf,
  peopleOf,
  planProblemOf,
  reachWithinMs,
  reopenedPosition,
  stateOf,
  stepAt,
  tellsEverybody,
  turnsToOthers,
  waitsForTheWearer,
} from './escalation.rules.js';

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
const plan = alarmPlanOf(settings, false);

describe('the state', () => {
  test.each([
    ['WAITING', { step: 0, acknowledgedAt: null, closedAt: null }],
    ['ESCALATING', { step: 1, acknowledgedAt: null, closedAt: null }],
    ['ESCALATING', { step: 7, acknowledgedAt: null, closedAt: null }],
    ['HANDLED', { step: 1, acknowledgedAt: 'then', closedAt: null }],
    ['HANDLED', { step: 0, acknowledgedAt: 'then', closedAt: null }],
    ['CLOSED', { step: 2, acknowledgedAt: 'then', closedAt: 'later' }],
    ['CLOSED', { step: 0, acknowledgedAt: null, closedAt: 'later' }],
  ])('is %s', (state, escalation) => {
    expect(stateOf(escalation)).toBe(state);
  });
});

describe('plans', () => {
  test('an alarm goes on until it is answered and resolved', () => {
    expect(plan).toEqual({ steps: settings.steps, repeatEveryMs: 900_000, reopenAfterMs: 1_800_000, mustReach: true });
    expect(alarmPlanOf({ ...settings, resolveWithinMs: 0 }, false).reopenAfterMs).toBeNull();
  });

  test('for everybody, every step is, at the same times', () => {
    expect(alarmPlanOf(settings, true).steps).toEqual([
      { afterMs: 0, to: everybody },
      { afterMs: 60_000, to: everybody },
      { afterMs: 180_000, to: everybody },
    ]);
  });

  test('a drill ends with its last step', () => {
    expect(drillPlanOf(settings)).toEqual({ ...plan, repeatEveryMs: null, reopenAfterMs: null });
  });

  test('what the admins must put right comes back daily', () => {
    expect(adminPlan).toEqual({
      steps: [{ afterMs: 0, to: ['ADMINS'] }],
      repeatEveryMs: 86_400_000,
      reopenAfterMs: null,
      mustReach: false,
    });
  });

  test('nobody reached is noticed in time to tell the admins within five seconds', () => {
    expect(reachWithinMs).toBe(3_000);
  });
});

test.each([
  ['NO_FALL', false, false],
  ['SUSPICIOUS', false, false],
  ['POTENTIAL', true, false],
  ['HIGH', true, false],
  ['CONFIRMED', false, true],
] as const)('%s waits for the wearer: %s, tells everybody: %s', (level, waits, tells) => {
  expect(waitsForTheWearer(level, true)).toBe(waits);
  expect(waitsForTheWearer(level, false)).toBe(false);
  expect(tellsEverybody(level)).toBe(tells);
});

describe('a step', () => {
  test('past the end of the plan is the last one again', () => {
    expect([0, 1, 2, 3, 99].map((position) => stepAt(plan, position).afterMs)).toEqual([
      0, 60_000, 180_000, 180_000, 180_000,
    ]);
  });

  test('is for those who look after the person now', () => {
    expect(peopleOf({ afterMs: 0, to: ['CAREGIVERS'] }, ['a', 'b'])).toEqual({
      caregiverIds: ['a', 'b'],
      tellsAdmins: false,
    });
    expect(peopleOf({ afterMs: 0, to: everybody }, ['a'])).toEqual({ caregiverIds: ['a'], tellsAdmins: true });
    expect(peopleOf({ afterMs: 0, to: ['b', 'z'] }, ['a', 'b'])).toEqual({ caregiverIds: ['b'], tellsAdmins: false });
    expect(peopleOf({ afterMs: 0, to: ['ADMINS'] }, ['a'])).toEqual({ caregiverIds: [], tellsAdmins: true });
  });

  test('that finds nobody goes to the admins', () => {
    expect(peopleOf({ afterMs: 0, to: ['CAREGIVERS'] }, [])).toEqual({ caregiverIds: [], tellsAdmins: true });
    expect(peopleOf({ afterMs: 0, to: ['z'] }, ['a'])).toEqual({ caregiverIds: [], tellsAdmins: true });
  });
});

describe('what is next', () => {
  const started = { startedAtMs: 1_000 };

  test('is the following step at its time after the start, however late this one was', () => {
    expect(nextOf(plan, { ...started, position: 0, dueAtMs: 1_000, nowMs: 500_000 })).toEqual({
      position: 1,
      dueAtMs: 61_000,
    });
    expect(nextOf(plan, { ...started, position: 1, dueAtMs: 61_000, nowMs: 61_000 })).toEqual({
      position: 2,
      dueAtMs: 181_000,
    });
  });

  test('after the last is a repetition in the same rhythm', () => {
    expect(nextOf(plan, { ...started, position: 2, dueAtMs: 181_000, nowMs: 182_000 })).toEqual({
      position: 3,
      dueAtMs: 1_081_000,
    });
    expect(nextOf(plan, { ...started, position: 3, dueAtMs: 1_081_000, nowMs: 1_083_000 })).toEqual({
      position: 3,
      dueAtMs: 1_981_000,
    });
  });

  test('those that were missed are not made up for', () => {
    expect(nextOf(plan, { ...started, position: 3, dueAtMs: 1_000, nowMs: 901_000 })).toEqual({
      position: 3,
      dueAtMs: 1_801_000,
    });
    expect(nextOf(plan, { ...started, position: 3, dueAtMs: 1_000, nowMs: 9_000_000 })).toEqual({
      position: 3,
      dueAtMs: 9_900_000,
    });
    expect(nextOf(plan, { ...started, position: 3, dueAtMs: 1_000, nowMs: 900_999 })).toEqual({
      position: 3,
      dueAtMs: 901_000,
    });
  });

  test('is nothing where the plan ends', () => {
    const drill: Plan = drillPlanOf(settings);
    expect(nextOf(drill, { ...started, position: 2, dueAtMs: 0, nowMs: 0 })).toEqual({ position: 3, dueAtMs: null });
  });

  test('for what was answered and is not over is the last step, which is for everybody', () => {
    expect(reopenedPosition(plan)).toBe(2);
  });
});

describe('nobody reached', () => {
  const named: Plan = {
    ...plan,
    steps: [
      { afterMs: 0, to: ['a'] },
      { afterMs: 60_000, to: ['b'] },
      { afterMs: 120_000, to: ['a', 'ADMINS'] },
      { afterMs: 180_000, to: ['CAREGIVERS'] },
      { afterMs: 240_000, to: ['c'] },
    ],
  };

  test('the next step need not wait if it turns to somebody else', () => {
    expect([0, 1, 2, 3, 4, 5].map((position) => turnsToOthers(named, position))).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('asking the same people again, or the admins, who were told anyway, keeps its time', () => {
    expect([1, 2, 3].map((position) => turnsToOthers(plan, position))).toEqual([false, false, false]);
  });
});

describe('a plan that a person has written', () => {
  const last = { afterMs: 60_000, to: everybody };

  test('is fine', () => {
    expect(planProblemOf(settings.steps, [])).toBeUndefined();
    expect(planProblemOf([{ afterMs: 0, to: ['a'] }, last], ['a', 'b'])).toBeUndefined();
    expect(planProblemOf([{ afterMs: 0, to: ['ADMINS'] }], [])).toBeUndefined();
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
    expect(planProblemOf(steps, ['a'])).toMatch(problem);
  });
});
