import { unavailable } from './refusal.js';

/**
 * Resolves with the result, or refuses once the time is up. The work continues, so it needs its own time-out. After the
 * event loop was blocked, timers fire before pending input is read: in that case the input is read first.
 */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(unavailable(`No answer within ${timeoutMs} ms. Try again.`));
    timer = setTimeout(() => setImmediate(refuse), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
