import { describe, expect, test } from 'vitest';
import { fallMessage as message } from '../../../test/contacts.js';
import { chooseCode, composeText, isSigned, parseReply, signCallback, toGsm } from './sms.rules.js';

describe('a reply', () => {
  test.each([
    ['1 47', 'ON_IT', 47],
    ['1', 'ON_IT', null],
    [' 2-47. ', 'CANNOT', 47],
    ['Ja 12', 'ON_IT', 12],
    ['NEIN', 'CANNOT', null],
    ['yes!', 'ON_IT', null],
  ] as const)('%j', (text, answer, code) => {
    expect(parseReply(text)).toEqual({ answer, code });
  });

  test.each(['', '3', '11 47', 'I am on my way', '1 4', '1 475', '1; drop table'])('%j is no answer', (text) => {
    expect(parseReply(text)).toBeUndefined();
  });
});

describe('a text', () => {
  test('says how to reply, and ends with the link', () => {
    expect(composeText(message, 47)).toBe(
      "R.H. has fallen. Just now. 1 47 = I'm on it, 2 47 = I can't. https://care.test/answer#abc",
    );
    expect(composeText({ ...message, answer: null }, null)).toBe('R.H. has fallen. Just now.');
  });

  test('stays in the alphabet of phones', () => {
    expect(toGsm('„Grüße“ – ça va … ✓')).toBe('"Grüße" - ?a va ... ?');
    expect(toGsm('ist gestürzt: Ä.Ö. €5 [x]')).toBe('ist gestürzt: Ä.Ö. €5 [x]');
  });
});

test('a code is the lowest that is free', () => {
  expect(chooseCode(new Set())).toBe(10);
  expect(chooseCode(new Set([10, 11, 13]))).toBe(12);
  expect(chooseCode(new Set(Array.from({ length: 90 }, (_, index) => index + 10)))).toBeUndefined();
});

test('a callback is signed for one purpose, by the present key or the one before', () => {
  const [key, oldKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const signature = signCallback('report d1', oldKey);
  expect(isSigned('report d1', signature, [key, oldKey])).toBe(true);
  expect(isSigned('report d2', signature, [key, oldKey])).toBe(false);
  expect(isSigned('report d1', signature, [key])).toBe(false);
  expect(isSigned('report d1', 'short', [key])).toBe(false);
});
