import { languageNow } from '../words/words.js';

/** `4.1` or `4,1`, with the given number of decimals, none by default. */
export function numberWords(value: number, decimals = 0): string {
  return new Intl.NumberFormat(languageNow(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value);
}

/** `60 %`, with a space that does not break, from 0.6. */
export function percentWords(share: number): string {
  return `${numberWords(share * 100)}\u00a0%`;
}
