import { localeNow } from '../words/words.js';

/** `97.5 %` of 0.975. */
export function shareWords(share: number): string {
  return new Intl.NumberFormat(localeNow(), { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
