import { languageNow } from '../words/words.js';

/** `4.1` or `4,1`, with the given number of decimals, none by default. */
export function numberWords(value: number, decimals = 0): string {
  return new Intl.NumberFormat(languageNow(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}
