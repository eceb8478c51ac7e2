/**
 * A circuit breaker. After an outage no call is made for `restMs`; then one trial call finds out whether the server is
 * back. All other calls fail at once with the last error: an outage costs one time-out, not one per caller. `isOutage`
 * separates outages from errors that the caller caused.
 */
export function createBreaker(
  restMs: number,
  isOutage: (fault: unknown) => boolean = () => true,
): <T>(work: () => Promise<T>) => Promise<T> {
  let lastFault: unknown;
  let isAway = false;
  let isTrying = false;
  let restUntilMs = 0;

  return async (work) => {
    if (isAway && (isTrying || performance.now() < restUntilMs)) throw lastFault;
    const isTry = isAway;
    if (isTry) isTrying = true;
    try {
      const result = await work();
      isAway = false;
      return result;
    } catch (fault) {
      isAway = isOutage(fault);
      if (isAway) {
        lastFault = fault;
        restUntilMs = performance.now() + restMs;
      }
      throw fault;
    } finally {
      if (isTry) isTrying = false;
    }
  };
}
