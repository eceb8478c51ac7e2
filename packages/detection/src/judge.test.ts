import { describe, expect, test } from 'vitest';
import { createSlot, createState, lying, times, upright } from '../test/states.js';
import { judgeByModel } from './judge.js';
import type { DetectorState, InputKind, Slot } from './state.js';

type Site = DetectorState['site'];
const kinds: readonly InputKind[] = ['instant', 'peak', 'burst'];
const sites: readonly Site[] = ['waist', 'wrist', 'unknown'];

/** A second of 25 equal samples. */
function toBurst(slot: Slot): Slot {
  return { ...slot, input: 'burst', samples: times(25, [...slot.accel, slot.turn, 0, 0]).flat() };
}
/** A burst: weightless for 0.4 s, then an impact of 0.12 s, then rest in the new posture. */
function toBurstFall(hit: Slot): Slot {
  const samples = [
    ...times(5, [0, -981, 0, 100, 0, 0]),
    ...times(10, [0, -150, 100, 2_000, 0, 0]),
    ...times(3, [...hit.accel, hit.turn, 0, 0]),
    ...times(7, [0, 0, 981, 50, 0, 0]),
  ];
  return { ...hit, input: 'burst', samples: samples.flat() };
}
const as = (kind: InputKind, slot: Slot): Slot => (kind === 'burst' ? toBurst(slot) : { ...slot, input: kind });

const hit = createSlot([1_500, -1_500, 4_200], { turn: 3_500 });
/** Stands for four seconds, falls, and lies for as many seconds as `age` says. */
function fall(kind: InputKind, site: Site, age: number) {
  const impact = kind === 'burst' ? toBurstFall(hit) : as(kind, hit);
  const slots = [...times(4, as(kind, upright)), impact, ...times(age, as(kind, lying))];
  return judgeByModel(createState(slots.slice(-10), { site }));
}

describe.each(kinds)('a fall by %s', (kind) => {
  test.each(sites)('at the %s is evidence for at most 0.50 before two later readings', (site) => {
    for (const age of [0, 1]) {
      expect(fall(kind, site, age).confidence).toBeGreaterThan(0.3);
      expect(fall(kind, site, age).confidence).toBeLessThanOrEqual(0.5);
    }
    expect(fall(kind, site, 2).confidence).toBeGreaterThan(0.5);
  });

  test('is followed for five readings', () => {
    expect(fall(kind, 'waist', 5).confidence).toBeGreaterThan(0.5);
    expect(fall(kind, 'waist', 6)).toEqual({ confidence: 0, evidence: [] });
  });

  test('has its own model at each site', () => {
    const weights = sites.map((site) => JSON.stringify(fall(kind, site, 3).evidence));
    expect(new Set(weights).size).toBe(3);
  });
});

describe('limits', () => {
  test('an early verdict is cut to exactly 0.50', () => {
    expect(fall('peak', 'waist', 0)).toMatchObject({ confidence: 0.5, limitedBy: 'TOO_EARLY' });
    expect(fall('burst', 'waist', 1)).toMatchObject({ confidence: 0.5, limitedBy: 'TOO_EARLY' });
  });

  test('instants and peaks reach exactly 0.89, which is HIGH; bursts reach CONFIRMED', () => {
    expect(fall('instant', 'waist', 4)).toMatchObject({ confidence: 0.89, limitedBy: 'ONE_SAMPLE_PER_SECOND' });
    expect(fall('peak', 'waist', 4)).toMatchObject({ confidence: 0.89, limitedBy: 'ONE_SAMPLE_PER_SECOND' });
    expect(fall('burst', 'waist', 4).confidence).toBeGreaterThan(0.9);
    expect(fall('burst', 'waist', 4)).not.toHaveProperty('limitedBy');
  });

  test('a weak candidate has a confidence but no evidence', () => {
    const stumble = judgeByModel(createState([...times(6, upright), createSlot([0, -1_100, 0], { turn: 100 })]));
    expect(stumble.confidence).toBeGreaterThan(0);
    expect(stumble.confidence).toBeLessThanOrEqual(0.3);
    expect(stumble.evidence).toEqual([]);
  });

  test('no slots, no verdict', () => {
    expect(judgeByModel(createState([]))).toEqual({ confidence: 0, evidence: [] });
  });
});

describe('a candidate', () => {
  const named = (slots: readonly Slot[]) => judgeByModel(createState(slots)).evidence.map(({ feature }) => feature);

  test('is assessed as a burst only if all later seconds are bursts too', () => {
    const before = times(4, toBurst(upright));
    const impact = toBurstFall(hit);
    expect(named([...before, impact, ...times(2, toBurst(lying))])).toContain('free_fall');
    const mixed = named([...before, impact, toBurst(lying), as('peak', lying)]);
    expect(mixed).toContain('still_for');
    expect(mixed).not.toContain('free_fall');
  });

  test('after plain readings is assessed as a burst with the seconds since', () => {
    const slots = [...times(4, as('peak', upright)), toBurstFall(hit), ...times(2, toBurst(lying))];
    expect(named(slots)).toContain('free_fall');
  });

  test('without rotation, then or now, has no rotation among its facts', () => {
    const blind = (slot: Slot) => ({ ...as('peak', slot), turn: -1 });
    const before = times(4, as('peak', upright));
    expect(named([...before, as('peak', hit), ...times(2, as('peak', lying))])).toContain('rotation');
    expect(named([...before, blind(hit), ...times(2, as('peak', lying))])).not.toContain('rotation');
    expect(named([...before, as('peak', hit), as('peak', lying), blind(lying)])).not.toContain('rotation');
    // A rotation of 0 is known.
    expect(named([...before, as('peak', { ...hit, turn: 0 }), ...times(2, as('peak', lying))])).toContain('rotation');
  });

  test('with an unknown rotation between it and now is assessed as with none', () => {
    const weak = createSlot([0, 0, 2_000], { turn: 500 });
    const seen = (turn: number) =>
      judgeByModel(
        createState([upright, weak, { ...lying, turn }, { ...lying, turn: 400 }].map((slot) => as('peak', slot))),
      );
    expect(seen(-1)).toEqual(seen(0));
    expect(seen(1)).not.toEqual(seen(0));
  });

  test('that is the strongest explains the verdict', () => {
    const second = createSlot([0, 0, 2_000], { input: 'peak', turn: 100 });
    const slots = [...times(4, as('peak', upright)), as('peak', hit), ...times(3, as('peak', lying)), second];
    const { evidence } = judgeByModel(createState(slots, { site: 'waist' }));
    expect(evidence.find(({ feature }) => feature === 'impact')?.value).toBe(4.8);
  });

  test('explains the verdict before an older one that is as strong', () => {
    const slower = { ...hit, turn: 3_000 };
    const slots = [...times(4, upright), hit, slower, lying, lying].map((slot) => as('peak', slot));
    const { confidence, evidence } = judgeByModel(createState(slots, { site: 'waist' }));
    expect(confidence).toBe(0.89);
    expect(evidence.find(({ feature }) => feature === 'rotation')?.value).toBe(300);
  });

  test('does not depend on the samples of an earlier assessment', () => {
    const slots = [...times(4, toBurst(upright)), toBurstFall(hit)];
    const expected = judgeByModel(createState(slots));
    judgeByModel(createState(times(10, toBurst(createSlot([0, 0, 9_000], { turn: 100 })))));
    expect(judgeByModel(createState(slots))).toEqual(expected);
  });
});
