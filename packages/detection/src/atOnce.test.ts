import { describe, expect, test } from 'vitest';
import { createSlot, times, upright } from '../test/states.js';
import { isExtreme, judgeAtOnce } from './atOnce.js';
import type { Slot } from './state.js';

/** 0.01 m/s² along one axis, and °/s. */
const reading = (g: number, turn: number, more: Partial<Slot> = {}) =>
  createSlot([0, 0, Math.round(g * 980.665)], { turn: turn * 10, ...more });
const hard = reading(4.01, 300);

describe('one instant', () => {
  test('of 4 g that turns at 300 °/s is POTENTIAL at once, also as the first reading', () => {
    expect(judgeAtOnce([hard])).toEqual({
      confidence: 0.6,
      evidence: [
        { feature: 'impact', value: 4, unit: 'g', weight: 0 },
        { feature: 'rotation', value: 300, unit: '°/s', weight: 0 },
      ],
    });
    expect(judgeAtOnce([...times(6, upright), hard]).confidence).toBe(0.6);
  });

  test('below either bound is not', () => {
    expect(judgeAtOnce([reading(3.99, 300)]).confidence).toBe(0);
    expect(judgeAtOnce([reading(4.01, 299)]).confidence).toBe(0);
    expect(judgeAtOnce([]).confidence).toBe(0);
    expect([isExtreme(4, 300), isExtreme(3.99, 300), isExtreme(4, 299.9)]).toEqual([true, false, false]);
  });

  test('of a person who moved hard in the four seconds before waits for the aftermath', () => {
    expect(judgeAtOnce([reading(1.51, 0), ...times(3, upright), hard]).confidence).toBe(0);
    expect(judgeAtOnce([...times(3, upright), reading(1.51, 0), hard]).confidence).toBe(0);
    expect(judgeAtOnce([reading(1.49, 0), ...times(3, upright), hard]).confidence).toBe(0.6);
    expect(judgeAtOnce([reading(3, 0), ...times(4, upright), hard]).confidence).toBe(0.6);
  });

  test('that follows one which alerted at once alerts too, and one that follows another movement does not', () => {
    expect(judgeAtOnce([...times(3, upright), hard, hard, hard]).confidence).toBe(0.6);
    expect(judgeAtOnce([...times(3, upright), hard, upright, hard]).confidence).toBe(0.6);
    expect(judgeAtOnce([...times(3, upright), hard, reading(4.01, 0), hard]).confidence).toBe(0);
    expect(judgeAtOnce([...times(3, upright), reading(2, 0), hard, hard]).confidence).toBe(0);
    expect(judgeAtOnce([...times(3, upright), reading(2, 0), hard, ...times(4, upright), hard]).confidence).toBe(0.6);
  });

  test('is not a peak or a burst', () => {
    expect(judgeAtOnce([reading(9, 900, { input: 'peak' })]).confidence).toBe(0);
    expect(judgeAtOnce([reading(9, 900, { input: 'burst' })]).confidence).toBe(0);
  });
});
