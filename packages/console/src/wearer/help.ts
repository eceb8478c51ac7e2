import type { FallDetail } from '@fallwatch/client';
import { useRef } from 'react';
import { api, isRetryable } from '../api.js';
import { useAction } from '../parts/useAction.js';

const triesWhileWatched = 4;
const retryDelayMs = 2_000;

/** Retries failures that may succeed next time: a person on the floor does not press twice. */
async function persistently<T>(send: () => Promise<T>, tries = triesWhileWatched): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await send();
    } catch (error) {
      if (!isRetryable(error) || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}

/** A wearer's own report has the highest confidence, so everybody is alerted at once. */
const sure = 1;

const report = (key: string) =>
  api.post('/api/falls', { body: { confidence: sure }, headers: { 'idempotency-key': key } });

const newKey = (): string => `help ${new Date().toISOString()}`;

/** «I need help» without a connection: retried until it is sent. An extra alert is better than none. */
export function useCallUntilSent() {
  return useAction(() => {
    const key = newKey();
    return persistently(() => report(key), Number.POSITIVE_INFINITY);
  }, '/api/falls');
}

/** «I need help»: confirms the fall that the device has just detected, or else reports a new one. */
export function useCallForHelp() {
  // Kept until the call has arrived: a repeated call is recorded once.
  const key = useRef<string>(undefined);
  return useAction(async (about: FallDetail | undefined) => {
    key.current ??= newKey();
    const own = key.current;
    const confirm = (id: string) => api.post('/api/falls/{id}/confirm', { path: { id } });
    if (about === undefined) await persistently(() => report(own));
    // If the confirmation fails for any reason, the call is sent as a new report.
    else await persistently(() => confirm(about.id)).catch(() => persistently(() => report(own)));
    key.current = undefined;
  }, '/api/falls');
}

/** «I'm OK». */
export function useSayFine() {
  return useAction(
    (fall: FallDetail) => persistently(() => api.post('/api/falls/{id}/cancel', { path: { id: fall.id } })),
    '/api/falls',
  );
}
