import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DetectedFall } from '../falls/recording.service.js';
import { recordFalls } from './carried-falls.js';

const fall = (userId: string, id: string): DetectedFall => ({ id, userId }) as DetectedFall;

test('falls of different people are recorded at once, those of one person in their order', async () => {
  const running = new Set<string>();
  const recorded: string[] = [];
  let most = 0;
  const people = Array.from({ length: 20 }, (_, index) => `person ${index}`);
  const falls = ['first', 'second'].flatMap((id) => people.map((person) => fall(person, id)));
  await recordFalls(falls, async ({ userId, id }) => {
    expect(running.has(userId)).toBe(false);
    running.add(userId);
    most = Math.max(most, running.size);
    await pause(1);
    running.delete(userId);
    recorded.push(`${userId}, ${id}`);
  });
  expect(most).toBe(6);
  expect(recorded).toHaveLength(40);
  for (const person of people)
    expect(recorded.filter((name) => name.startsWith(`${person},`))).toEqual([`${person}, first`, `${person}, second`]);
});

test('a failure is reported when nothing is running any more', async () => {
  let isRunning = false;
  const falls = [fall('slow', '1'), fall('broken', '1')];
  const recording = recordFalls(falls, async ({ userId }) => {
    if (userId === 'broken') throw new Error('refused');
    isRunning = true;
    await pause(20);
    isRunning = false;
  });
  await expect(recording).rejects.toThrow('refused');
  expect(isRunning).toBe(false);
});
