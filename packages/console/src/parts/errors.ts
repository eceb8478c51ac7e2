import { FallwatchError } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import type { common } from '../words/en/common.js';
import { languageNow } from '../words/words.js';

const codes = [
  'UNREACHABLE',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'CONFLICT',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_FAILED',
  'UNAVAILABLE',
  'SIGN_IN_AGAIN',
] as const satisfies readonly (keyof typeof common.error)[];

/**
 * In English the service's own message is shown: it says more. In other languages only the kind of error is translated.
 */
export function errorWords(t: TFunction, error: unknown): string {
  if (!(error instanceof FallwatchError)) return t('common.error.OTHER');
  const code = codes.find((each) => each === error.code);
  if (code === 'UNREACHABLE' || code === 'RATE_LIMITED' || languageNow() !== 'en')
    return t(`common.error.${code ?? 'OTHER'}`, { seconds: error.retryAfterSeconds ?? 60 });
  return error.message;
}

/** Field → error message. */
export function fieldErrors(t: TFunction, error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof FallwatchError)) return {};
  if (languageNow() === 'en') return error.details;
  return Object.fromEntries(Object.keys(error.details).map((field) => [field, t('common.error.field')]));
}
