import type { Clock } from './clock.js';

/** Runs a request whose signal aborts after `timeoutMs`, or when `stopped` aborts. */
export async function withTimeout<T>(
  clock: Clock,
  stopped: AbortSignal,
  timeoutMs: number,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [late, ended] = [new AbortController(), new AbortController()];
  const stop = () => late.abort();
  stopped.addEventListener('abort', stop);
  void clock.wait(timeoutMs, ended.signal).then(stop);
  try {
    return await request(late.signal);
  } finally {
    stopped.removeEventListener('abort', stop);
    ended.abort();
  }
}
