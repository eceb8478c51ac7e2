import { describe, expect, test } from 'vitest';
import { followMovement, type Rest, unknownRest } from './movement.rules.js';

type Acceleration = readonly [number, number, number];

/** For each reading, whether it moved the device. */
function follow(readings: readonly Acceleration[], rest: Rest = { ...unknownRest }): boolean[] {
  return readings.map(([x, y, z]) => followMovement(rest, x, y, z));
}

/** Two values, each normally distributed with a deviation of 1, from a generator with a fixed start. */
function createNoise(): () => number {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

describe('followMovement', () => {
  test('the first reading is no movement', () => {
    expect(follow([[0, 0, 9.8]])).toEqual([false]);
  });

  test('a deviation of 2.5 % of gravity is a movement, on any axis', () => {
    const flat: Acceleration = [0, 0, 10];
    expect(follow([flat, [0.249, 0, 10]])).toEqual([false, false]);
    expect(follow([flat, [0.251, 0, 10]])).toEqual([false, true]);
    expect(follow([flat, [0, -0.251, 10]])).toEqual([false, true]);
    expect(follow([flat, [0, 0, 9.749]])).toEqual([false, true]);
    expect(follow([flat, [0.2, 0.2, 10]])).toEqual([false, true]);
    expect(
      follow([
        [10, 0, 0],
        [10, 0.249, 0],
      ]),
    ).toEqual([false, false]);
    expect(
      follow([
        [0, 10, 0],
        [0.249, 10, 0],
      ]),
    ).toEqual([false, false]);
  });

  test('a new position is one movement', () => {
    const readings: Acceleration[] = [
      [0, 0, 9.8],
      [9.8, 0, 0],
      [9.8, 0, 0],
    ];
    expect(follow(readings)).toEqual([false, true, false]);
  });

  test('a device that sends g is measured in g', () => {
    const readings: Acceleration[] = [
      [0, 0, 1],
      [0.02, 0, 1],
      [0.05, 0, 1],
    ];
    expect(follow(readings)).toEqual([false, false, true]);
  });

  test('an hour of noise of 0.04 m/s² on a table is no movement, while the sensor drifts by 0.5 m/s²', () => {
    const noise = createNoise();
    const readings = Array.from({ length: 3_600 }, (_, second): Acceleration => {
      return [0.04 * noise(), 0.04 * noise(), 9.8 + (0.5 * second) / 3_600 + 0.04 * noise()];
    });
    expect(follow(readings)).not.toContain(true);
  });

  test('a wrist that tilts by three degrees now and then is a movement each time', () => {
    const tilted: Acceleration = [9.8 * Math.sin(Math.PI / 60), 0, 9.8 * Math.cos(Math.PI / 60)];
    const readings = Array.from({ length: 600 }, (_, second): Acceleration => {
      return Math.floor(second / 60) % 2 === 0 ? [0, 0, 9.8] : tilted;
    });
    expect(follow(readings).filter(Boolean)).toHaveLength(9);
  });

  test('a device that sends zeros does not say that it is still', () => {
    const zero: Acceleration = [0, 0, 0];
    expect(follow([zero, zero, zero])).toEqual([false, true, true]);
  });
});
