import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { languageNow } from '../words/words.js';
import { useNow } from './now.js';

export function agoWords(t: TFunction, at: string | null, nowMs: number): string {
  if (at === null) return t('common.ago.never');
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(at)) / 1_000));
  if (seconds < 5) return t('common.ago.now');
  if (seconds < 120) return t('common.ago.seconds', { count: seconds });
  if (seconds < 7_200) return t('common.ago.minutes', { count: Math.floor(seconds / 60) });
  if (seconds < 172_800) return t('common.ago.hours', { count: Math.floor(seconds / 3_600) });
  return t('common.ago.days', { count: Math.floor(seconds / 86_400) });
}

/** How long ago, counting on; the exact time on hover. */
export function Ago({ at }: { readonly at: string | null }) {
  const { t } = useTranslation();
  const now = useNow();
  if (at === null) return <>{t('common.ago.never')}</>;
  return (
    <time dateTime={at} title={momentWords(at)} className="numbers">
      {agoWords(t, at, now)}
    </time>
  );
}

/** `Sun 15 Nov, 03:12` in the reader's language and time zone. */
export function momentWords(at: string): string {
  return new Intl.DateTimeFormat(languageNow() === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}

/** `03:12:45`: for the moments of an alert, where seconds count. */
export function clockWords(at: string): string {
  return new Intl.DateTimeFormat(languageNow() === 'de' ? 'de-DE' : 'en-GB', { timeStyle: 'medium' }).format(
    new Date(at),
  );
}

/** `1:05`, counting up from the moment. */
export function Elapsed({ since }: { readonly since: string }) {
  const seconds = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return (
    <span className="numbers" role="timer">
      {text}
    </span>
  );
}

/** `21 s`, `4 min`: how long something took. */
export function secondsWords(t: TFunction, seconds: number): string {
  if (seconds < 120) return t('common.took.seconds', { count: Math.max(1, Math.round(seconds)) });
  if (seconds < 7_200) return t('common.took.minutes', { count: Math.round(seconds / 60) });
  return t('common.took.hours', { count: Math.round(seconds / 3_600) });
}
