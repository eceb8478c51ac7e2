import { fallLevels, levelOf } from '@fallwatch/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceNameOf, statusOf } from '../src/features/devices/devices.rules.js';
import { personScoreOf, type ScoreFacts } from '../src/features/scores/scores.rules.js';
import type { Pace, Turn } from '../src/platform/hot/hot-state.js';
import { createMemoryHotState } from '../src/platform/hot/memory.js';
import { pageOf, replyPage } from '../src/platform/http/pagination.js';
import { newId } from '../src/platform/ids.js';
import { macAddressOf } from '../src/platform/mac.js';

/** Rules that must hold for every value, each tried 10,000 times. */
const runs = { numRuns: 10_000 };
const confidence = fc.double({ min: 0, max: 1, noNaN: true });

describe('levels', () => {
  /** Ten-thousandths, so that the table can be written in whole numbers. */
  const ceilings = [3_000, 5_000, 7_000, 8_900, 10_000];

  test('are the first whose ceiling is not below the confidence, rounded to four decimals', () => {
    fc.assert(
      fc.property(confidence, (value) => {
        const points = Math.round(value * 10_000);
        expect(levelOf(value)).toBe(fallLevels[ceilings.findIndex((ceiling) => points <= ceiling)]);
      }),
      runs,
    );
  });

  test('agree with the ranges of the contract at every hundredth, and with the higher one in a gap', () => {
    const ranges = [
      [0, 30],
      [31, 50],
      [51, 70],
      [71, 89],
      [90, 100],
    ];
    fc.assert(
      fc.property(fc.nat(1_000), (thousandths) => {
        const hundredth = Math.ceil(thousandths / 10);
        const expected = ranges.findIndex(([from = 0, to = 0]) => hundredth >= from && hundredth <= to);
        expect(levelOf(thousandths / 1_000)).toBe(fallLevels[expected]);
      }),
      runs,
    );
  });

  test('never fall while the confidence rises', () => {
    fc.assert(
      fc.property(confidence, confidence, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        return fallLevels.indexOf(levelOf(low)) <= fallLevels.indexOf(levelOf(high));
      }),
      runs,
    );
  });
});

describe('MAC addresses', () => {
  const octets = fc.uint8Array({ minLength: 6, maxLength: 6 });
  const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const forms: ((hex: string) => string)[] = [
    (hex) => hex,
    (hex) => hex.replace(/(..)(?=.)/g, '$1:'),
    (hex) => hex.replace(/(..)(?=.)/g, '$1-'),
    (hex) => hex.replace(/(....)(?=.)/g, '$1.'),
  ];
  const randomCase = (text: string, bits: number): string =>
    [...text].map((letter, n) => ((bits >> n) & 1 ? letter.toUpperCase() : letter)).join('');

  test('every form and case of the same six octets is the same address', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom(...forms), fc.nat(2 ** 17), (bytes, form, bits) => {
        const expected = [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
        expect(macAddressOf(randomCase(form(hexOf(bytes)), bits))).toBe(expected);
        expect(macAddressOf(expected)).toBe(expected);
        expect(deviceNameOf(expected)).toBe(`Wearable ${expected.slice(12)}`);
      }),
      runs,
    );
  });

  test('anything else is none', () => {
    const damage = fc.record({
      at: fc.nat(16),
      by: fc.constantFrom('', 'g', ' ', ':', '-', '.', '\n', '00', 'é', '٣'),
    });
    fc.assert(
      fc.property(octets, fc.constantFrom(...forms), damage, (bytes, form, { at, by }) => {
        const whole = form(hexOf(bytes));
        const damaged = whole.slice(0, at) + by + whole.slice(at + 1);
        const isStillOne =
          forms.some((other) => damaged === other(damaged.replace(/[^0-9a-f]/g, ''))) &&
          /^([^0-9a-f]*[0-9a-f]){12}$/.test(damaged);
        expect(macAddressOf(damaged) !== undefined).toBe(isStillOne);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = macAddressOf(text);
        return found === undefined || /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(found);
      }),
      runs,
    );
  });
});

describe('device status', () => {
  const thresholds = { deviceInactiveAfterMs: 30 * 60_000, deviceOfflineAfterMs: 24 * 3_600_000 };
  const seenAtMs = Date.parse('2026-01-31T12:00:00.000Z');
  const near = (ms: number) => fc.integer({ min: ms - 3, max: ms + 3 });
  const age = fc.oneof(near(30 * 60_000), near(24 * 3_600_000), near(0), fc.nat(3 * 24 * 3_600_000));

  test('goes by age alone, unless disabled or never seen', () => {
    fc.assert(
      fc.property(age, fc.boolean(), fc.boolean(), (ms, isDisabled, isSeen) => {
        const lastSeen = isSeen ? new Date(seenAtMs).toISOString() : null;
        const disabledAt = isDisabled ? '2026-01-01T00:00:00.000Z' : null;
        const byAge = ms < 1_800_000 ? 'ACTIVE' : ms < 86_400_000 ? 'INACTIVE' : 'OFFLINE';
        const expected = isDisabled ? 'DISABLED' : isSeen ? byAge : 'UNREGISTERED';
        expect(statusOf({ disabledAt, lastSeen }, seenAtMs + ms, thresholds)).toBe(expected);
      }),
      runs,
    );
  });
});

describe('pages', () => {
  test('have a limit of at most 100 and tell the truth about themselves', () => {
    const query = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      limit: fc.integer({ min: 1, max: 2 ** 40 }),
    });
    fc.assert(
      fc.property(query, fc.nat(10_000_000), (asked, total) => {
        const { offset } = pageOf(asked);
        const { pagination } = replyPage(asked, { rows: [], total });
        expect(pagination.page).toBe(asked.page);
        expect(pagination.limit).toBe(asked.limit > 100 ? 100 : asked.limit);
        expect(offset).toBe((asked.page - 1) * pagination.limit);
        expect(pagination.total).toBe(total);
        // Enough pages for all rows, and not one more.
        expect(pagination.totalPages * pagination.limit).toBeGreaterThanOrEqual(total);
        expect((pagination.totalPages - 1) * pagination.limit).toBeLessThan(Math.max(total, 1));
        expect(pagination.totalPages === 0).toBe(total === 0);
      }),
      runs,
    );
  });
});

describe('rate windows', () => {
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
  // One for all: making it costs more than a run. Each run has keys of its own.
  const hot = createMemoryHotState(clock);

  test('a window counts from its first hit and opens anew when it has ended', async () => {
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

  test('a pace never lets more through than its rate and one tolerance allow, and never stops an honest device', async () => {
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
          const [{ isAllowed, nextAtMs }] = (await hot.takeTurns([run + key], pace)) as [Turn];
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
          const [turn] = await hot.takeTurns([run], { intervalMs: 1_000, toleranceMs: 200 });
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

  test('are whole numbers from 0 to 100, and the risk is what is left', () => {
    fc.assert(
      fc.property(personal, troubles, (person, device) => {
        const score = personScoreOf({ ...person, ...device, lastSeen: null } as ScoreFacts, nowMs);
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
        const withDevice = personScoreOf({ ...person, ...device, lastSeen: null } as ScoreFacts, nowMs);
        const alone = personScoreOf({ ...person, ...fine, lastSeen: null } as ScoreFacts, nowMs);
        expect(withDevice.isHighRisk).toBe(alone.isHighRisk);
      }),
      runs,
    );
  });
});
