import { expect, test } from 'vitest';
import { expectWithin } from '../../server/test/times.js';
import { isCommonPassword } from '../src/passwords.js';

test.each([
  'Password1!',
  'P@ssw0rd2024!',
  'Pa$$w0rd',
  'Welcome1!',
  'Qwerty123!',
  '1qaz2WSX!',
  'Passwort1!',
  'Hallo123!',
  'H3ll0!123',
  'Summer2026!',
  'Iloveyou2!',
  'Admin123!',
  'Abc12345!',
  'Aa123456!',
  'Aaaaaaa1!',
  'Helloworld1!',
  '!!Letmein99',
  'Fallwatch1!',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Correct-horse-7!',
  'Battery-staple-8!',
  'Summer rain on Baker St 9!',
  'xK4!mwq7Zp',
  'Root-of-all-7!',
  'Mauerblümchen7!',
  '',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('takes under 50 ms for any password', () => {
  const startedAt = performance.now();
  for (const part of ['1', '!', 'a', 'aa1', 'i1l!', 'Aa1!', '\ud83d\ude00'])
    isCommonPassword(part.repeat(128).slice(0, 1_000));
  expectWithin('seven long passwords', performance.now() - startedAt, 350);
});
