import { useEffect } from 'react';
import { followLive } from '../live.js';

/** The stream is open for as long as somebody is signed in. */
export function useLive(meId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person's stream is another stream.
  useEffect(() => {
    const stop = new AbortController();
    void followLive(stop.signal);
    return () => stop.abort();
  }, [meId]);
}
