import { describe, expect, test } from 'vitest';
import { assess } from './assess.js';
import { packState, unpackState } from './pack.js';
import type { BodySite, Reading, Vector } from './reading.js';
import type { AftermathChange, DetectorState } from './state.js';

const g = 9.80665;
type Second = (at: number) => { readonly accel: Vector; readonly turn: number };

const standing: Second = () => ({ accel: [0, g, 0], turn: 1 });
/** Falling for 0.4 s, an impact of 5 g, then lying. */
const falling: Second = (at) => ({ accel: at < 10 ? [0, 1, 0] : at < 12 ? [0, 30, 40] : [0, 0, g], turn: 150 });
const lying: Second = () => ({ accel: [0, 0, g], turn: 0 });
const rolling: Second = (at) => ({ accel: [at % 5, 0, g], turn: 80 });
const walking: Second = (at) => ({ accel: [0, g * (1 + 0.3 * Math.sin(at / 2)), 1], turn: 40 });
const crawling: Second = (at) => ({ accel: [0, 2, g * (1 + 0.3 * Math.sin(at / 2))], turn: 60 });
const times = (count: number, second: Second): Second[] => Array.from({ length: count }, () => second);
const fallen = [...times(10, standing), falling, ...times(3, lying)];

function toReading(second: Second, uptimeMs: number, bodySite: BodySite | null): Reading {
  const rows = Array.from({ length: 25 }, (_, at) => second(at));
  const accel = rows.map((row) => row.accel);
  const samples = { rateHz: 25, accel, gyro: rows.map(({ turn }): Vector => [turn, 0, 0]) };
  return { accel: accel[12] as Vector, uptimeMs, samples, ...(bodySite ? { bodySite } : {}) };
}

interface Step {
  readonly second: number;
  readonly change: AftermathChange;
}

/** One reading per second, through the packed state. Returns the changes and the state at the end. */
function wear(seconds: readonly (Second | 'gap')[], bodySite: BodySite | null = 'waist') {
  let state: DetectorState | undefined;
  const changes: Step[] = [];
  for (const [second, act] of seconds.entries()) {
    if (act === 'gap') continue;
    const atMs = 1_000 * (second + 1);
    const assessed = assess(state, toReading(act, atMs, bodySite), atMs);
    if (assessed.aftermathChange) changes.push({ second, change: assessed.aftermathChange });
    state = unpackState(packState(assessed.state));
    expect(state).toEqual(assessed.state);
  }
  return { changes, aftermath: state?.aftermath ?? null };
}

const kinds = (seconds: readonly (Second | 'gap')[], site: BodySite | null = 'waist') =>
  wear(seconds, site).changes.map(({ change }) => change.kind);

describe('without a fall', () => {
  test('nothing is followed', () => {
    expect(wear([...times(10, standing), ...times(60, lying), ...times(20, walking)])).toEqual({
      changes: [],
      aftermath: null,
    });
  });
});

