import { describe, expect, test } from 'vitest';
import { createSlot, createState, lying, times, upright } from '../test/states.js';
import type { Slot } from './state.js';
import { judgeByThreshold } from './threshold.js';

const judge = (...slots: Slot[]) => judgeByThreshold(createState(slots));
/** In units of 0.01 m/s²: 2,452 is 2.5 g, 3,923 is 4 g. */
const hit = (size: number) => createSlot([size, 0, 0]);
const impact = (value: number) => ({ feature: 'impact', value, unit: 'g', weight: 0 });
const stillFor = (value: number) => ({ feature: 'still_for', value, unit: 's', weight: 0 });
const postureChange = (value: number) => ({ feature: 'posture_change', value, unit: '°', weight: 0 });
/** Deviates from 1 g by 0.5, in a new posture. */
const restless = createSlot([0, 0, 1_471]);

describe('the rule by thresholds: impact, posture, stillness', () => {
  test('less than 2.5 g is nothing', () => {
    expect(judge(upright, hit(2_451), lying, lying)).toEqual({ confidence: 0, evidence: [] });
    expect(judge()).toEqual({ confidence: 0, evidence: [] });
  });

  test('an impact, then another posture held still, is a fall; from 4 g on it is CONFIRMED', () => {
    const evidence = [impact(2.5), postureChange(90), stillFor(2)];
    expect(judge(upright, hit(2_452), lying, lying)).toEqual({ confidence: 0.8, evidence });
    expect(judge(upright, hit(3_922), lying, lying).confidence).toBe(0.8);
    expect(judge(upright, hit(3_923), lying, lying, lying)).toEqual({
      confidence: 0.92,
      evidence: [impact(4), postureChange(90), stillFor(3)],
    });
  });

  test('an impact with only one of the two is SUSPICIOUS', () => {
    expect(judge(upright, hit(3_000), upright, upright)).toEqual({
      confidence: 0.4,
      evidence: [impact(3.1), stillFor(2)],
    });
    expect(judge(upright, hit(3_000), restless, restless)).toEqual({
      confidence: 0.4,
      evidence: [impact(3.1), postureChange(90)],
    });
  });

  test('an impact alone is NO_FALL', () => {
    const jumping = createSlot([0, -1_471, 0]);
    expect(judge(upright, hit(3_000), jumping, jumping)).toEqual({ confidence: 0.2, evidence: [impact(3.1)] });
  });

  test('an impact without two later readings, or without one before, cannot be judged', () => {
    const undecided = { confidence: 0.2, evidence: [impact(3.1)] };
    expect(judge(upright, hit(3_000))).toEqual(undecided);
    expect(judge(upright, hit(3_000), lying)).toEqual(undecided);
    expect(judge(hit(3_000), lying, lying)).toEqual(undecided);
  });
});

describe('the rule by thresholds: which readings count', () => {
  test('an impact counts for five readings', () => {
    expect(judge(upright, hit(3_000), ...times(5, lying)).confidence).toBe(0.8);
    expect(judge(upright, hit(3_000), ...times(6, lying)).confidence).toBe(0);
  });

  test('the strongest of several impacts decides', () => {
    expect(judge(upright, hit(4_000), hit(3_000)).evidence).toEqual([impact(4.1)]);
    expect(judge(upright, hit(3_000), hit(4_000)).evidence).toEqual([impact(3.1)]);
    expect(judge(upright, hit(3_000), lying, lying, hit(5_000)).confidence).toBe(0.4);
  });

  test('the posture before is that of the last four seconds', () => {
    const long = judge(lying, lying, ...times(4, upright), hit(3_000), lying, lying);
    expect(long.evidence[1]).toEqual(postureChange(90));
    const mixed = judge(createSlot([0, -981, 0]), createSlot([0, 0, 981]), hit(3_000), lying, lying);
    expect(mixed.evidence[1]).toEqual(postureChange(45));
  });

  test('a new posture is one turned by 45° or more, in any direction', () => {
    const turned = (degrees: number) =>
      createSlot([0, -981 * Math.cos((degrees * Math.PI) / 180), 981 * Math.sin((degrees * Math.PI) / 180)]);
    const confidence = (degrees: number) => judge(upright, hit(3_000), ...times(2, turned(degrees))).confidence;
    expect([44.9, 45.1, 180, -45.1, -44.9].map(confidence)).toEqual([0.4, 0.8, 0.8, 0.8, 0.4]);
    // Not 694: there, rounding makes it 45.00000000000001°.
    expect(judge(upright, hit(3_000), ...times(2, createSlot([0, -632, 632]))).confidence).toBe(0.8);
  });

  test('still is a mean deviation from 1 g of less than 0.15 g', () => {
    const deviating = (g: number) => createSlot([0, 0, 980.665 * (1 + g)]);
    const confidence = (...deviations: number[]) => judge(upright, hit(3_000), ...deviations.map(deviating)).confidence;
    expect(confidence(0.14, 0.14)).toBe(0.8);
    expect(confidence(0.16, 0.16)).toBe(0.4);
    expect(confidence(-0.16, -0.16)).toBe(0.4);
    expect(confidence(0.29, 0)).toBe(0.8);
    expect(confidence(0.31, 0)).toBe(0.4);
  });

  test('readings without any acceleration have no posture', () => {
    const weightless = createSlot([0, 0, 0]);
    expect(judge(weightless, hit(3_000), lying, lying).evidence).toEqual([impact(3.1), stillFor(2)]);
  });
});
