import { expect, test } from 'vitest';
import { createGathering } from './gathering.js';

/** Calls at a time that the test sets: how long the batch waits; it then starts with this many items. */
function openGathering() {
  let nowMs = 0;
  const gathering = createGathering(8, () => nowMs);
  const start = (atMs: number, toItems: (waitedMs: number) => number): number => {
    nowMs = atMs;
    const waitMs = gathering.computeWaitMs();
    nowMs += waitMs;
    gathering.noteStart(toItems(waitMs));
    return waitMs;
  };
  return start;
}

test('an item that comes alone does not wait', () => {
  const start = openGathering();
  for (let second = 0; second < 5; second += 1) expect(start(second * 1_000, () => 1)).toBe(0);
});

test('in a steady stream, batches start 8 ms apart', () => {
  const start = openGathering();
  const threeEachMs = (waitedMs: number): number => 3 * (1 + waitedMs);
  expect(start(0, threeEachMs)).toBe(0);
  for (let batch = 1; batch < 50; batch += 1) expect(start(batch * 8 - 7, threeEachMs)).toBe(7);
});

test('a millisecond or less is not worth a timer', () => {
  const start = openGathering();
  start(0, () => 100);
  expect(start(7.5, () => 100)).toBe(0);
});

test('where waiting collects little, nobody waits for a second', () => {
  const start = openGathering();
  const four = (): number => 4;
  start(0, four);
  // The only batch that waits.
  expect(start(1, four)).toBe(7);
  for (let atMs = 9; atMs < 1_008; atMs += 2) expect(start(atMs, four)).toBe(0);
  expect(start(1_009, four)).toBeGreaterThan(0);
});
