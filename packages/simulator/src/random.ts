/** Seeded random numbers: the same seed gives the same people, motions and problems on every machine. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number;
  /** `value` plus or minus this share of it, uniformly distributed. */
  readonly about: (value: number, share: number) => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** Normally distributed, with mean 0. */
  readonly noise: (deviation: number) => number;
}

export function createRandom(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hashText(seed);
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);
  return {
    next,
    between,
    about: (value, share) => value * between(1 - share, 1 + share),
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    // The sum of three uniform numbers is close enough to normal for sensor noise, and fast.
    noise: (deviation) => (next() + next() + next() - 1.5) * 2 * deviation,
  };
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
