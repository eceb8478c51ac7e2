import { localeNow } from '../words/words.js';

/** `97.5 %` of 0.975, in the decimals of the language; written as all other percentages. */
export function shareWords(share: number): string {
  const percent = new Intl.NumberFormat(localeNow(), { maximumFractionDigits: 1 }).format(100 * share);
  return `${percent}\u00a0%`;
}
