import { unavailable } from './refusal.js';

/**
 * The result, or a refusal once the time is up. The work itself goes on: it must have a bound of its own. A process
 * that was held up itself finds its timers due before it has read what arrived meanwhile: it reads that first.
 */
export function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(unavailable(`No answer within ${timeoutMs} ms. Try again.`));
    timer = setTimeout(() => setImmediate(refuse), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
