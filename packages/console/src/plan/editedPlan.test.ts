import { expect, test } from 'vitest';
import { completeSteps, findProblems, nextDelay, toEdited, withValue } from './editedPlan.js';

const steps = (...given: [number, string[]][]) => given.map(([afterSeconds, to]) => toEdited({ afterSeconds, to }));

test('the first step is at once, the last one alerts the admins', () => {
  const completed = completeSteps(steps([30, ['CAREGIVERS']], [60, ['CAREGIVERS']]));
  expect(completed.map(({ afterSeconds, to }) => [afterSeconds, to])).toEqual([
    [0, ['CAREGIVERS']],
    [60, ['CAREGIVERS', 'ADMINS']],
  ]);
  expect(completeSteps(steps([0, ['ADMINS']]))[0]?.to).toEqual(['ADMINS']);
});

test('a step for nobody, and one that is not later than the step before', () => {
  const [first, second, third] = steps([0, ['CAREGIVERS']], [60, []], [60, ['ADMINS']]);
  if (!first || !second || !third) throw new Error('three steps');
  expect([...findProblems([first, second, third])]).toEqual([
    [second.key, 'nobody'],
    [third.key, 'order'],
  ]);
});

test('a new step comes after the last one; a value that is set can be chosen', () => {
  expect(nextDelay(steps([0, []], [180, []]))).toBe(300);
  expect(nextDelay(steps([3_600, []]))).toBe(3_660);
  expect(withValue([60, 300], 90)).toEqual([60, 90, 300]);
  expect(withValue([60, 300], 60)).toEqual([60, 300]);
});
