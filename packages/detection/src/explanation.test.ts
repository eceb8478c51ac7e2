import { describe, expect, test } from 'vitest';
import { createBurst, wearer } from '../test/people.js';
import type { Assessment } from './detector.js';
import type { Reading, Vector } from './reading.js';

const up: Vector = [0, -9.8, 0];
const lying: Vector = [0.2, -0.3, 9.8];
const none: Vector = [0, 0, 0];

/** Stands, falls for 0.4 s onto the side, lies still, as 50 Hz bursts. A wrist hits the floor harder than a waist. */
function burstFall(device: Partial<Reading>, harder = 1): Assessment[] {
  const ann = wearer(device);
  for (let second = 0; second < 8; second++) ann.send({ samples: createBurst(50, () => ({ accel: up, gyro: none })) });
  const impact = createBurst(50, (s) => {
    if (s < 0.2) return { accel: up, gyro: [60, 10, 0] };
    if (s < 0.6) return { accel: [0.5, -2.5, 1.5], gyro: [190 * harder, 30, 20] };
    if (s < 0.7) return { accel: [10 * harder, -4, 42 * harder], gyro: [120 * harder, 0, 0] };
    return { accel: [0.5, -1, 10.2], gyro: [8, 0, 0] };
  });
  ann.send({ samples: impact });
  return [0, 1, 2, 3, 4].map((second) =>
    ann.send({
      samples: createBurst(50, (s) => ({
        accel: [0.2, -0.3 + 0.02 * Math.sin(9 * (s + second)), 9.8],
        gyro: [0, 1, 0],
      })),
    }),
  );
}

describe('explanation', () => {
  test('is a sentence that caregivers understand, built from the evidence', () => {
    const after = burstFall({ bodySite: 'waist' });
    const last = after[2] as Assessment;
    expect(['HIGH', 'CONFIRMED']).toContain(last.level);
    expect(last.explanation.summary).toMatch(/^Impact of \d\.\d g, .*posture changed by \d+°, still for 3 s$/);
    const features = last.explanation.evidence.map(({ feature }) => feature);
    expect(features).toEqual(
      expect.arrayContaining(['impact', 'posture_change', 'still_for', 'free_fall', 'rotation']),
    );
    expect(last.explanation.evidence.find(({ feature }) => feature === 'posture_change')?.value).toBeGreaterThan(70);
    expect(last.explanation.detectorVersion).toMatch(/^model-/);
    expect(last.explanation.dataQuality).toEqual({ input: 'burst', bodySite: 'waist', notes: [] });
  });

  test('puts the fact with the largest weight first', () => {
    const weights = (burstFall({})[2] as Assessment).explanation.evidence.map(({ weight }) => Math.abs(weight));
    expect(weights).toEqual([...weights].sort((one, other) => other - one));
  });

  test('says "No sign of a fall" if there is no evidence', () => {
    const [calm] = wearer().stands(1);
    expect(calm?.explanation).toMatchObject({ summary: 'No sign of a fall', evidence: [] });
    expect(calm?.explanation.dataQuality.notes).toEqual(['SHORT_HISTORY']);
  });

  test('reports a missing gyroscope and a clipped sensor', () => {
    const ann = wearer();
    ann.stands(4);
    expect(ann.send({ gyro: undefined as never }).explanation.dataQuality.notes).toEqual(['NO_GYROSCOPE']);
    const clipped = createBurst(25, (s) => ({ accel: s > 0.4 && s < 0.6 ? [0, -19.6, 3] : up, gyro: none }));
    expect(ann.send({ samples: clipped }).explanation.dataQuality.notes).toEqual(['CLIPPED']);
  });

  test('a fall is also detected without a gyroscope, at the wrist and at an unknown site', () => {
    for (const device of [{ bodySite: 'wrist' }, {}] as const) {
      expect(Math.max(...burstFall(device, 1.5).map(({ confidence }) => confidence))).toBeGreaterThan(0.5);
    }
    const ann = wearer({ bodySite: 'waist', sampling: 'peak' });
    ann.stands(8);
    ann.send({ accel: [10, -4, 42], gyro: undefined as never });
    const after = [0, 1, 2].map(() => ann.send({ accel: lying, gyro: undefined as never }));
    expect(Math.max(...after.map(({ confidence }) => confidence))).toBeGreaterThan(0.5);
  });
});
