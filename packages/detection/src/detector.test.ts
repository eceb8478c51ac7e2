import { describe, expect, test } from 'vitest';
import { createSlot, createState, times, upright } from '../test/states.js';
import { currentDetector, detectorVersion, thresholdDetector } from './assess.js';
import { createDetector } from './detector.js';
import type { Evidence } from './explanation.js';
import type { Reading } from './reading.js';

const fact: Evidence = { feature: 'impact', value: 3.1, unit: 'g', weight: 1.2 };
const always = (confidence: number) => createDetector('made-up', () => ({ confidence, evidence: [fact] }));
const reading: Reading = { accel: [0, -9.81, 0], gyro: [0, 0, 0], uptimeMs: 61_000 };
const state = createState(times(3, upright));

test('each detector has its version', () => {
  expect([currentDetector.version, detectorVersion, thresholdDetector.version]).toEqual([
    'model-2',
    'model-2',
    'threshold-1',
  ]);
});

describe('assess', () => {
  test('returns the verdict with its level, explanation and episode', () => {
    const assessment = always(0.45678).assess(state, reading, 1_061_000);
    const episode = { openedAtMs: 1_061_000, lastAboveAtMs: 1_061_000, confidence: 0.4568 };
    expect(assessment).toEqual({
      state: createState(times(4, upright), { uptimeMs: 61_000, atMs: 1_061_000, episode }),
      confidence: 0.4568,
      level: 'SUSPICIOUS',
      explanation: {
        summary: 'Impact of 3.1 g',
        evidence: [fact],
        dataQuality: { input: 'instant', bodySite: 'unknown', notes: [] },
        detectorVersion: 'made-up',
      },
      episode,
      silenceDueAtMs: 1_071_000,
      aftermathChange: null,
    });
  });

  test('waits for silence only while a candidate is undecided', () => {
    const due = (confidence: number) => always(confidence).assess(state, reading, 1_061_000).silenceDueAtMs;
    expect([0.3, 0.31, 0.5, 0.51].map(due)).toEqual([null, 1_071_000, 1_071_000, null]);
  });

  test('a repeated reading without an episode returns the same state', () => {
    const { state: next } = always(0).assess(state, reading, 1_061_000);
    expect(always(0).assess(next, reading, 1_062_000).state).toBe(next);
  });
});

describe('the limit of a verdict', () => {
  test('is part of the explanation', () => {
    const limited = createDetector('made-up', () => ({ confidence: 0.5, evidence: [fact], limitedBy: 'HARD_KNOCK' }));
    expect(limited.assess(state, reading, 1_061_000).explanation).toMatchObject({
      summary: 'Hard knock, no fall: same posture, no drop',
      limitedBy: 'HARD_KNOCK',
    });
    expect(always(0.5).assess(state, reading, 1_061_000).explanation).not.toHaveProperty('limitedBy');
  });
});

describe('the aftermath', () => {
  const next: Reading = { ...reading, uptimeMs: 62_000 };

  test('begins with POTENTIAL, not with a lower level in an episode', () => {
    const opened = always(0.4).assess(state, reading, 1_061_000);
    expect(opened.state.aftermath).toBeNull();
    const after = (confidence: number) => always(confidence).assess(opened.state, next, 1_062_000).state;
    expect(after(0.1).episode).not.toBeNull();
    expect([0.1, 0.5, 0.51].map((each) => after(each).aftermath?.episodeAtMs)).toEqual([
      undefined,
      undefined,
      1_061_000,
    ]);
  });

  test('of a repeated reading is in the same state', () => {
    const fallen = always(0.6).assess(state, reading, 1_061_000).state;
    const later = always(0).assess(fallen, next, 1_062_000).state;
    expect(later.aftermath).not.toBeNull();
    expect(always(0).assess(later, next, 1_062_500).state).toBe(later);
  });
});

describe('one hard, turning instant', () => {
  // 39.23 m/s² is just above 4 g, 39.22 just below.
  const after = (accel: number, turn: number, verdict = 0, change: Partial<Reading> = {}) =>
    always(verdict).assess(state, { ...reading, accel: [accel, 0, 0], gyro: [0, turn, 0], ...change }, 1_061_000);

  test('is POTENTIAL from 4 g and 300 °/s on', () => {
    expect(after(39.23, 300)).toMatchObject({
      confidence: 0.6,
      level: 'POTENTIAL',
      explanation: {
        summary: 'Impact of 4.0 g, turning at 300°/s',
        evidence: [
          { feature: 'impact', value: 4, unit: 'g', weight: 0 },
          { feature: 'rotation', value: 300, unit: '°/s', weight: 0 },
        ],
      },
    });
    expect(after(39.22, 300).confidence).toBe(0);
    expect(after(39.23, 299.9).confidence).toBe(0);
    expect(after(60, 412.3).explanation.evidence.map(({ value }) => value)).toEqual([6.1, 412]);
  });

  test('does not lower or replace a verdict that is as strong', () => {
    expect(after(50, 400, 0.6).explanation.evidence).toEqual([fact]);
    expect(after(50, 400, 0.8).confidence).toBe(0.8);
    expect(after(50, 400, 0.59).confidence).toBe(0.6);
  });

  test('needs a gyroscope, and is no peak or burst', () => {
    expect(after(50, 400, 0, { sampling: 'peak' }).confidence).toBe(0);
    expect(after(50, Number.NaN).confidence).toBe(0);
    const samples = { rateHz: 25, accel: [[50, 0, 0]], gyro: [[400, 0, 0]] };
    expect(after(50, 400, 0, { samples }).confidence).toBe(0);
  });
});

describe('assessSilence', () => {
  test('is POTENTIAL after ten seconds, with how long the device has been silent', () => {
    const silent = always(0.4).assessSilence(state, state.atMs + 10_000);
    expect(always(0.4).assessSilence(state, state.atMs + 9_999)).toBeUndefined();
    expect(silent).toMatchObject({ confidence: 0.6, level: 'POTENTIAL', silenceDueAtMs: null });
    expect(silent?.episode).toEqual({ openedAtMs: 1_070_000, lastAboveAtMs: 1_070_000, confidence: 0.6 });
    expect(silent?.explanation.summary).toBe('Impact of 3.1 g, then no reading for 10 s');
    expect(silent?.explanation.evidence).toEqual([fact, { feature: 'silent_for', value: 10, unit: 's', weight: 0 }]);
    const later = always(0.4).assessSilence(state, state.atMs + 12_999);
    expect(later?.explanation.evidence[1]?.value).toBe(12);
  });

  test('is nothing unless the candidate was undecided', () => {
    for (const confidence of [0, 0.3, 0.51, 0.9])
      expect(always(confidence).assessSilence(state, state.atMs + 60_000)).toBeUndefined();
  });

  test('is nothing after a hard, turning instant: that is POTENTIAL already', () => {
    const hard = createState([...times(3, upright), createSlot([5_000, 0, 0], { turn: 4_000 })]);
    expect(always(0.4).assessSilence(hard, hard.atMs + 10_000)).toBeUndefined();
  });

  test('is nothing without a reading', () => {
    expect(always(0).assessSilence(createState([]), 9_999_999)).toBeUndefined();
  });
});
