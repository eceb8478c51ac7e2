/** Time and timers, as a parameter: tests move them. */
export interface Clock {
  /** ms since the device started; never goes back. The same clock as `Sample.t`. */
  uptimeMs(): number;
  /** Unix time in ms. Used only for what outlives a restart: buffered readings and the age of a credential. */
  wallMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  uptimeMs: () => performance.now(),
  wallMs: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};
