import { describe, expect, test } from 'vitest';
import type { Plan } from '../../platform/db/tables/alerts.js';
import {
  choosePeople,
  findNextStep,
  lastPosition,
  notifiesEverybody,
  reachWithinMs,
  stepAt,
  toState,
  turnsToOthers,
  waitsForTheWearer,
} from './escalation.rules.js';

const everybody = ['CAREGIVERS', 'ADMINS'];
const plan: Plan = {
  steps: [
    { afterMs: 0, to: ['CAREGIVERS'] },
    { afterMs: 60_000, to: ['CAREGIVERS'] },
    { afterMs: 180_000, to: everybody },
  ],
  repeatEveryMs: 900_000,
  reopenAfterMs: 1_800_000,
  mustReach: true,
};

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
    expect(toState(escalation)).toBe(state);
  });
});

test('a step that reached nobody is detected early enough to alert the admins within 5 s', () => {
  expect(reachWithinMs).toBe(3_000);
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
  expect(notifiesEverybody(level)).toBe(tells);
});

describe('a step', () => {
  test('past the end of the plan repeats the last one', () => {
    expect([0, 1, 2, 3, 99].map((position) => stepAt(plan, position).afterMs)).toEqual([
      0, 60_000, 180_000, 180_000, 180_000,
    ]);
  });

  test('is for the caregivers who are assigned now', () => {
    expect(choosePeople({ afterMs: 0, to: ['CAREGIVERS'] }, ['a', 'b'])).toEqual({
      caregiverIds: ['a', 'b'],
      notifiesAdmins: false,
    });
    expect(choosePeople({ afterMs: 0, to: everybody }, ['a'])).toEqual({ caregiverIds: ['a'], notifiesAdmins: true });
    expect(choosePeople({ afterMs: 0, to: ['b', 'z'] }, ['a', 'b'])).toEqual({
      caregiverIds: ['b'],
      notifiesAdmins: false,
    });
    expect(choosePeople({ afterMs: 0, to: ['ADMINS'] }, ['a'])).toEqual({ caregiverIds: [], notifiesAdmins: true });
  });

  test('without recipients goes to the admins', () => {
    expect(choosePeople({ afterMs: 0, to: ['CAREGIVERS'] }, [])).toEqual({ caregiverIds: [], notifiesAdmins: true });
    expect(choosePeople({ afterMs: 0, to: ['z'] }, ['a'])).toEqual({ caregiverIds: [], notifiesAdmins: true });
  });
});

describe('the next step', () => {
  const started = { startedAtMs: 1_000 };

  test('is due at its time after the start, however late the previous step was', () => {
    expect(findNextStep(plan, { ...started, position: 0, dueAtMs: 1_000, nowMs: 500_000 })).toEqual({
      position: 1,
      dueAtMs: 61_000,
    });
    expect(findNextStep(plan, { ...started, position: 1, dueAtMs: 61_000, nowMs: 61_000 })).toEqual({
      position: 2,
      dueAtMs: 181_000,
    });
  });

  test('after the last one repeats at a fixed interval', () => {
    expect(findNextStep(plan, { ...started, position: 2, dueAtMs: 181_000, nowMs: 182_000 })).toEqual({
      position: 3,
      dueAtMs: 1_081_000,
    });
    expect(findNextStep(plan, { ...started, position: 3, dueAtMs: 1_081_000, nowMs: 1_083_000 })).toEqual({
      position: 3,
      dueAtMs: 1_981_000,
    });
  });

  test('missed repetitions are skipped', () => {
    expect(findNextStep(plan, { ...started, position: 3, dueAtMs: 1_000, nowMs: 901_000 })).toEqual({
      position: 3,
      dueAtMs: 1_801_000,
    });
    expect(findNextStep(plan, { ...started, position: 3, dueAtMs: 1_000, nowMs: 9_000_000 })).toEqual({
      position: 3,
      dueAtMs: 9_900_000,
    });
    expect(findNextStep(plan, { ...started, position: 3, dueAtMs: 1_000, nowMs: 900_999 })).toEqual({
      position: 3,
      dueAtMs: 901_000,
    });
  });

  test('is none at the end of a plan without repetition', () => {
    const drill: Plan = { ...plan, repeatEveryMs: null };
    expect(findNextStep(drill, { ...started, position: 2, dueAtMs: 0, nowMs: 0 })).toEqual({
      position: 3,
      dueAtMs: null,
    });
  });

  test('of an acknowledged alert that was not resolved in time is the last step, which is for everybody', () => {
    expect(lastPosition(plan)).toBe(2);
  });
});

describe('when a step reached nobody', () => {
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

  test('the next step is due at once if it is for somebody new', () => {
    expect([0, 1, 2, 3, 4, 5].map((position) => turnsToOthers(named, position))).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('a next step for the same people and somebody new is due at once', () => {
    const steps = [
      { afterMs: 0, to: ['a'] },
      { afterMs: 60_000, to: ['a', 'b'] },
    ];
    expect(turnsToOthers({ ...plan, steps }, 1)).toBe(true);
  });

  test('a next step for the same people, or for the admins, who are alerted anyway, keeps its time', () => {
    expect([1, 2, 3].map((position) => turnsToOthers(plan, position))).toEqual([false, false, false]);
  });
});
