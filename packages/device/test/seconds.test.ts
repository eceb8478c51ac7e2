import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMotionFields } from '../src/motion.rules.js';
import type { Sample } from '../src/sample.js';
import { collectSample, type Filling, type Second } from '../src/seconds.rules.js';

const sampleAt = (t: number, az = 9.81): Sample => ({ t, ax: 0, ay: 0, az, gx: 0, gy: 0, gz: 0 });

function split(samples: readonly Sample[]): Second[] {
  const seconds: Second[] = [];
  let filling: Filling | undefined;
  for (const sample of samples) {
    const collected = collectSample(filling, sample);
    filling = collected.filling;
    if (collected.second) seconds.push(collected.second);
  }
  return seconds;
}

describe('seconds', () => {
  test('have the same length at any rate', () => {
    for (const hz of [10, 25, 50, 59.94, 100, 200]) {
      const samples = Array.from({ length: hz * 10 }, (_, i) => sampleAt(500 + (i * 1_000) / hz));
      expect(split(samples).map(({ endMs }) => endMs)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => 500 + n * 1_000));
    }
  });

  test('without a sample are left out', () => {
    const ends = split([sampleAt(0), sampleAt(400), sampleAt(3_100), sampleAt(4_000)]).map(({ endMs }) => endMs);
    expect(ends).toEqual([1_000, 4_000]);
  });

  test('lose no sample and advance, whatever the times', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 5_000, noNaN: true }), { maxLength: 200 }), (steps) => {
        let t = 0;
        const samples = steps.map((step) => {
          t += step;
          return sampleAt(t);
        });
        const seconds = split([...samples, sampleAt(t + 10_000)]);
        expect(seconds.flatMap((second) => second.samples)).toEqual(samples);
        for (const { endMs, samples } of seconds)
          for (const one of samples) {
            expect(one.t).toBeLessThan(endMs);
            expect(one.t).toBeGreaterThanOrEqual(endMs - 1_000 - 1e-6);
          }
      }),
    );
  });
});

describe('the motion fields of a second', () => {
  const second = (hz: number, peakAt: number, gyro = true): Second => ({
    endMs: 1_000,
    samples: Array.from({ length: hz }, (_, i) => {
      const { gx, gy, gz, ...accel } = sampleAt((i * 1_000) / hz, i === peakAt ? 40 : 9.812_34);
      return gyro ? { ...accel, gx, gy, gz } : accel;
    }) as Sample[],
  });

  test('are its largest sample and a burst of 25 Hz, with two decimals', () => {
    const fields = toMotionFields(second(50, 11));
    expect(fields).toMatchObject({ accel_z: 40, uptime_ms: 1_000, sampling: 'peak', samples: { rate_hz: 25 } });
    expect(fields.samples?.accel).toHaveLength(25);
    expect(fields.samples?.accel[0]).toEqual([0, 0, 9.81]);
    expect(fields.samples?.accel[5]).toEqual([0, 0, 24.91]);
    expect(fields.samples?.gyro).toHaveLength(25);
  });

  test('have no burst below 20 Hz, and no rates without a gyroscope', () => {
    expect(toMotionFields(second(10, 3))).not.toHaveProperty('samples');
    expect(toMotionFields(second(50, 3, false)).samples).not.toHaveProperty('gyro');
  });

  test('have 25 rows at 22 Hz too', () => {
    const { accel } = toMotionFields(second(22, 3)).samples ?? {};
    expect(accel).toHaveLength(25);
    expect(accel?.flat().every(Number.isFinite)).toBe(true);
  });
});
