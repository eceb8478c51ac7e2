/** Codes of consonants: no word can appear, and no letter looks like a digit. */
export const codeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

/** 20^8 = 2.56 · 10^10 codes, 34.6 bits: for ten minutes, with the limits of guessing.rules.ts. */
export const shortCodeLength = 8;
/** 20^16, 69 bits: for a printed card, which is valid for days. */
export const cardCodeLength = 16;

export const codeLifetimeMs = 600_000;
/** How often a device asks whether it is paired. */
export const pollSeconds = 5;
/** Codes of one account that are not used yet. */
export const maxOpenCodes = 100;

/** `bcdf ghjk` → `BCDFGHJK`. */
export function normalizeCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** `BCDFGHJK` → `BCDF-GHJK`. */
export function formatCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

export function toCode(indexes: readonly number[]): string {
  return indexes.map((index) => codeLetters[index]).join('');
}
