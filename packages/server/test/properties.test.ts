import { fallLevels, toLevel } from '@fallwatch/detection';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultDeviceName, toStatus } from '../src/features/devices/devices.rules.js';
import { replyPage, toPage } from '../src/platform/http/pagination.js';
import { parseMacAddress } from '../src/platform/mac.js';

/** Rules that must hold for every value, each tested with 10,000 values. */
const runs = { numRuns: 10_000 };
const confidence = fc.double({ min: 0, max: 1, noNaN: true });

describe('levels', () => {
  /** In ten-thousandths, so that the table has whole numbers. */
  const ceilings = [3_000, 5_000, 7_000, 8_900, 10_000];

  test('are the first whose ceiling is not below the confidence, rounded to four decimals', () => {
    fc.assert(
      fc.property(confidence, (value) => {
        const points = Math.round(value * 10_000);
        expect(toLevel(value)).toBe(fallLevels[ceilings.findIndex((ceiling) => points <= ceiling)]);
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
        expect(toLevel(thousandths / 1_000)).toBe(fallLevels[expected]);
      }),
      runs,
    );
  });

  test('never decrease while the confidence increases', () => {
    fc.assert(
      fc.property(confidence, confidence, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        return fallLevels.indexOf(toLevel(low)) <= fallLevels.indexOf(toLevel(high));
      }),
      runs,
    );
  });
});

describe('MAC addresses', () => {
  const octets = fc.uint8Array({ minLength: 6, maxLength: 6 });
  const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
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
        expect(parseMacAddress(randomCase(form(toHex(bytes)), bits))).toBe(expected);
        expect(parseMacAddress(expected)).toBe(expected);
        expect(defaultDeviceName(expected)).toBe(`Wearable ${expected.slice(12)}`);
      }),
      runs,
    );
  });

  test('any other text is not an address', () => {
    const damage = fc.record({
      at: fc.nat(16),
      by: fc.constantFrom('', 'g', ' ', ':', '-', '.', '\n', '00', 'é', '٣'),
    });
    fc.assert(
      fc.property(octets, fc.constantFrom(...forms), damage, (bytes, form, { at, by }) => {
        const whole = form(toHex(bytes));
        const damaged = whole.slice(0, at) + by + whole.slice(at + 1);
        const isStillOne =
          forms.some((other) => damaged === other(damaged.replace(/[^0-9a-f]/g, ''))) &&
          /^([^0-9a-f]*[0-9a-f]){12}$/.test(damaged);
        expect(parseMacAddress(damaged) !== undefined).toBe(isStillOne);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = parseMacAddress(text);
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
  const interval = fc.option(fc.constantFrom(1_000, 600_000, 3_600_000));
  const age = fc.oneof(
    near(30 * 60_000),
    near(3 * 3_600_000),
    near(24 * 3_600_000),
    near(0),
    fc.nat(3 * 24 * 3_600_000),
  );

  test('depends on age and interval only, unless disabled or never seen', () => {
    fc.assert(
      fc.property(age, fc.boolean(), fc.boolean(), interval, (ms, isDisabled, isSeen, intervalMs) => {
        const lastSeen = isSeen ? new Date(seenAtMs).toISOString() : null;
        const disabledAt = isDisabled ? '2026-01-01T00:00:00.000Z' : null;
        const inactiveAfterMs = Math.max(1_800_000, 3 * (intervalMs ?? 0));
        const byAge = ms < inactiveAfterMs ? 'ACTIVE' : ms < 86_400_000 ? 'INACTIVE' : 'OFFLINE';
        const expected = isDisabled ? 'DISABLED' : isSeen ? byAge : 'UNREGISTERED';
        expect(toStatus({ disabledAt, lastSeen, intervalMs }, seenAtMs + ms, thresholds)).toBe(expected);
      }),
      runs,
    );
  });
});

describe('pages', () => {
  test('have a limit of at most 100 and correct totals', () => {
    const query = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      limit: fc.integer({ min: 1, max: 2 ** 40 }),
    });
    fc.assert(
      fc.property(query, fc.nat(10_000_000), (asked, total) => {
        const { offset } = toPage(asked);
        const { pagination } = replyPage(asked, { rows: [], total });
        expect(pagination.page).toBe(asked.page);
        expect(pagination.limit).toBe(asked.limit > 100 ? 100 : asked.limit);
        expect(offset).toBe((asked.page - 1) * pagination.limit);
        expect(pagination.total).toBe(total);
        // Enough pages for all rows, and no more.
        expect(pagination.totalPages * pagination.limit).toBeGreaterThanOrEqual(total);
        expect((pagination.totalPages - 1) * pagination.limit).toBeLessThan(Math.max(total, 1));
        expect(pagination.totalPages === 0).toBe(total === 0);
      }),
      runs,
    );
  });
});
