import type { ParsedAddress } from './medium.js';

/** The international form, without spaces: +491701234567. */
export function parsePhone(text: string): ParsedAddress {
  const digits = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  if (/^\+[1-9]\d{6,14}$/.test(digits)) return { address: digits, secrets: {} };
  return { problems: { address: 'must be a phone number with its country code, +49 170 1234567' } };
}
