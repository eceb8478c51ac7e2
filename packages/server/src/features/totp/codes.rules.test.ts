import { describe, expect, test } from 'vitest';
import { hashRecoveryCode, isTotpCode, normalizeCode, toRecoveryCode } from './codes.rules.js';
import { findStep, toTotpUri } from './totp.rules.js';

/** The key of the test vectors in RFC 6238: `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator app', () => {
  // The last six digits of the vectors, which have eight.
  test.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 37_037_036],
    [20_000_000_000_000, '353130', 666_666_666],
  ])('at %i ms, %s is the code of step %i', (nowMs, code, step) => {
    expect(findStep(secret, code, nowMs)).toBe(step);
  });

  test('a code is accepted 30 s early or late, with the step it belongs to, and not longer', () => {
    const at = 1_111_111_109_000;
    expect([-60, -30, 0, 30, 60].map((s) => findStep(secret, '081804', at + s * 1_000))).toEqual([
      undefined,
      37_037_036,
      37_037_036,
      37_037_036,
      undefined,
    ]);
  });

  test('the address in the QR code', () => {
    expect(toTotpUri(secret, 'ann@example.org')).toBe(
      `otpauth://totp/Fallwatch:ann%40example.org?issuer=Fallwatch&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('recovery codes', () => {
  test('have 16 characters of an alphabet without I, L, O and U', () => {
    expect(toRecoveryCode(new Uint8Array(10))).toBe('0000-0000-0000-0000');
    expect(toRecoveryCode(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    expect(toRecoveryCode(Uint8Array.of(0x84, 0x21, 0x08, 0x42, 0x10, 1, 2, 3, 4, 5))).toMatch(
      /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/,
    );
  });

  test('are compared as people read and type them', () => {
    expect(normalizeCode(' o1il-zzzz 0000-abcd ')).toBe('0111ZZZZ0000ABCD');
    expect(isTotpCode(normalizeCode('123 456'))).toBe(true);
    expect(isTotpCode(normalizeCode('1234-5678-9012-3456'))).toBe(false);
  });

  test('the same code has another hash with another salt', () => {
    expect(hashRecoveryCode('A', 'one')).not.toBe(hashRecoveryCode('A', 'two'));
  });
});
