import { useEffect, useState } from 'react';

/** Not in the browsers of Apple and Mozilla, so not in TypeScript's library. */
interface Battery extends EventTarget {
  /** 0..1. */
  readonly level: number;
}

/** Percent; undefined if the browser does not tell. */
export function useBattery(): number | undefined {
  const [percent, setPercent] = useState<number>();
  useEffect(() => {
    const stop = new AbortController();
    void followBattery(setPercent, stop.signal);
    return () => stop.abort();
  }, []);
  return percent;
}

async function followBattery(onPercent: (percent: number) => void, signal: AbortSignal): Promise<void> {
  const { getBattery } = navigator as { readonly getBattery?: () => Promise<Battery> };
  const battery = await getBattery?.call(navigator);
  if (!battery || signal.aborted) return;
  const tell = (): void => onPercent(Math.round(battery.level * 100));
  tell();
  battery.addEventListener('levelchange', tell, { signal });
}
