import { describe, expect, test } from 'vitest';
import { toCsvLine } from './csv.js';

describe('a line of CSV', () => {
  test('separates cells as asked', () => {
    expect(toCsvLine(['a', 1, null, true])).toBe('a,1,,true');
    expect(toCsvLine(['a', 1, null, true], 'semicolon')).toBe('a;1;;true');
  });

  test('quotes cells with either separator, quotes and line breaks', () => {
    const cells = ['Hill, Rose', 'a;b', 'the "old" house', 'one\ntwo'];
    const quoted = ['"Hill, Rose"', '"a;b"', '"the ""old"" house"', '"one\ntwo"'];
    expect(toCsvLine(cells)).toBe(quoted.join(','));
    expect(toCsvLine(cells, 'semicolon')).toBe(quoted.join(';'));
  });

  test.each(['=1+1', '+49 30 1', '-1', '@cmd', '\t=1', '  =1', '＝1', '\r=1', '\nx'])('%j is no formula', (text) => {
    expect(toCsvLine([text]).replaceAll('"', '')).toBe(`'${text}`);
  });

  test('keeps numbers and other text', () => {
    expect(toCsvLine([-1, 0.5, '1-2', 'Straße'])).toBe('-1,0.5,1-2,Straße');
  });
});
