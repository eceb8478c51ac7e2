/** Long enough to cost nothing (20 wake-ups a second), short compared with the 200 ms that a device may be early. */
const tickMs = 50;
/** A process that was idle for this long within a tick has read everything that had arrived. */
const idleMs = 10;
/** Requests that waited longer have been given up by their sender. */
const maxHeldUpMs = 5_000;

/** Measures how long the event loop was blocked. Data that arrives meanwhile waits in the kernel and is seen late. */
export interface EventLoopWatch {
  /** How much earlier a request seen at this moment (performance.now()) may have arrived. */
  heldUpMs(atMs: number): number;
  stop(): void;
}

/**
 * A delay lasts until the process has caught up: connections are accepted, then read, in several event loop turns. It
 * has caught up once it waits for work again and its timer is on time. The result is at most one tick too short.
 */
export function watchEventLoop(): EventLoopWatch {
  let tickedAtMs = performance.now();
  let caughtUpAtMs = tickedAtMs;
  let waitedMs = performance.eventLoopUtilization().idle;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const { idle } = performance.eventLoopUtilization();
    if (idle - waitedMs >= idleMs && nowMs - tickedAtMs < 2 * tickMs) caughtUpAtMs = nowMs;
    tickedAtMs = nowMs;
    waitedMs = idle;
  }, tickMs).unref();
  return {
    heldUpMs: (atMs) => Math.min(maxHeldUpMs, Math.max(0, atMs - caughtUpAtMs - tickMs)),
    stop: () => clearInterval(timer),
  };
}
