import { useSyncExternalStore } from 'react';

/** Kept on this device, not in the account: a ward's tablet shows its ward to everybody who uses it. */
const kept = 'fallwatch.ward';
const watchers = new Set<() => void>();

export function chooseWard(ward: string | null): void {
  if (ward === null) localStorage.removeItem(kept);
  else localStorage.setItem(kept, ward);
  for (const watch of watchers) watch();
}

/** The chosen ward, null for all; also null if nobody is in it any more. */
export function useWard(wards: readonly (readonly [ward: string, count: number])[]): string | null {
  const chosen = useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => localStorage.getItem(kept),
  );
  return wards.some(([ward]) => ward === chosen) ? chosen : null;
}
