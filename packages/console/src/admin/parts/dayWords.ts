import { localeNow } from '../../words/words.js';

/** `15 Nov`, or `15 Nov 1938` with the year. */
export function dayWords(of: number | string, hasYear = false): string {
  return new Intl.DateTimeFormat(localeNow(), {
    day: 'numeric',
    month: 'short',
    ...(hasYear ? { year: 'numeric' } : {}),
  }).format(typeof of === 'string' ? new Date(`${of}T00:00`) : of);
}
