import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';

/** Latin with its extensions for European languages, Greek and Cyrillic. */
const letters = [
  [0x41, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1e00, 0x1ef9],
].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
);

/** Not a static import: the console is another package. */
const consoleRule = new URL('../../../../console/src/parts/foldText.ts', import.meta.url).href;

test('the database and the console fold texts alike', async () => {
  const { foldText } = (await import(consoleRule)) as { foldText: (text: string) => string };
  const { platform } = await testServer();
  const texts = [...letters.filter((letter) => /\p{L}/u.test(letter)), 'Müller', 'Mu\u0308ller', 'GROẞ', 'ΟΔΟΣ', 'ﬁ'];
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, fold_text(text) as folded from unnest(${texts}::text[]) as text`.execute(platform.db);
  const differences = rows.filter(({ text, folded }) => folded !== foldText(text));
  expect(rows).toHaveLength(texts.length);
  expect(differences.map(({ text, folded }) => `${text}: ${folded} ${foldText(text)}`)).toEqual([]);
});
