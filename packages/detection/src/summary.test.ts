import { describe, expect, test } from 'vitest';
import type { Evidence } from './explanation.js';
import { summarize } from './summary.js';

const fact = (feature: string, value: number): Evidence => ({ feature, value, unit: 's', weight: 0 });
const all = [
  fact('silent_for', 10),
  fact('still_for', 3),
  fact('posture_change', 78),
  fact('free_fall', 0.44),
  fact('rotation', 310),
  fact('impact', 4.06),
];

describe('summarize', () => {
  test('finds nothing without evidence, and at NO_FALL', () => {
    expect(summarize('NO_FALL', all)).toBe('No sign of a fall');
    expect(summarize('HIGH', [])).toBe('No sign of a fall');
    expect(summarize('NO_FALL', all, 'HARD_KNOCK')).toBe('No sign of a fall');
  });

  test('says that knocks are no fall, and lists the facts under the other limits', () => {
    expect(summarize('SUSPICIOUS', all, 'HARD_KNOCK')).toBe('Hard knock, no fall: same posture, no drop');
    expect(summarize('SUSPICIOUS', all, 'REPEATED_KNOCKS')).toBe('Repeated knocks, no fall: the arm keeps moving');
    expect(summarize('SUSPICIOUS', [fact('impact', 4)], 'TOO_EARLY')).toBe('Impact of 4.0 g');
  });

  test.each([
    [[fact('impact', 4)], 'Impact of 4.0 g'],
    [[fact('rotation', 200)], 'Turning at 200°/s'],
    [[fact('free_fall', 0.2)], 'Falling for 0.2 s'],
    [[fact('posture_change', 20)], 'Posture changed by 20°'],
    [[fact('still_for', 1)], 'Still for 1 s'],
    [[fact('silent_for', 0)], 'Then no reading for 0 s'],
    [[fact('rotation', 199), fact('impact', 4)], 'Impact of 4.0 g'],
    [[fact('free_fall', 0.19), fact('impact', 4)], 'Impact of 4.0 g'],
    [[fact('posture_change', 19), fact('impact', 4)], 'Impact of 4.0 g'],
    [[fact('still_for', 0), fact('impact', 4)], 'Impact of 4.0 g'],
    [[fact('impact_to_surroundings', 9), fact('impact', 4)], 'Impact of 4.0 g'],
  ])('%j', (evidence, sentence) => {
    expect(summarize('SUSPICIOUS', evidence)).toBe(sentence);
  });

  test('has its own order', () => {
    expect(summarize('HIGH', all.slice(2))).toBe(
      'Impact of 4.1 g, turning at 310°/s, falling for 0.4 s, posture changed by 78°',
    );
  });

  test('leaves out the rotation if there is more to say than four facts', () => {
    expect(summarize('HIGH', all.slice(1))).toBe(
      'Impact of 4.1 g, falling for 0.4 s, posture changed by 78°, still for 3 s',
    );
  });
});
