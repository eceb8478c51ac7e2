import { describe, expect, test } from 'vitest';
import { type PersonalTrial, simulateLearning, simulatePerson } from '../study/learning.js';

const trials = (fall: boolean, ...confidences: number[]): PersonalTrial[] =>
  confidences.map((confidence) => ({ confidence, fall }));
const fiveFalse = trials(false, 0.52, 0.58, 0.55, 0.6, 0.51);

describe('one person', () => {
  test('a threshold withholds from the sixth weak alert on, falls too', () => {
    expect(simulatePerson([...fiveFalse, ...trials(false, 0.56, 0.4, 0.62, 0.8), ...trials(true, 0.59, 0.9)])).toEqual({
      people: 1,
      withThreshold: 1,
      alerts: 10,
      falseAlerts: 8,
      avoided: 1,
      falls: 2,
      alertedFalls: 2,
      withheldFalls: 1,
    });
  });

  test('a weak fall among the answers prevents a threshold', () => {
    const person = simulatePerson([...trials(true, 0.55), ...fiveFalse, ...trials(false, 0.55)]);
    expect(person).toMatchObject({ withThreshold: 0, avoided: 0, withheldFalls: 0, alertedFalls: 1 });
  });

  test('with four false alarms nothing changes', () => {
    const person = simulatePerson([...fiveFalse.slice(1), ...trials(true, 0.55)]);
    expect(person).toMatchObject({ withThreshold: 0, withheldFalls: 0, alerts: 5 });
  });
});

test('the figures are sums over people and repeats, the same for the same seed', () => {
  const people = new Map([
    ['a', [...fiveFalse, ...fiveFalse, ...trials(true, 0.57, 0.95)]],
    ['b', trials(true, 0.9, 0.4)],
  ]);
  const run = (seed: number) => simulateLearning(people, { seed, repeats: 20 });
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
  expect(run(1)).toMatchObject({ people: 40, alerts: 260, falseAlerts: 200, falls: 80, alertedFalls: 60 });
  // In some orders the weak fall comes first and prevents the threshold, in others it is withheld.
  expect(run(1).withheldFalls).toBeGreaterThan(0);
  expect(run(1).withheldFalls).toBeLessThan(20);
});
