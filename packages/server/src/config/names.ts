/** Finds names of settings that are probably misspelt. */

/** Set by container platforms for each service, or read by our own tests and tools. */
const foreign = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP)(_\w+)?)?$|^TEST_|^FALL_DATA_DIR$/;

/** The setting that this name was probably meant for; undefined if it resembles none. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((one) => {
    return { one, share: sharedWords(name, one), distance: editDistance(name, one) };
  });
  const [mostShared] = scored.toSorted((one, other) => other.share - one.share);
  const [nearest] = scored.toSorted((one, other) => one.distance - other.distance);
  const share = foreign.test(name) ? 0 : (mostShared?.share ?? 0);
  if (share > 0.5) return mostShared?.one;
  if (nearest && nearest.distance <= lettersMayDiffer(nearest.one)) return nearest.one;
  return share === 0.5 ? mostShared?.one : undefined;
}

/** At most a quarter of the letters, 1 to 3: HOME is not a misspelt HOST. */
function lettersMayDiffer(name: string): number {
  return Math.min(3, Math.max(1, Math.floor(name.length / 4)));
}

/** The share of common words, if at least two: LIMIT_SIGNUP and RATE_LIMIT_SIGNUP share two of three. */
function sharedWords(name: string, other: string): number {
  const [words, others] = [new Set(name.split('_')), new Set(other.split('_'))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared < 2 ? 0 : shared / (words.size + others.size - shared);
}

/** Number of letters to change, add or remove (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, otherLetter] of [...other].entries()) {
      const replaced = (row[index] as number) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] as number) + 1, (next[index] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
