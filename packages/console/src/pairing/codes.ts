import { FallwatchError } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { errorWords } from '../parts/errors.js';

/** Letters of the code that a device shows. A printed one is longer. */
export const codeLetters = 8;

/** As the service reads it: case, spaces and hyphens do not matter. */
export const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');

/** `BCDF-GHJK`. */
export const toShownCode = (code: string): string =>
  normalizeCode(code)
    .match(/.{1,4}/g)
    ?.join('-') ?? '';

/** Where a person types the code of a card or a screen: the address without its fragment. */
export const toTypedAddress = (url: string): string => url.replace(/#.*$/, '').replace(/^https?:\/\//, '');

/** Why a code was not accepted. */
export function codeErrorWords(t: TFunction, error: unknown): string {
  if (!(error instanceof FallwatchError)) return errorWords(t, error);
  // 400: letters that no code has.
  if (error.status === 404 || error.status === 400) return t('pairing.enter.wrong');
  if (error.status === 409) return t('pairing.enter.foreign');
  if (error.status === 429)
    return t('pairing.enter.tooMany', { count: Math.max(1, Math.ceil((error.retryAfterSeconds ?? 600) / 60)) });
  return errorWords(t, error);
}
