import { createHmac, timingSafeEqual } from 'node:crypto';
import { cardCodeLength, codeLetters, formatCode, normalizeCode, toCode } from '../pairing/pairing.rules.js';

/**
 * The code that creates the first admin, made from the key of the installation: the same in all its processes, and
 * nothing is stored. 16 of 20 letters, 69 bits. It ends with its use: once there is an admin, none is accepted.
 */
export function setupCode(key: Uint8Array): string {
  const bytes = createHmac('sha256', key).update('first admin').digest();
  return formatCode(toCode([...bytes.subarray(0, cardCodeLength)].map((byte) => byte % codeLetters.length)));
}

export function isSetupCode(typed: string, keys: readonly Uint8Array[]): boolean {
  const given = Buffer.from(formatCode(normalizeCode(typed)));
  return keys.some((key) => {
    const expected = Buffer.from(setupCode(key));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
