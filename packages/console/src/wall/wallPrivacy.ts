import { useSyncExternalStore } from 'react';

/** What visitors in the hall may read beside the room. */
export const privacies = ['room', 'initials', 'names'] as const;
export type Privacy = (typeof privacies)[number];

const kept = 'fallwatch.wall';
const watchers = new Set<() => void>();

function privacyNow(): Privacy {
  const chosen = localStorage.getItem(kept);
  return privacies.find((privacy) => privacy === chosen) ?? 'room';
}

export function choosePrivacy(privacy: Privacy): void {
  localStorage.setItem(kept, privacy);
  for (const watch of watchers) watch();
}

/** Kept on this device: each screen hangs in its own hall. */
export const usePrivacy = (): Privacy =>
  useSyncExternalStore((watch) => {
    watchers.add(watch);
    return () => watchers.delete(watch);
  }, privacyNow);
