import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { toShortestDecimal } from './shortest-decimal.js';

const real = new Float32Array(1);
const bits = new Uint32Array(real.buffer);
/** Every `real` is one of the 2^32 patterns of its bits. */
function fromBits(pattern: number): number {
  bits[0] = pattern;
  return real[0] as number;
}
const random = (below: number) => Math.floor(Math.random() * below);
const repeat = (times: number, make: (n: number) => number) => Array.from({ length: times }, (_, n) => make(n));
/** The lowest pattern of each exponent, first 0: the subnormal numbers. */
const exponents = Array.from({ length: 255 }, (_, exponent) => exponent * 2 ** 23);

const values = {
  'of every exponent, random': exponents.flatMap((lowest) => repeat(200, () => fromBits(lowest + random(2 ** 23)))),
  'powers of two and their neighbours': exponents.flatMap((lowest) =>
    [-2, -1, 0, 1, 2].filter((step) => lowest + step >= 0).map((step) => fromBits(lowest + step)),
  ),
  'subnormal, the smallest': repeat(1_000, fromBits),
  'of sensors': repeat(20_000, () => Math.fround(random(20_000_001) / 1_000 - 10_000)),
  'of all sizes of readings': repeat(20_000, () => Math.fround((Math.random() - 0.5) * 10 ** (random(12) - 5))),
  // 7.14453125 is half way between two decimals of seven digits: the even one is taken.
  'with few binary places': repeat(20_000, () => Math.fround(random(2 ** (8 + random(17))) / 2 ** random(16))),
  // 33554450 is half way between two of them, and so the text of none.
  whole: repeat(20_000, () => Math.fround(random(10 ** (7 + random(8))))),
  named: [-0, 3.4028234663852886e38, 1.401298464324817e-45, 7.038530691851209e-26, Infinity, -Infinity, NaN],
};

/** Negative ones too. A double's text has all its digits, and -0 needs its sign. */
const toSent = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

test.each(Object.entries(values))('real numbers are those of PostgreSQL: %s', async (_, some) => {
  const { platform } = await testServer();
  const all = some.flatMap((value) => [value, -value]);
  const { rows } = await sql<{ text: string }>`
    select sent::real::text as text from unnest(${all.map(toSent)}::text[]) with ordinality as one (sent, place)
    order by place`.execute(platform.db);
  expect(rows).toHaveLength(all.length);
  const differences = rows.flatMap(({ text }, place) => {
    const found = toShortestDecimal(all[place] as number);
    return Object.is(found, Number(text)) ? [] : [`${all[place]}: ${text}, not ${found}`];
  });
  expect(differences.slice(0, 10)).toEqual([]);
});
