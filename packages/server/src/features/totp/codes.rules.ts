import { createHash } from 'node:crypto';

export const recoveryCodeCount = 10;

/** 80 random bits: 16 characters. */
export const recoveryCodeBytes = 10;

/** Crockford's alphabet: no I, L, O and U, which are misread on paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `X7K2-9QWD-4MZT-CH3R` */
export function toRecoveryCode(random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]);
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}

/** As it is compared: people leave out dashes, add spaces, and read O for 0. */
export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

export function isTotpCode(normalized: string): boolean {
  return /^\d{6}$/.test(normalized);
}

/** The salt is random for each set of codes, so that equal codes of two accounts have different hashes. */
export function hashRecoveryCode(normalized: string, salt: string): string {
  return createHash('sha256').update(`${salt} ${normalized}`).digest('base64url');
}
