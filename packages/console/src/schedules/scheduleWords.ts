import type { ScheduleGap, Shift } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { localeNow } from '../words/words.js';

export const gapWords = (t: TFunction, reason: ScheduleGap['reason']): string => t(`schedules.reasons.${reason}`);

export const sourceWords = (t: TFunction, source: Shift['source']): string => t(`schedules.sources.${source}`);

export const turnLengths = [1, 2, 3, 4, 5, 7, 14, 28];

/** The zone of this browser. Times on the screen are in it. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Mon` for 1 to `Sun` for 7, in the reader's language. 5 January 2026 was a Monday. */
export function dayWords(day: number, weekday: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(localeNow(), { weekday, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 4 + day)),
  );
}
