import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.js';

test('runs once more for all calls made meanwhile, never concurrently', async () => {
  const seen: number[] = [];
  let [running, most] = [0, 0];
  const work = oneAtATime(async (argument: number) => {
    running += 1;
    most = Math.max(most, running);
    seen.push(argument);
    await pause(10);
    running -= 1;
  });
  await Promise.all([work(1), work(2), work(3)]);
  await work(4);
  expect({ seen, most }).toEqual({ seen: [1, 3, 4], most: 1 });
});

test('runs again after a failure', async () => {
  let calls = 0;
  const work = oneAtATime(async () => {
    calls += 1;
    if (calls === 1) throw new Error('no');
  });
  await expect(work(undefined)).rejects.toThrow('no');
  await work(undefined);
  expect(calls).toBe(2);
});
