import { unavailable } from './refusal.js';

/** The result, or a refusal once the time is up. The work itself goes on: it must have a bound of its own. */
export function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(`No answer within ${timeoutMs} ms. Try again.`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
