import { expect, test } from 'vitest';
import { createBatcher } from './batch.js';

const fulfilled = <T>(value: T): PromiseSettledResult<T> => ({ status: 'fulfilled', value });
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const oneAtATime = { maxItems: 10, maxInFlight: 1, maxWaiting: 10 };

test('batches the calls of one event loop turn and settles each with its own result or error', async () => {
  const batches: (readonly number[])[] = [];
  const double = createBatcher<number, number>({
    run: async (items) => {
      batches.push(items);
      return items.map((item) =>
        item < 0 ? { status: 'rejected', reason: new Error(`no ${item}`) } : fulfilled(2 * item),
      );
    },
    ...oneAtATime,
  });
  const results = await Promise.allSettled([double(1), double(-1), double(2)]);
  expect(results).toEqual([fulfilled(2), { status: 'rejected', reason: new Error('no -1') }, fulfilled(4)]);
  expect(batches).toEqual([[1, -1, 2]]);
});

test('limits batches in flight, lets the next batch grow meanwhile, and refuses items when the queue is full', async () => {
  let release: () => void = () => {};
  const sizes: number[] = [];
  const work = createBatcher<number, number>({
    run: async (items) => {
      sizes.push(items.length);
      if (sizes.length === 1) await new Promise<void>((resolve) => (release = resolve));
      return items.map(fulfilled);
    },
    maxItems: 3,
    maxInFlight: 1,
    maxWaiting: 5,
  });
  const first = work(0);
  await nextTurn();
  const waiting = [1, 2, 3, 4, 5].map(work);
  await nextTurn();
  expect(sizes).toEqual([1]);
  await expect(work(6)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  release();
  expect(await Promise.all([first, ...waiting])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(sizes).toEqual([1, 3, 2]);
});

test('rests after each batch for as long as asked, but answers at once', async () => {
  const times: { began: number; ended: number }[] = [];
  const work = createBatcher<number, number>({
    run: async (items) => {
      const began = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      times.push({ began, ended: performance.now() });
      return items.map(fulfilled);
    },
    ...oneAtATime,
    restFactor: 3,
  });
  await work(1);
  const answeredAt = performance.now();
  await work(2);
  const [first, second] = times as [(typeof times)[0], (typeof times)[0]];
  expect(second.began - first.ended).toBeGreaterThanOrEqual(3 * 19);
  expect(answeredAt).toBeLessThan(second.began);
});

test('asks refused items to come back at different times', async () => {
  const work = createBatcher<number, number>({ run: () => new Promise(() => {}), ...oneAtATime, maxRetrySeconds: 5 });
  const all = Array.from({ length: 210 }, (_, item) => work(item).catch(({ retryAfterSeconds }) => retryAfterSeconds));
  const waits = await Promise.all(all.slice(10));
  expect(new Set(waits)).toEqual(new Set([1, 2, 3, 4, 5]));
});

test('rejects every item of a batch that fails as a whole, and continues with the next batch', async () => {
  let isBroken = true;
  const work = createBatcher<number, number>({
    run: async (items) => {
      if (isBroken) throw new Error('the whole');
      return items.map(fulfilled);
    },
    ...oneAtATime,
  });
  expect((await Promise.allSettled([work(1), work(2)])).map((result) => result.status)).toEqual([
    'rejected',
    'rejected',
  ]);
  isBroken = false;
  expect(await work(3)).toBe(3);
});

test('rejects an item for which the batch returned no result', async () => {
  const work = createBatcher<number, number>({ run: async () => [], maxItems: 1, maxInFlight: 1, maxWaiting: 1 });
  await expect(work(1)).rejects.toThrow('without a result');
});

test('refuses items that waited too long in the queue', async () => {
  let release: () => void = () => {};
  const work = createBatcher<number, number>({
    run: async (items) => {
      if (items[0] === 0) await new Promise<void>((resolve) => (release = resolve));
      return items.map(fulfilled);
    },
    ...oneAtATime,
    maxWaitMs: 50,
  });
  const first = work(0);
  await nextTurn();
  const expired = work(1);
  await new Promise((resolve) => setTimeout(resolve, 80));
  const patient = work(2);
  release();
  expect(await first).toBe(0);
  await expect(expired).rejects.toMatchObject({ status: 503 });
  expect(await patient).toBe(2);
});

test('refuses every item of a batch that takes too long, and starts the next one', async () => {
  const work = createBatcher<number, number>({
    run: (items) => (items[0] === 0 ? new Promise(() => {}) : Promise.resolve(items.map(fulfilled))),
    ...oneAtATime,
    maxRunMs: 50,
  });
  const hanging = work(0);
  await nextTurn();
  const next = work(1);
  await expect(hanging).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  expect(await next).toBe(1);
});

test('batches of a steady stream start apart', async () => {
  const startedAtMs: number[] = [];
  const work = createBatcher<number, number>({
    run: async (items) => {
      startedAtMs.push(performance.now());
      return items.map(fulfilled);
    },
    ...oneAtATime,
    apartMs: 400,
  });
  await work(1);
  await work(2);
  const [first = 0, second = 0] = startedAtMs;
  // On a busy machine some time passes between the start of a batch and its work.
  expect(second - first).toBeGreaterThan(200);
});
