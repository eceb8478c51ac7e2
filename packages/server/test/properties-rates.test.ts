import { fallLevels } from '@fallwatch/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ScoreFacts, scorePerson } from '../src/features/scores/scores.rules.js';
import type { Pace, Turn } from '../src/platform/hot/hot-state.js';
import { createMemoryHotState } from '../src/platform/hot/memory.js';
import { newId } from '../src/platform/ids.js';

/** Rules that must hold for every value, each tested with 10,000 values. */
const runs = { numRuns: 10_000 };

interface Step {
  readonly waitMs: number;
  readonly key: string;
}
const steps = (longestMs: number) =>
  fc.array(
    fc.record({
      waitMs: fc.oneof(fc.constantFrom(0, 1, 199, 200, 799, 800, 999, 1_000), fc.nat(longestMs)),
      key: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 25 },
  );
const clock = {
  ms: 0,
  nowMs() {
    return this.ms;
  },
};
const request = (key: string) => ({ key, agoMs: 0, heldUpMs: 0, takesTurn: true });
// One for all runs: creating it costs more than a run. Each run has its own keys.
const hot = createMemoryHotState(clock);

describe('rate windows', () => {
  test('a window counts from its first hit and restarts after it has ended', async () => {
    await fc.assert(
      fc.asyncProperty(steps(3_000), fc.integer({ min: 1, max: 5_000 }), async (hits: Step[], windowMs) => {
        const run = newId();
        clock.ms = 1_000_000;
        const opened = new Map<string, number[]>();
        for (const { waitMs, key } of hits) {
          clock.ms += waitMs;
          const { count, resetAtMs } = await hot.countHit(run + key, windowMs);
          const [firstMs] = opened.get(key) ?? [];
          const isOver = firstMs === undefined || clock.ms - firstMs >= windowMs;
          const inWindow = isOver ? [clock.ms] : [...(opened.get(key) ?? []), clock.ms];
          opened.set(key, inWindow);
          expect({ count, resetAtMs }).toEqual({ count: inWindow.length, resetAtMs: (inWindow[0] ?? 0) + windowMs });
        }
      }),
      runs,
    );
  });
});

describe('the pace of a device', () => {
  test('a pace never allows more than its rate and one tolerance, and never refuses a device that keeps its rate', async () => {
    const paces = fc.record({
      intervalMs: fc.integer({ min: 1, max: 2_000 }),
      toleranceMs: fc.integer({ min: 0, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(steps(2_500), paces, async (turns: Step[], pace: Pace) => {
        const run = newId();
        clock.ms = 1_000_000;
        const allowed = new Map<string, number[]>();
        for (const { waitMs, key } of turns) {
          clock.ms += waitMs;
          const [{ isAllowed, nextAtMs }] = (await hot.takeTurns([request(run + key)], pace)) as [Turn];
          const before = allowed.get(key) ?? [];
          // The n-th turn after any earlier one is due n intervals after it, less one tolerance.
          const dueMs = Math.max(0, ...before.map((ms, n) => ms + (before.length - n) * pace.intervalMs));
          expect(isAllowed).toBe(clock.ms >= dueMs - pace.toleranceMs);
          if (isAllowed) allowed.set(key, [...before, clock.ms]);
          else expect(nextAtMs).toBe(dueMs - pace.toleranceMs);
        }
      }),
      runs,
    );
  });

  test('a device that sends once a second with up to 200 ms of jitter is never refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 25 }), async (jitters) => {
        const run = newId();
        clock.ms = 1_000_000;
        for (const [n, jitter] of jitters.entries()) {
          clock.ms = 1_000_000 + n * 1_000 + jitter;
          const [turn] = await hot.takeTurns([request(run)], { intervalMs: 1_000, toleranceMs: 200 });
          expect(turn?.isAllowed).toBe(true);
        }
      }),
      runs,
    );
  });
});

describe('health scores', () => {
  const nowMs = Date.parse('2026-01-31T12:00:00.000Z');
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
  const personal = fc.record({
    heartRate: maybe(fc.integer({ min: 1, max: 300 })),
    heartRateMean: maybe(fc.double({ min: 1, max: 300, noNaN: true })),
    heartRateVariance: maybe(fc.double({ min: 0, max: 5_000, noNaN: true })),
    spo2: maybe(fc.integer({ min: 1, max: 100 })),
    falls: fc.array(
      fc.record({
        status: fc.constantFrom(...fallLevels),
        createdAt: fc.nat(30 * 24).map((hours) => new Date(nowMs - hours * 3_600_000).toISOString()),
      }),
      { maxLength: 6 },
    ),
  });
  const troubles = fc.record({
    batteryLevel: maybe(fc.double({ min: 0, max: 100, noNaN: true })),
    sensorsInitialized: maybe(fc.boolean()),
  });
  const fine = { batteryLevel: null, sensorsInitialized: null };

  test('are whole numbers from 0 to 100, and the risk is 100 minus the score', () => {
    fc.assert(
      fc.property(personal, troubles, (person, device) => {
        const score = scorePerson({ ...person, ...device, lastSeen: null } as ScoreFacts, nowMs);
        expect(Number.isInteger(score.healthScore) && score.healthScore >= 0 && score.healthScore <= 100).toBe(true);
        expect(score.riskScore).toBe(100 - score.healthScore);
        if (score.basis === 'DATA') expect(score.isHighRisk).toBe(score.riskScore >= 75);
        else expect(score.isHighRisk).toBe(false);
      }),
      runs,
    );
  });

  test('a device’s troubles alone never make a person high risk', () => {
    fc.assert(
      fc.property(personal, troubles, (person, device) => {
        const withDevice = scorePerson({ ...person, ...device, lastSeen: null } as ScoreFacts, nowMs);
        const alone = scorePerson({ ...person, ...fine, lastSeen: null } as ScoreFacts, nowMs);
        expect(withDevice.isHighRisk).toBe(alone.isHighRisk);
      }),
      runs,
    );
  });
});
