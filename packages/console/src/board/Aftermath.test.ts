import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { aftermathWords } from './Aftermath.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();
const t = ((key: string, { time, count }: { time?: string; count?: number }) =>
  `${key.split('.').at(-1)} ${time ?? count}`) as unknown as TFunction;
const say = (kind: 'STILL' | 'LYING_STILL' | 'MOVED' | 'UPRIGHT', until: string | null, now: number): string =>
  aftermathWords(t, { kind, since: at(0), until }, Date.parse(at(now)));

test('stillness counts up while readings arrive', () => {
  expect(say('LYING_STILL', null, 40)).toBe('LYING_STILL seconds 40');
  expect(say('LYING_STILL', null, 41)).toBe('LYING_STILL seconds 41');
  expect(say('STILL', null, 240)).toBe('STILL minutes 4');
});

test('without readings it stops at the last one, and says so', () => {
  expect(say('LYING_STILL', at(40), 300)).toMatch(/^LYING_STILL seconds 40 · ended \S/);
});

test('movement and getting up have a time, not a duration', () => {
  for (const kind of ['MOVED', 'UPRIGHT'] as const) expect(say(kind, null, 40)).toBe(say(kind, null, 50));
});
