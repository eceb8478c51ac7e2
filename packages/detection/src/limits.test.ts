import { describe, expect, test } from 'vitest';
import { burstFeatureCount, burstFeatureNames } from './features/burstFeatures.js';
import { findLimit, limitReasons, limits } from './limits.js';
import type { DetectorState, InputKind } from './state.js';

type Shape = Readonly<
  Record<'drop' | 'tilt_low' | 'post_maxA' | 'impulse_ratio' | 'calm_share' | 'peak' | 'active_dur', number>
>;
/** A fall: down by half a metre, another posture, then calm. */
const fall: Shape = {
  drop: -0.5,
  tilt_low: 80,
  post_maxA: 1.1,
  impulse_ratio: 3,
  calm_share: 0.9,
  peak: 4,
  active_dur: 0.4,
};

type Candidate = { kind?: InputKind; site?: DetectorState['site']; age?: number };

function find(
  confidence: number,
  shape: Partial<Shape> = {},
  { kind = 'burst', site = 'wrist', age = 3 }: Candidate = {},
) {
  const x = new Float64Array(burstFeatureCount);
  for (const [name, value] of Object.entries({ ...fall, ...shape }))
    x[burstFeatureNames.indexOf(name as 'peak')] = value;
  return findLimit(confidence, kind, site, age, x)?.reason;
}

test('a fall is not limited', () => {
  for (const site of ['waist', 'wrist', 'unknown'] as const) expect(find(0.99, {}, { site })).toBeUndefined();
});

describe('a hard knock', () => {
  const knock = { drop: -0.09, tilt_low: 49.9 };

  test('is a burst whose device neither went down nor ended in another posture', () => {
    expect(find(0.9, knock)).toBe('HARD_KNOCK');
    expect(find(0.9, knock, { site: 'unknown' })).toBe('HARD_KNOCK');
    expect(find(0.9, { ...knock, drop: 0.3 })).toBe('HARD_KNOCK');
  });

  test('did not go down by 10 cm, and did not turn by 50°', () => {
    expect(find(0.9, { ...knock, drop: -0.1 })).toBeUndefined();
    expect(find(0.9, { ...knock, tilt_low: 50 })).toBeUndefined();
  });

  test('is known only with two later readings', () => {
    expect(find(0.9, knock, { age: 1 })).toBe('TOO_EARLY');
    expect(find(0.9, knock, { age: 2 })).toBe('HARD_KNOCK');
  });
});

describe('repeated knocks', () => {
  const applause = { post_maxA: 2.1, calm_share: 0.09 };

  test('go on after the largest, while the arm is hardly ever calm', () => {
    expect(find(0.9, applause)).toBe('REPEATED_KNOCKS');
    expect(find(0.9, applause, { site: 'unknown' })).toBe('REPEATED_KNOCKS');
    expect(find(0.8, { ...applause, post_maxA: 2 })).toBeUndefined();
    expect(find(0.8, { ...applause, calm_share: 0.1 })).toBeUndefined();
  });

  test('include a larger one than this', () => {
    expect(find(0.9, { impulse_ratio: 0.99 })).toBe('REPEATED_KNOCKS');
    expect(find(0.9, { impulse_ratio: 1 })).toBeUndefined();
    expect(find(0.9, { impulse_ratio: 0.99 }, { site: 'waist' })).toBeUndefined();
  });
});

test.each([
  { drop: 0, tilt_low: 0 },
  { post_maxA: 3, calm_share: 0 },
])('knocks (%o) are not assumed at the waist, without bursts, or without a gyroscope', (knock) => {
  expect(find(0.8, knock)).toMatch(/KNOCK/);
  expect(find(0.8, knock, { site: 'waist' })).toBeUndefined();
  expect(find(0.8, knock, { kind: 'peak' })).toBeUndefined();
  expect(find(0.8, { ...knock, drop: Number.NaN, calm_share: Number.NaN })).toBeUndefined();
  expect(find(0.5, knock)).toBeUndefined();
  expect(find(0.5001, knock)).toMatch(/KNOCK/);
});

test('a soft, short impact is at most HIGH', () => {
  const soft = { peak: 2.49, active_dur: 0.2 };
  for (const site of ['waist', 'wrist'] as const) expect(find(0.9, soft, { site })).toBe('SOFT_IMPACT');
  expect(find(0.89, soft)).toBeUndefined();
  expect(find(0.9, { ...soft, peak: 2.5 })).toBeUndefined();
  expect(find(0.9, { ...soft, active_dur: 0.22 })).toBeUndefined();
});

test('an arm that is not mostly calm afterwards is at most HIGH', () => {
  expect(find(0.9, { calm_share: 0.39 })).toBe('STILL_MOVING');
  expect(find(0.9, { calm_share: 0.39 }, { site: 'unknown' })).toBe('STILL_MOVING');
  expect(find(0.89, { calm_share: 0.39 })).toBeUndefined();
  expect(find(0.9, { calm_share: 0.4 })).toBeUndefined();
  expect(find(0.9, { calm_share: 0.39 }, { site: 'waist' })).toBeUndefined();
});

test('before two later readings the confidence is at most 0.50', () => {
  expect(find(0.6, {}, { age: 1 })).toBe('TOO_EARLY');
  expect(find(0.5, {}, { age: 0 })).toBeUndefined();
  expect(find(0.6, {}, { age: 2 })).toBeUndefined();
});

test('one sample per second never reaches CONFIRMED', () => {
  for (const kind of ['instant', 'peak'] as const) {
    expect(find(0.9, {}, { kind })).toBe('ONE_SAMPLE_PER_SECOND');
    expect(find(0.89, {}, { kind })).toBeUndefined();
    expect(find(0.9, {}, { kind, age: 1 })).toBe('TOO_EARLY');
    // Its features have other meanings: the bounds of a burst do not apply.
    expect(find(0.9, { peak: 2, active_dur: 0.1, calm_share: 0 }, { kind })).toBe('ONE_SAMPLE_PER_SECOND');
  }
});

test('each reason has one limit, the lowest first', () => {
  expect(limits.map(({ reason }) => reason)).toEqual(limitReasons);
  const bounds = limits.map(({ most }) => most);
  expect(bounds).toEqual([...bounds].sort());
});
