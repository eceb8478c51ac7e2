import { useEffect } from 'react';
import { followLive } from '../live.js';

/** Keeps the live stream open while somebody is signed in. */
export function useLive(meId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another stream.
  useEffect(() => {
    const stop = new AbortController();
    void followLive(stop.signal);
    return () => stop.abort();
  }, [meId]);
}
