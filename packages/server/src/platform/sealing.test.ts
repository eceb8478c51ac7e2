import { expect, test } from 'vitest';
import { seal, unseal } from './sealing.js';

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

test('a sealed secret is opened with the same key and purpose only, and has a new form each time', () => {
  const sealed = seal([newer], 'totp ann', 'secret');
  expect(sealed).not.toContain('secret');
  expect(seal([newer], 'totp ann', 'secret')).not.toBe(sealed);
  expect(unseal([newer], 'totp ann', sealed)).toBe('secret');
  expect(unseal([newer], 'totp bob', sealed)).toBeUndefined();
  expect(unseal([older], 'totp ann', sealed)).toBeUndefined();
});

test('while keys are rotated, both open it and the first one seals', () => {
  expect(unseal([newer, older], 'x', seal([older], 'x', 'secret'))).toBe('secret');
  expect(unseal([newer], 'x', seal([newer, older], 'x', 'secret'))).toBe('secret');
});

test('a changed or cut value is refused', () => {
  const sealed = seal([newer], 'x', 'secret');
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  for (const wrong of [changed.toString('base64url'), sealed.slice(0, 20), sealed.slice(0, -4), '', 'nonsense'])
    expect(unseal([newer], 'x', wrong)).toBeUndefined();
});
