import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.js';

const options = { maxInFlight: 3, maxWaitMs: 10_000, refusal: 'Too much at once' };

/** Work that records when it runs. */
function recorder() {
  const started: string[] = [];
  let [running, most] = [0, 0];
  const work =
    (name: string, ms = 10) =>
    async (): Promise<string> => {
      started.push(name);
      running += 1;
      most = Math.max(most, running);
      await pause(ms);
      running -= 1;
      return name;
    };
  return { work, started, most: () => most };
}

test('runs work of one key sequentially, in order', async () => {
  const [inTurn, { work, started, most }] = [createTurns(options), recorder()];
  const names = ['a', 'b', 'c', 'd'];
  const results = await Promise.all(names.map((name, index) => inTurn('ann', work(name, 20 - 5 * index))));
  expect({ results, started, most: most() }).toEqual({ results: names, started: names, most: 1 });
});

test('runs work of different keys concurrently, up to a limit', async () => {
  const [inTurn, { work, most }] = [createTurns(options), recorder()];
  await Promise.all(['ann', 'bob', 'cleo', 'dan', 'eve'].map((key) => inTurn(key, work(key))));
  expect(most()).toBe(3);
});

test('a new key is next, however much work of other keys is waiting', async () => {
  const [inTurn, { work, started }] = [createTurns({ ...options, maxInFlight: 1 }), recorder()];
  const floods = ['eve', 'mallory'].flatMap((key) => Array.from({ length: 20 }, () => inTurn(key, work(key, 1))));
  const victim = inTurn('ann', work('ann', 1));
  await Promise.all([...floods, victim]);
  expect(started.slice(0, 5)).toEqual(['eve', 'mallory', 'ann', 'eve', 'mallory']);
  expect(started).toHaveLength(41);
});

test('failed work does not stop the work after it', async () => {
  const inTurn = createTurns(options);
  const failing = inTurn('ann', async () => {
    throw new Error('no');
  });
  const next = inTurn('ann', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('refuses work that waits too long, and leaves no state behind', async () => {
  const inTurn = createTurns({ ...options, maxWaitMs: 30 });
  let release: (value: string) => void = () => {};
  const hanging = inTurn('ann', () => new Promise<string>((resolve) => (release = resolve)));
  await expect(inTurn('ann', async () => 'never')).rejects.toMatchObject({ status: 503, message: 'Too much at once' });
  expect(await inTurn('bob', async () => 'other')).toBe('other');
  release('late');
  expect(await hanging).toBe('late');
  expect(await inTurn('ann', async () => 'next')).toBe('next');
});
