import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatcher } from './batch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The sizes of the batches, and a function that calls for `count` items and waits. */
function openBatcher() {
  const sizes: number[] = [];
  const work = createBatcher<number, number>({
    run: async (items) => {
      sizes.push(items.length);
      return items.map((value) => ({ status: 'fulfilled', value }));
    },
    maxItems: 100,
    maxInFlight: 4,
    maxWaiting: 100,
    apartMs: 8,
  });
  const call = async (count: number, thenWaitMs: number): Promise<void> => {
    for (let item = 0; item < count; item += 1) void work(item);
    await vi.advanceTimersByTimeAsync(thenWaitMs);
  };
  return { sizes, call };
}

test('an item that comes alone does not wait', async () => {
  const { sizes, call } = openBatcher();
  for (let second = 1; second <= 3; second += 1) {
    await call(1, 1);
    expect(sizes).toHaveLength(second);
    await call(0, 1_000);
  }
});

test('in a steady stream, batches start 8 ms apart', async () => {
  const { sizes, call } = openBatcher();
  for (let ms = 0; ms < 80; ms += 1) await call(3, 1);
  expect(sizes[0]).toBe(3);
  expect(sizes.length).toBeLessThanOrEqual(11);
  expect(Math.min(...sizes.slice(1))).toBeGreaterThanOrEqual(8);
});

test('where waiting collects little, nobody waits for a second', async () => {
  const { sizes, call } = openBatcher();
  await call(4, 1);
  // The only batch that waits.
  await call(4, 8);
  expect(sizes).toEqual([4, 4]);
  for (let round = 1; round <= 400; round += 1) {
    await call(4, 2);
    expect(sizes).toHaveLength(2 + round);
  }
});
