import type { Explanation } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { numberWords } from './numbers.js';

/** In the order of the sentence. A value below `least` is left out: it means nothing to a reader. */
const phrases = [
  { feature: 'impact', least: 0, decimals: 1 },
  { feature: 'rotation', least: 200, decimals: 0 },
  { feature: 'free_fall', least: 0.2, decimals: 1 },
  { feature: 'posture_change', least: 20, decimals: 0 },
  { feature: 'still_for', least: 1, decimals: 0 },
  { feature: 'silent_for', least: 0, decimals: 0 },
] as const;

/** More facts than this are too many for one sentence. */
const mostPhrases = 4;

/**
 * Why the detector reported a fall, in the reader's language: «Impact of 4.1 g, posture changed by 78°, still for 3 s».
 */
export function explanationWords(t: TFunction, { evidence, limitedBy }: Explanation): string {
  if (limitedBy === 'HARD_KNOCK' || limitedBy === 'REPEATED_KNOCKS') return t(`person.explanation.${limitedBy}`);
  const parts = phrases.flatMap(({ feature, least, decimals }) => {
    const fact = evidence.find((one) => one.feature === feature);
    if (fact === undefined || fact.value < least) return [];
    return [{ feature, words: t(`person.explanation.${feature}`, { value: numberWords(fact.value, decimals) }) }];
  });
  if (parts.length === 0) return t('person.explanation.nothing');
  // Rotation is left out first: it says least to a reader.
  const told = parts.length > mostPhrases ? parts.filter(({ feature }) => feature !== 'rotation') : parts;
  const sentence = told.map(({ words }) => words).join(', ');
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}

/** A stumble against a table is below it, a fall to the floor usually above. In g. */
const hardImpact = 3.5;
/** In degrees: from standing to lying. */
const liesDown = 45;

/** The same without figures, for somebody on the way: «Hard impact, then lying still for 40 s». */
export function plainWords(t: TFunction, { evidence }: Explanation): string {
  const find = (feature: string): number => evidence.find((one) => one.feature === feature)?.value ?? 0;
  const [impact, still, posture] = [find('impact'), find('still_for'), find('posture_change')];
  const words: string[] = [];
  if (impact > 0) words.push(t(impact >= hardImpact ? 'person.plain.hardImpact' : 'person.plain.impact'));
  const seconds = { value: numberWords(still) };
  if (still >= 1) words.push(t(posture >= liesDown ? 'person.plain.lyingStill' : 'person.plain.still', seconds));
  else if (posture >= liesDown) words.push(t('person.plain.lying'));
  if (find('silent_for') > 0) words.push(t('person.plain.silent'));
  return words.length === 0 ? t('person.explanation.nothing') : words.join(', ');
}

const noteCodes = ['NO_GYROSCOPE', 'LOOKS_LIKE_G', 'SHORT_HISTORY', 'CLIPPED'] as const;

/** What the detector could not see, one sentence each; empty when the data was complete. */
export function qualityWords(t: TFunction, { dataQuality: { input, notes } }: Explanation): string[] {
  const told = noteCodes.filter((code) => notes.includes(code)).map((code) => t(`person.quality.${code}`));
  return input === 'burst' ? told : [t(`person.quality.${input}`), ...told];
}
