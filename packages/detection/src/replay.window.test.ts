import { expect, test } from 'vitest';
import { createSlot, createState, upright } from '../test/states.js';
import { createDetector } from './detector.js';
import { replay, replayDifference, toEvidenceWindow } from './replay.js';

/** Takes the x axis of the latest second as its confidence, in units of the state. */
const byLatest = createDetector('by-latest', ({ slots }) => {
  const value = slots.at(-1)?.accel[0] ?? 0;
  return { confidence: value / 10_000, evidence: [{ feature: 'impact', value, unit: 'g', weight: 0 }] };
});
const constant = createDetector('constant', () => ({ confidence: 0.4, evidence: [] }));
const toWindow = (...accelerations: number[]) =>
  toEvidenceWindow(createState(accelerations.map((x) => createSlot([x, 0, 0]))));

test('the window of a state has one reading per second, in units of the API', () => {
  const state = createState([createSlot([100, -200, 300], { turn: -1 }), createSlot([0, 0, 981], { turn: 25 })]);
  expect(toEvidenceWindow(state)).toEqual([
    { atMs: 1_059_000, reading: { accel: [1, -2, 3], uptimeMs: 59_000, sampling: 'instant' } },
    { atMs: 1_060_000, reading: { accel: [0, 0, 9.81], gyro: [2.5, 0, 0], uptimeMs: 60_000, sampling: 'instant' } },
  ]);
});

test('the window has the site, the sampling and the bursts', () => {
  const samples = [100, 200, 300, 10, 20, 30, 400, 500, 600, 40, 50, 60];
  const burst = createSlot([400, 500, 600], { input: 'burst', turn: 88, samples });
  const state = createState([{ ...upright, input: 'peak' }, burst, { ...burst, turn: -1 }], { site: 'waist' });
  const [peak, whole, withoutGyro] = toEvidenceWindow(state).map(({ reading }) => reading);
  const accel = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  const gyro = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  expect(peak).toMatchObject({ sampling: 'peak', bodySite: 'waist', gyro: [0, 0, 0] });
  expect(whole).toEqual({
    accel: [4, 5, 6],
    gyro: [8.8, 0, 0],
    uptimeMs: 59_000,
    bodySite: 'waist',
    samples: { rateHz: 25, accel, gyro },
  });
  expect(withoutGyro?.samples).toEqual({ rateHz: 25, accel });
});

test('a replay returns every step, and the explanation of the strongest', () => {
  const found = replay(toWindow(1_000, 8_000, 6_000), byLatest);
  expect(found).toMatchObject({ detectorVersion: 'by-latest', confidence: 0.8, level: 'HIGH' });
  expect(found.steps).toEqual([
    { atMs: 1_058_000, confidence: 0.1, level: 'NO_FALL' },
    { atMs: 1_059_000, confidence: 0.8, level: 'HIGH' },
    { atMs: 1_060_000, confidence: 0.6, level: 'POTENTIAL' },
  ]);
  expect(found.explanation?.evidence[0]?.value).toBe(8_000);
});

test('of equal steps the first explains', () => {
  const found = replay(
    toWindow(0, 0),
    createDetector('by-length', ({ slots }) => ({
      confidence: 0.4,
      evidence: [{ feature: 'impact', value: slots.length, unit: 'g', weight: 0 }],
    })),
  );
  expect(found.explanation?.evidence[0]?.value).toBe(1);
});

test('a window without a sign of a fall is still explained, an empty one is not', () => {
  expect(replay(toWindow(0, 0), byLatest).explanation?.summary).toBe('No sign of a fall');
  expect(replay([], byLatest)).toEqual({
    detectorVersion: 'by-latest',
    steps: [],
    confidence: 0,
    level: 'NO_FALL',
    explanation: null,
  });
});

test('the difference is that of the second detector from the first', () => {
  const difference = replayDifference(toWindow(8_000), constant, byLatest);
  expect(difference).toMatchObject({ levelChanged: true, from: { confidence: 0.4 }, to: { confidence: 0.8 } });
  expect(difference.confidenceChange).toBeCloseTo(0.4);
  expect(replayDifference(toWindow(4_500), constant, byLatest).levelChanged).toBe(false);
});
