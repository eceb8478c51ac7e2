import { describe, expect, test } from 'vitest';
import type { Plan } from '../../platform/db/tables/alerts.js';
import {
  choosePeople,
  computeRaisedDueAt,
  computeWearerWaitMs,
  dependsOnDuty,
  findNextStep,
  lastPosition,
  notifiesEverybody,
  reachWithinMs,
  stepAt,
  toState,
  turnsToOthers,
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

const windows = { fallConfirmationWindowMs: 30_000, fallConfirmationWindowConfirmedMs: 15_000 };

describe('the wait for the wearer', () => {
  test.each([
    ['NO_FALL', 0, false],
    ['SUSPICIOUS', 0, false],
    ['POTENTIAL', 30_000, false],
    ['HIGH', 30_000, false],
    ['CONFIRMED', 15_000, true],
  ] as const)('of %s takes %i ms, and everybody is notified then: %s', (status, waitMs, tells) => {
    expect(computeWearerWaitMs({ status, canConfirm: true }, windows)).toBe(waitMs);
    expect(computeWearerWaitMs({ status, canConfirm: false }, windows)).toBe(0);
    expect(computeWearerWaitMs({ status }, windows)).toBe(0);
    expect(notifiesEverybody(status)).toBe(tells);
  });

  test.each([
    ['HIGH', 29_999, 30_000],
    ['HIGH', 30_000, 0],
    ['CONFIRMED', 14_999, 15_000],
    ['CONFIRMED', 15_000, 0],
  ] as const)('of %s that became known %i ms late is %i ms', (status, lateMs, waitMs) => {
    expect(computeWearerWaitMs({ status, canConfirm: true, lateMs }, windows)).toBe(waitMs);
  });

  test.each([
    [30_000, 0, 30_000, 0],
    [0, 15_000, 0, 0],
    [10_000, 15_000, 10_000, 10_000],
  ])('with the settings %i and %i is %i for HIGH and %i for CONFIRMED', (all, confirmed, high, clear) => {
    const set = { fallConfirmationWindowMs: all, fallConfirmationWindowConfirmedMs: confirmed };
    expect(computeWearerWaitMs({ status: 'HIGH', canConfirm: true }, set)).toBe(high);
    expect(computeWearerWaitMs({ status: 'CONFIRMED', canConfirm: true }, set)).toBe(clear);
  });
});

describe('an escalation that is raised again', () => {
  const [now, in10s, in15s, in20s] = [0, 10_000, 15_000, 20_000].map((ms) => new Date(ms).toISOString()) as [
    string,
    string,
    string,
    string,
  ];

  test.each([
    ['ends its wait earlier', 'WAITING', in20s, 15_000, in15s],
    ['does not extend its wait', 'WAITING', in10s, 15_000, in10s],
    ['ends a wait without a window at once', 'WAITING', in20s, 0, now],
    ['does not wait once people are notified', 'ESCALATING', in20s, 15_000, now],
    ['does not wait after an acknowledgement', 'HANDLED', in20s, 15_000, now],
    ['does not wait after “I’m OK”', 'CLOSED', null, 15_000, now],
    ['does not wait without a time', 'WAITING', null, 15_000, now],
  ] as const)('%s', (_, state, dueAt, waitMs, expected) => {
    expect(computeRaisedDueAt({ state, dueAt }, waitMs, now)).toBe(expected);
  });
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

  test('whoever is on duty, once; everybody if nobody is', () => {
    const guest = { userId: 'g', role: 'CAREGIVER' } as const;
    const boss = { userId: 'x', role: 'ADMIN' } as const;
    const onDuty = new Map<string, typeof guest | typeof boss>([
      ['night', guest],
      ['day', guest],
      ['office', boss],
    ]);
    const choose = (...to: string[]) => choosePeople({ afterMs: 0, to }, ['a', 'b'], onDuty);
    expect(choose('SCHEDULE:night', 'SCHEDULE:day', 'b')).toEqual({
      caregiverIds: ['b', 'g'],
      notifiesAdmins: false,
      onDuty: [guest, guest],
    });
    expect(choose('SCHEDULE:office')).toEqual({ caregiverIds: [], notifiesAdmins: false, onDuty: [boss] });
    expect(choose('SCHEDULE:none', 'SCHEDULE:night').caregiverIds).toEqual(['g']);
    expect(choose('SCHEDULE:none')).toEqual({ caregiverIds: ['a', 'b'], notifiesAdmins: true, isUncovered: true });
  });

  test('a step that was taken depends on the duty if it names a schedule', () => {
    const duty: Plan = {
      ...plan,
      steps: [
        { afterMs: 0, to: ['SCHEDULE:s'] },
        { afterMs: 9, to: ['ADMINS'] },
      ],
    };
    expect([0, 1, 2].map((position) => dependsOnDuty(duty, position))).toEqual([false, true, false]);
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
