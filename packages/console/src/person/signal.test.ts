import type { FallDetail } from '@fallwatch/client';
import { describe, expect, test } from 'vitest';
import { findStretches, toSignal } from './signal.js';

const g = 9.80665;
const at = 1_000_000;
type Evidence = FallDetail['evidence'];

/** Four seconds at 4 Hz: standing, weightless for half a second, an impact of 4 g, then lying. */
const burst: Evidence = [
  [1, 1, 1, 1],
  [1, 1, 0.2, 0.2],
  [4, 1, 1, 1],
  [1, 1, 1, 1],
].map((values, second) => ({
  atMs: at + second * 1_000,
  reading: {
    accel: [0, 0, g],
    samples: { rateHz: 4, accel: values.map((value) => [0, 0, value * g]), gyro: values.map(() => [3, 4, 0]) },
  },
}));

const explained = (facts: Record<string, number>) =>
  ({ evidence: Object.entries(facts).map(([feature, value]) => ({ feature, value })) }) as unknown as NonNullable<
    FallDetail['explanation']
  >;

describe('the signal of a fall', () => {
  test('is in g and °/s, in milliseconds from its strongest moment', () => {
    const signal = toSignal(burst);
    expect(signal?.peak).toBeCloseTo(4);
    expect(signal?.x[signal.g.indexOf(signal.peak)]).toBe(0);
    expect(signal?.x.slice(0, 2)).toEqual([-2_000, -1_750]);
    expect(signal?.turn.every((turn) => turn === 5)).toBe(true);
  });

  test('has one value a second and no rotation if the device sends no more', () => {
    const evidence: Evidence = [1, 3].map((value, second) => ({
      atMs: at + second * 1_000,
      reading: { accel: [0, value * g, 0] },
    }));
    expect(toSignal(evidence)).toMatchObject({ x: [-1_000, 0], turn: [null, null] });
  });

  test('is undefined without stored evidence', () => {
    expect(toSignal(null)).toBeUndefined();
    expect(toSignal([])).toBeUndefined();
  });
});

describe('the moments that the detector used', () => {
  const signal = toSignal(burst);
  const named = (facts: Record<string, number>) => (signal ? findStretches(signal, explained(facts)) : []);

  test('are falling, impact and stillness, at their times', () => {
    expect(named({ free_fall: 0.5, impact: 4, still_for: 1 })).toEqual([
      { feature: 'free_fall', value: 0.5, from: -500, to: -250 },
      { feature: 'impact', value: signal?.peak, from: 0, to: 0 },
      { feature: 'still_for', value: 1, from: 750, to: 1_750 },
    ]);
  });

  test('are only those in the explanation; stillness never begins before the impact', () => {
    expect(named({ impact: 4 }).map(({ feature }) => feature)).toEqual(['impact']);
    expect(named({ still_for: 9 }).at(-1)).toMatchObject({ feature: 'still_for', from: 0 });
  });
});
