import type { Clock } from './clock.js';

/** Runs a request whose signal aborts after `timeoutMs`, or when `stopped` aborts. */
export async function withTimeout<T>(
  clock: Clock,
  stopped: AbortSignal,
  timeoutMs: number,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [late, ended] = [new AbortController(), new AbortController()];
  void clock.wait(timeoutMs, AbortSignal.any([ended.signal, stopped])).then(() => late.abort());
  try {
    return await request(late.signal);
  } finally {
    ended.abort();
  }
}
