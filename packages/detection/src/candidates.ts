/** Slower seconds than this are not impacts: a step in brisk walking reaches about 1.5 g. */
const impactG = 1.5;
/** A plain instant rarely shows the impact itself: any sign of movement makes it worth following. */
const movedG = 0.08;
const turnedDegreesPerSecond = 30;
/** Falling free for two readings in a row is 20 m: the device sends another unit, or its sensor is broken. */
const weightlessG = 0.2;

/** A candidate is followed for this many readings after its own. */
export const oldestAge = 5;
/** From this age on there is enough of an aftermath to raise an alarm. */
export const decisionAge = 2;

/**
 * Whether second `i` stands as an impact at second `j`: large enough, not smaller than the second before it, and
 * not outdone by the one after it. `a` holds the largest acceleration of each second in g.
 */
export function isImpact(a: ArrayLike<number>, i: number, j: number): boolean {
  const own = a[i] as number;
  if (!(own >= impactG)) return false;
  if (i > 0 && own < (a[i - 1] as number)) return false;
  return j === i || (a[i + 1] as number) <= own;
}

/** Whether the instant at second `i` is worth following. */
export function isMovement(a: ArrayLike<number>, w: ArrayLike<number>, i: number): boolean {
  const own = a[i] as number;
  if (own < weightlessG && i > 0 && (a[i - 1] as number) < weightlessG) return false;
  return Math.abs(own - 1) > movedG || (w[i] as number) > turnedDegreesPerSecond;
}
