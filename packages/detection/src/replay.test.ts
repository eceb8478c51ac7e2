import { expect, test } from 'vitest';
import { createBurst, wearer } from '../test/people.js';
import { currentDetector, thresholdDetector } from './assess.js';
import { packState, unpackState } from './pack.js';
import type { Vector } from './reading.js';
import { replay, replayDifference, toEvidenceWindow } from './replay.js';

const up: Vector = [0, -9.8, 0];
const none: Vector = [0, 0, 0];

function fallenWearer(withBursts: boolean) {
  const ann = wearer({ sampling: 'peak', bodySite: 'waist' });
  const lying: Vector = [0.2, -0.3, 9.8];
  const rest = withBursts ? { samples: createBurst(50, () => ({ accel: up, gyro: none })) } : {};
  for (let second = 0; second < 8; second++) ann.send(rest);
  const impact = createBurst(50, (s) => ({
    accel: s > 0.5 && s < 0.6 ? [20, 5, 45] : s > 0.1 && s <= 0.5 ? [0, -2, 1] : up,
    gyro: [s < 0.6 ? 180 : 0, 0, 0],
  }));
  ann.send({ accel: [20, 5, 45], gyro: [180, 0, 0], ...(withBursts ? { samples: impact } : {}) });
  const after = withBursts ? { samples: createBurst(50, () => ({ accel: lying, gyro: none })) } : {};
  return [0, 1, 2].map(() => ann.send({ accel: lying, gyro: [0, 0, 0], ...after })).at(-1);
}

test('replaying the evidence window of a fall gives the same result, packed or not, with bursts or without', () => {
  for (const withBursts of [true, false]) {
    const last = fallenWearer(withBursts);
    if (last === undefined) throw new Error('no assessment');
    expect(last.level).not.toBe('NO_FALL');
    const again = replay(toEvidenceWindow(last.state), currentDetector);
    expect(again.steps.at(-1)).toEqual({ atMs: last.state.atMs, confidence: last.confidence, level: last.level });
    const stored = unpackState(packState(last.state));
    if (stored === undefined) throw new Error('not a state');
    expect(replay(toEvidenceWindow(stored), currentDetector)).toEqual(again);
  }
});

test('replayDifference shows the difference between two detectors on one window', () => {
  const last = fallenWearer(true);
  if (last === undefined) throw new Error('no assessment');
  const found = replayDifference(toEvidenceWindow(last.state), thresholdDetector, currentDetector);
  expect(found.from.detectorVersion).toBe('threshold-1');
  expect(found.to.detectorVersion).toBe(currentDetector.version);
  expect(found.confidenceChange).toBeCloseTo(found.to.confidence - found.from.confidence);
  expect(found.levelChanged).toBe(found.from.level !== found.to.level);
});
