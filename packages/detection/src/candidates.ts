/** A smaller peak is not an impact: a step in brisk walking reaches about 1.5 g. */
export const impactG = 1.5;
/** A plain instant rarely shows the impact itself: any sign of movement makes it a candidate. */
export const movedG = 0.08;
export const turnedDegreesPerSecond = 30;
/** Free fall for two readings in a row would be 20 m: the device sends another unit, or its sensor is broken. */
export const weightlessG = 0.2;

/** A candidate is followed for this many readings after it. */
export const oldestAge = 5;
/** From this age on there is enough aftermath to raise an alert. */
export const decisionAge = 2;

/**
 * Whether second `i` is an impact as seen at second `j`: large enough, not smaller than the second before it, and not
 * exceeded by the one after it. `a` holds the largest acceleration of each second in g.
 */
export function isImpact(a: ArrayLike<number>, i: number, j: number): boolean {
  const own = a[i] as number;
  if (!(own >= impactG)) return false;
  if (i > 0 && own < (a[i - 1] as number)) return false;
  return j === i || (a[i + 1] as number) <= own;
}

/** Whether the instant at second `i` is a candidate. */
export function isMovement(a: ArrayLike<number>, w: ArrayLike<number>, i: number): boolean {
  const own = a[i] as number;
  if (own < weightlessG && i > 0 && (a[i - 1] as number) < weightlessG) return false;
  return Math.abs(own - 1) > movedG || (w[i] as number) > turnedDegreesPerSecond;
}
