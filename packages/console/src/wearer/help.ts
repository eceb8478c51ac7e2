import { FallwatchError } from '@fallwatch/client';
import { useRef } from 'react';
import { api } from '../api.js';
import { useAction } from '../parts/useAction.js';
import type { Fall } from './moment.js';

const tries = 4;
const pauseMs = 2_000;

/** Whoever lies on the floor does not press twice: what may go through the next time is sent again. */
async function persistently<T>(send: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await send();
    } catch (error) {
      const mayGoWell = error instanceof FallwatchError && (error.status === 0 || error.status >= 500);
      if (!mayGoWell || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The wearer's own word is as sure as a fall can be: everybody is told at once. */
const sure = 1;

/** «I need help»: about the fall that the device has just seen, or else a report of its own. */
export function useCallForHelp() {
  // The same until it has arrived: a call that is sent again is recorded once.
  const key = useRef<string>(undefined);
  return useAction(async (about: Fall | undefined) => {
    key.current ??= `help ${new Date().toISOString()}`;
    const headers = { 'idempotency-key': key.current };
    const report = () => api.post('/api/falls', { body: { confidence: sure }, headers });
    const confirm = (id: string) => api.post('/api/falls/{id}/confirm', { path: { id } });
    if (about === undefined) await persistently(report);
    // Whatever stands against confirming, the call itself must get through.
    else await persistently(() => confirm(about.id)).catch(() => persistently(report));
    key.current = undefined;
  }, '/api/falls');
}

/** «I'm OK». */
export function useSayFine() {
  return useAction(
    (fall: Fall) => persistently(() => api.post('/api/falls/{id}/cancel', { path: { id: fall.id } })),
    '/api/falls',
  );
}
