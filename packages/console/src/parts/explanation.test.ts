import type { Explanation } from '@fallwatch/client';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { de } from '../words/de/index.js';
import { en } from '../words/en/index.js';
import { explanationWords, plainWords, qualityWords } from './explanation.js';

function explained(facts: Record<string, number>, quality: Partial<Explanation['dataQuality']> = {}): Explanation {
  const evidence = Object.entries(facts).map(([feature, value]) => ({ feature, value, unit: '', weight: 0 }));
  const dataQuality: Explanation['dataQuality'] = { input: 'burst', bodySite: 'wrist', notes: [], ...quality };
  return { summary: '', evidence, dataQuality, detectorVersion: '' };
}

beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'words', resources: { en: { words: en }, de: { words: de } } }));

const inLanguage = async <T>(language: 'en' | 'de', say: () => T): Promise<T> => {
  await i18next.changeLanguage(language);
  return say();
};

describe('the reason for a detection', () => {
  const facts = { still_for: 3, posture_change: 78, impact: 4.1, impact_to_surroundings: 2 };

  test('is a sentence in the reader’s language, with its numbers', async () => {
    const say = () => explanationWords(i18next.t, explained(facts));
    expect(await inLanguage('en', say)).toBe('Impact of 4.1 g, posture changed by 78°, still for 3 s');
    expect(await inLanguage('de', say)).toBe('Aufprall mit 4,1 g, Lage um 78° verändert, 3 s lang reglos');
  });

  test('leaves out values too small to matter, and rotation when there are more than four facts', async () => {
    const say = (more: Record<string, number>) => () => explanationWords(i18next.t, explained({ ...facts, ...more }));
    expect(await inLanguage('en', say({ rotation: 120, free_fall: 0.1 }))).not.toMatch(/turning|falling/);
    expect(await inLanguage('en', say({ rotation: 320, free_fall: 0.4 }))).not.toMatch(/turning/);
    expect(await inLanguage('en', say({ rotation: 320 }))).toMatch(/turning at 320°\/s/);
  });

  test('says that knocks are no fall', async () => {
    const knocks = () => explanationWords(i18next.t, { ...explained(facts), limitedBy: 'REPEATED_KNOCKS' });
    expect(await inLanguage('en', knocks)).toBe('Repeated knocks, no fall: the arm keeps moving');
    const say = () => explanationWords(i18next.t, { ...explained(facts), limitedBy: 'HARD_KNOCK' });
    expect(await inLanguage('en', say)).toBe('Hard knock, no fall: same posture, no drop');
    expect(await inLanguage('de', say)).toBe('Harter Stoß, kein Sturz: gleiche Lage, kein Absinken');
  });

  test('says that nothing was found', async () => {
    expect(await inLanguage('en', () => explanationWords(i18next.t, explained({})))).toMatch(/^No sign/);
  });
});

describe('what the detector could not see', () => {
  test('is empty for complete data, and has a sentence for each gap', async () => {
    expect(await inLanguage('en', () => qualityWords(i18next.t, explained({})))).toEqual([]);
    const poor = explained({}, { input: 'instant', notes: ['CLIPPED', 'SOMETHING_NEW'] });
    expect(await inLanguage('en', () => qualityWords(i18next.t, poor))).toHaveLength(2);
  });
});

test('on the alert the reason has no figures but the seconds', async () => {
  const say = () =>
    plainWords(i18next.t, explained({ impact: 5.1, free_fall: 0.4, posture_change: 101, still_for: 40 }));
  expect(await inLanguage('en', say)).toBe('Hard impact, then lying still for 40 s');
  expect(await inLanguage('de', say)).toBe('Harter Aufprall, danach 40 s lang reglos gelegen');
  expect(await inLanguage('en', () => plainWords(i18next.t, explained({ impact: 2.5, silent_for: 9 })))).toBe(
    'Impact, then no more readings',
  );
});
