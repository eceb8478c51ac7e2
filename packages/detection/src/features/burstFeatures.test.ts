import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Sample, still, toSignal } from '../../test/signals.js';
import { burstFeatureCount, burstFeatureNames, burstFeatures, burstGyroFeatures } from './burstFeatures.js';

function computeFeatures(samples: readonly Sample[], p: number): Record<string, number> {
  const out = new Float64Array(burstFeatureCount);
  burstFeatures(toSignal(samples), p, samples.length, out, 0);
  return Object.fromEntries(burstFeatureNames.map((name, index) => [name, out[index] as number]));
}

/** Upright for 4 s, weightless for 0.4 s, an impact of 5 g, then lying for 3 s. */
const fall: Sample[] = [
  ...still(100),
  ...Array.from({ length: 10 }, (): Sample => [0, 0.1, 0, 150, 0, 0]),
  [0, 0, 5, 0, 0, 0],
  ...still(75, 2),
];
const impactAt = 110;

describe('burst features', () => {
  test('of a plain fall match values calculated by hand', () => {
    const found = computeFeatures(fall, impactAt);
    expect(found.peak).toBe(5);
    expect(found.ff_dur).toBeCloseTo(0.4);
    expect(found.ff_deficit).toBeCloseTo(0.9 * 0.4 * 9.80665);
    expect(found.tilt).toBeCloseTo(90, 0);
    expect(found.tilt_last).toBeCloseTo(90, 0);
    expect(found.post_std).toBeCloseTo(0);
    expect(found.calm_share).toBe(1);
    expect(found.net_rot).toBeCloseTo(60, 0);
    expect(found.hits).toBe(0);
    expect(found.pulse_width).toBeCloseTo(0.04);
  });

  test('include the speed and height of a drop', () => {
    const drop = [
      ...still(100),
      ...Array.from({ length: 12 }, (): Sample => [0, 0, 0, 0, 0, 0]),
      [0, 6, 0, 0, 0, 0] as Sample,
      ...still(75),
    ];
    const found = computeFeatures(drop, 112);
    expect(found.drop_speed).toBeCloseTo(-9.80665 * 0.44, 1);
    expect(found.drop).toBeLessThan(-0.8);
    expect(found.up_post).toBeCloseTo(1);
  });

  test('count the other impacts in applause', () => {
    const clapping = still(200).map((sample, i): Sample => (i % 10 === 5 && i > 60 ? [3, 0, 0, 0, 0, 0] : sample));
    expect(computeFeatures(clapping, 125).hits).toBeGreaterThan(8);
  });

  /** At rest but for accelerations along x, in g, at some samples. */
  const withHits = (hits: Readonly<Record<number, number>>) =>
    still(200, 0).map((sample, i): Sample => (hits[i] === undefined ? sample : [hits[i], 0, 0, 0, 0, 0]));

  test('measure the pulse above half of its height', () => {
    expect(computeFeatures(withHits({ 99: 2, 100: 3, 101: 2 }), 100).pulse_width).toBeCloseTo(0.04);
    expect(computeFeatures(withHits({ 99: 2.01, 100: 3, 101: 2.01 }), 100).pulse_width).toBeCloseTo(0.12);
  });

  test('count other impacts that are five samples apart, a flat one from its first sample on', () => {
    expect(computeFeatures(withHits({ 60: 3, 61: 3, 65: 3, 100: 3 }), 100).hits).toBe(2);
    expect(computeFeatures(withHits({ 60: 3, 61: 3, 64: 3, 100: 3 }), 100).hits).toBe(1);
    expect(computeFeatures(withHits({ 56: 3, 60: 3, 61: 3, 100: 3 }), 100).hits).toBe(2);
  });

  test('do not depend on how the device is mounted', () => {
    const turn = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(turn, turn, (yaw, pitch) => {
        const rotated = fall.map(
          (sample) => [...rotate(sample.slice(0, 3), yaw, pitch), ...rotate(sample.slice(3), yaw, pitch)] as Sample,
        );
        const expected = computeFeatures(fall, impactAt);
        const found = computeFeatures(rotated, impactAt);
        for (const name of burstFeatureNames) expect(found[name]).toBeCloseTo(expected[name] as number, 4);
      }),
      { numRuns: 50 },
    );
  });

  test('that need a gyroscope are all listed', () => {
    const turning = fall.map(([x, y, z]): Sample => [x, y, z, 33, 21, -8]);
    const quiet = fall.map(([x, y, z]): Sample => [x, y, z, 0, 0, 0]);
    const [one, other] = [computeFeatures(turning, impactAt), computeFeatures(quiet, impactAt)];
    const moved = burstFeatureNames.flatMap((name, index) =>
      Math.abs((one[name] as number) - (other[name] as number)) > 1e-9 ? [index] : [],
    );
    for (const index of moved) expect(burstGyroFeatures).toContain(index);
  });
});

function rotate([x = 0, y = 0, z = 0]: number[], yaw: number, pitch: number): number[] {
  const [x1, y1] = [Math.cos(yaw) * x - Math.sin(yaw) * y, Math.sin(yaw) * x + Math.cos(yaw) * y];
  return [x1, Math.cos(pitch) * y1 - Math.sin(pitch) * z, Math.sin(pitch) * y1 + Math.cos(pitch) * z];
}
