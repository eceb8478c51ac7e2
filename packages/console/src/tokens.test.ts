import { expect, test } from 'vitest';
import { type Contrast, meanings, type Palette, palettes } from './tokens.js';

/** WCAG 2.2: relative luminance, and from it the contrast of two colours. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/** Every pair that the console puts together, with the least contrast it needs. */
function listPairs(palette: Palette, leastText: number): [name: string, one: string, other: string, least: number][] {
  const { ground, surface, lineStrong, ink, inkSoft } = palette;
  const pairs: [string, string, string, number][] = [];
  for (const [place, below] of Object.entries({ ground, surface })) {
    pairs.push([`ink on ${place}`, ink, below, leastText], [`inkSoft on ${place}`, inkSoft, below, leastText]);
    pairs.push([`lineStrong on ${place}`, lineStrong, below, 3]);
  }
  for (const meaning of meanings) {
    const { text, fill, on, soft, border } = palette[meaning];
    pairs.push([`${meaning}.on on fill`, on, fill, leastText]);
    pairs.push(
      [`ink on ${meaning}.soft`, ink, soft, leastText],
      [`inkSoft on ${meaning}.soft`, inkSoft, soft, leastText],
    );
    for (const below of [ground, surface, soft])
      pairs.push([`${meaning}.text`, text, below, leastText], [`${meaning}.border`, border, below, 3]);
  }
  return pairs;
}

const leastText: Readonly<Record<Contrast, number>> = { standard: 4.5, high: 7 };

test.each(['standard', 'high'] as const)(
  'contrast %s: text and borders are strong enough by day and by night',
  (which) => {
    const weak = Object.entries(palettes[which]).flatMap(([scheme, palette]) =>
      listPairs(palette, leastText[which])
        .filter(([, one, other, least]) => contrast(one, other) < least)
        .map(([name, one, other]) => `${scheme} ${name}: ${contrast(one, other).toFixed(2)}`),
    );
    expect(weak).toEqual([]);
  },
);
