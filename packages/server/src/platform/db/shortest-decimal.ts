/** Up to here a product of a `real` (24 bits) and a power of ten (5^12 has 28 bits) is exact as a double (53 bits). */
const scales = Array.from({ length: 12 }, (_, index) => 10 ** (index + 1));
const smallestScaled = 1e-4;
/** Up to here every whole number is a `real`, and its own shortest text. */
const largestScaled = 2 ** 24;
/** Adding and subtracting it rounds to whole numbers, halves to the even one, as PostgreSQL does. */
const rounder = 1.5 * 2 ** 52;

/**
 * The number of the shortest decimal text of a `real`, as PostgreSQL sends it: 9.81 and not 9.8100004196. Takes 0.1 µs
 * for sizes of readings. DuckDB's text is another one in rare cases: 7.14453125 for PostgreSQL's 7.1445312.
 */
export function toShortestDecimal(real: number): number {
  const size = Math.abs(real);
  if (size <= largestScaled) {
    if (Math.trunc(real) === real) return real;
    if (size >= smallestScaled)
      for (const scale of scales) {
        const decimal = (real * scale + rounder - rounder) / scale;
        if (Math.fround(decimal) === real) return decimal;
      }
  }
  return toShortestOfDigits(real);
}

/**
 * What the rule below misses: three powers of two, whose lower neighbour is nearer than the upper one, and a text that as
 * a double lies half way to the next `real`. Found by comparing all powers of two, and all halves near a short decimal.
 */
const exceptions: ReadonlyMap<number, number> = new Map([
  [2 ** -96, 1.2621775e-29],
  [2 ** 87, 1.5474251e26],
  [2 ** 90, 1.2379401e27],
  [7.038530691851209e-26, 7.038531e-26],
]);

const [leastDigits, mostDigits] = [6, 9];
const smallestNormal = 2 ** -126;

/** For very small and very large numbers: 1 µs. Decimals of up to six digits differ as `real`, unless it is subnormal. */
function toShortestOfDigits(real: number): number {
  const exception = exceptions.get(Math.abs(real));
  if (exception !== undefined) return Math.sign(real) * exception;
  // PostgreSQL takes no decimal that lies half way between two numbers: other programs may read the other one.
  const half = Math.abs(toNext(real) - real) / 2;
  for (let digits = Math.abs(real) < smallestNormal ? 1 : leastDigits; digits < mostDigits; digits += 1) {
    const decimal = Number(real.toPrecision(digits));
    if (Math.fround(decimal) === real && Math.abs(decimal - real) < half) return decimal;
  }
  return Number(real.toPrecision(mostDigits));
}

/** Made once: two views for each call took half of the time of a call. */
const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

/** The neighbour that is farther from 0. */
function toNext(real: number): number {
  scratch[0] = real;
  scratchBits[0] = (scratchBits[0] as number) + 1;
  return scratch[0] as number;
}
