import { describe, expect, test } from 'vitest';
import { Body } from '../src/motion/body.js';
import { motionNames, motions } from '../src/motion/motions.js';
import { gravity, samplesPerSecond } from '../src/motion/track.js';
import { computeOutcome, raisesAlert } from '../src/outcome.js';

/** Different people from those in docs/scenarios.md. */
const people = Array.from({ length: 12 }, (_, index) => `test ${index}`);
const sites = ['waist', 'wrist'] as const;

describe.each(motionNames)('%s', (name) => {
  const { isFall } = motions[name];
  test.each(sites)(`${isFall ? 'reaches POTENTIAL' : 'stays below POTENTIAL'} at the %s`, (site) => {
    const wrong: string[] = [];
    for (const person of people) {
      const samples = new Body(site, person).perform(name);
      for (const quality of ['peak', 'burst'] as const)
        for (const offset of [0, 12, 24, 37]) {
          const outcome = computeOutcome(samples, { site, quality, offset });
          if (raisesAlert(outcome) !== isFall) wrong.push(`${person}, ${quality}, ${offset}: ${outcome.confidence}`);
        }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a body', () => {
  const magnitudes = (site: 'waist' | 'wrist', seed: string, ...names: readonly (typeof motionNames)[number][]) => {
    const body = new Body(site, seed);
    return names.flatMap((name) => body.perform(name)).map(({ accel }) => Math.hypot(...accel) / gravity);
  };

  test('repeats itself with the same seed, and differs with another', () => {
    expect(new Body('wrist', 'a').perform('faint')).toEqual(new Body('wrist', 'a').perform('faint'));
    expect(new Body('wrist', 'a').perform('faint')).not.toEqual(new Body('wrist', 'b').perform('faint'));
  });

  test('feels only gravity at rest', () => {
    for (const site of sites)
      for (const magnitude of magnitudes(site, 'still', 'rest')) expect(magnitude).toBeCloseTo(1, 1);
  });

  test('falls before it lands: low acceleration, then an impact, then stillness', () => {
    const felt = magnitudes('waist', 'falls', 'slip-backward');
    const impact = felt.indexOf(Math.max(...felt));
    expect(felt[impact]).toBeGreaterThan(3);
    expect(Math.min(...felt.slice(impact - samplesPerSecond / 2, impact))).toBeLessThan(0.4);
    for (const after of felt.slice(impact + 2 * samplesPerSecond)) expect(after).toBeCloseTo(1, 1);
  });

  test('gets up slowly: no motion begins with a jump', () => {
    const body = new Body('waist', 'gets up');
    body.perform('faint');
    const next = body.perform('walk').slice(0, 3 * samplesPerSecond);
    for (const { gyro } of next) expect(Math.hypot(...gyro)).toBeLessThan(120);
  });
});