describe('after a fall', () => {
  test('is begun when it alerts, and says nothing yet', () => {
    const { changes, aftermath } = wear(fallen);
    expect(changes).toEqual([]);
    expect(aftermath).toMatchObject({ kind: null, wasStillLong: false, before: [0, 981, 0] });
  });

  test('lying still is said after 30 s, and counts from the last movement', () => {
    const { changes } = wear([...fallen, ...times(35, lying)]);
    expect(changes).toHaveLength(1);
    const [{ second, change }] = changes as [Step];
    expect(change.kind).toBe('LYING_STILL');
    expect(1_000 * (second + 1) - change.sinceMs).toBe(30_000);
  });

  test('a minute of stillness is said once', () => {
    const { changes } = wear([...fallen, ...times(70, lying), ...times(3, rolling), ...times(70, lying)]);
    expect(changes.map(({ change }) => [change.kind, change.isLong])).toEqual([
      ['LYING_STILL', false],
      ['LYING_STILL', true],
      ['MOVED', false],
      ['LYING_STILL', false],
    ]);
    expect(changes[1]?.change.sinceMs).toBe(changes[0]?.change.sinceMs);
  });

  test('movement ends the stillness; one knock does not', () => {
    expect(kinds([...fallen, ...times(35, lying), rolling, ...times(5, lying)])).toEqual(['LYING_STILL']);
    expect(kinds([...fallen, ...times(35, lying), rolling, rolling])).toEqual(['LYING_STILL', 'MOVED']);
  });

  test('walking in the posture before the fall is upright; crawling, lying and standing still are not', () => {
    expect(kinds([...fallen, ...times(8, walking)])).toEqual(['MOVED', 'UPRIGHT']);
    expect(kinds([...fallen, ...times(20, crawling)])).toEqual(['MOVED']);
    expect(kinds([...fallen, rolling, rolling, ...times(20, standing)])).toEqual(['MOVED']);
    expect(kinds([...fallen, rolling, rolling, ...times(40, standing)])).toEqual(['MOVED', 'STILL']);
  });

  test('a person who was upright and lies down again has moved, and is then lying still', () => {
    const again = [...fallen, ...times(8, walking), ...times(10, crawling), ...times(31, lying)];
    expect(kinds(again)).toEqual(['MOVED', 'UPRIGHT', 'MOVED', 'LYING_STILL']);
  });

  test('changes at most four times a minute', () => {
    const restless = Array.from({ length: 12 }, () => [rolling, rolling, ...times(8, lying)]).flat();
    expect(wear([...fallen, ...restless]).changes.length).toBeLessThanOrEqual(8);
  });
});

describe('what is not known is not said', () => {
  test.each(['wrist', null] as const)('at the site %s there is no posture: still and moved only', (site) => {
    expect(kinds([...fallen, ...times(40, lying), ...times(10, walking)], site)).toEqual(['STILL', 'MOVED']);
    expect(wear(fallen, site).aftermath?.before).toEqual([0, 0, 0]);
  });

  test('without the seconds before the fall there is no posture', () => {
    expect(kinds([...fallen.slice(6), ...times(40, lying), ...times(10, walking)])).toEqual(['STILL', 'MOVED']);
  });

  test('a gap in the readings ends the stillness', () => {
    const gap = Array.from({ length: 10 }, () => 'gap' as const);
    expect(kinds([...fallen, ...times(20, lying), ...gap, ...times(20, lying)])).toEqual([]);
    expect(kinds([...fallen, ...times(20, lying), ...gap, ...times(32, lying)])).toEqual(['LYING_STILL']);
  });

  test('after ten minutes nothing is followed', () => {
    const { aftermath } = wear([...fallen, ...times(590, lying)]);
    expect(aftermath).not.toBeNull();
    expect(wear([...fallen, ...times(605, lying)]).aftermath).toBeNull();
  });
});

test('another fall starts another aftermath', () => {
  const first = wear([...fallen, ...times(35, lying)]);
  const { changes, aftermath } = wear([...fallen, ...times(35, lying), ...times(12, standing), ...fallen.slice(10)]);
  expect(aftermath?.episodeAtMs).toBeGreaterThan(first.aftermath?.episodeAtMs ?? 0);
  expect(aftermath?.kind).toBeNull();
  expect(changes[0]?.change.kind).toBe('LYING_STILL');
});

test('a repeated reading changes nothing', () => {
  const readings = [...fallen, ...times(10, lying)].map((act, second) => toReading(act, 1_000 * (second + 1), 'waist'));
  let state: DetectorState | undefined;
  for (const [second, reading] of readings.entries()) state = assess(state, reading, 1_000 * (second + 1)).state;
  const again = assess(state, readings.at(-1) as Reading, 60_000);
  expect(again.state.aftermath).toBe(state?.aftermath);
  expect(again.aftermathChange).toBeNull();
});
