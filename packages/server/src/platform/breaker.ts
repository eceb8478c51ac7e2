/**
 * For a server that may be away. After a failure it is left alone for a while; then one call finds out whether it is
 * back. All others meanwhile fail at once with the last fault: an outage costs one wait, not one for each caller.
 * `isOutage` tells it from a fault that is the caller's own.
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
