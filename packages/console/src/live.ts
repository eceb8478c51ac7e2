import { FallwatchError, type PathOf } from '@fallwatch/client';
import { useSyncExternalStore } from 'react';
import { api, mePath, queries, refresh } from './api.js';

/** `lost`: the line is down and is being tried again; what is on the screen may be old. */
export type Connection = 'connecting' | 'live' | 'lost';

let connection: Connection = 'connecting';
const watchers = new Set<() => void>();

function become(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const watch of watchers) watch();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => connection,
  );
}

/** Not the list of all people: for a large ward that is many requests, and alerts come with the names of theirs. */
const alerts: readonly PathOf<'get'>[] = [
  '/api/caregivers/alerts',
  '/api/admin/alerts',
  '/api/admin/stats',
  '/api/patients/{id}',
];
const falls: readonly PathOf<'get'>[] = [
  '/api/falls',
  '/api/falls/{id}',
  '/api/patients/{id}/falls',
  '/api/admin/falls',
];

/** What an event makes outdated: the first part of its type → the paths to ask again. */
const outdated: Readonly<Record<string, readonly PathOf<'get'>[]>> = {
  alert: [...alerts, ...falls],
  fall: [...alerts, ...falls],
  device: [
    ...alerts,
    '/api/patients',
    '/api/admin/devices',
    '/api/patients/{id}/devices',
    '/api/patients/me',
    '/api/device/{id}',
  ],
  message: ['/api/messages'],
};

/** A burst of events is answered once, soon enough to count as at once. */
const gatherMs = 150;

/** Follows the live stream until the signal; ends by itself when the session does. */
export async function followLive(signal: AbortSignal): Promise<void> {
  const outdate = createOutdating();
  let lastEventId = '';
  try {
    while (!signal.aborted) {
      const line = lineOfBrowser(signal);
      const events = api.follow({ lastEventId, signal: line, onLost: () => become('lost'), longestPauseMs: 3_000 });
      for await (const { type, id } of events) {
        lastEventId = id;
        // The lists may be older than the stream: what happened before it opened is in them only after this.
        if (type === 'ready') void queries.invalidateQueries().then(() => become('live'));
        outdate(type);
      }
    }
  } catch (error) {
    if (!(error instanceof FallwatchError)) throw error;
    become('lost');
    void queries.invalidateQueries({ queryKey: [mePath] });
  }
}

/** Ends with the signal, and when the browser notices that the network went or came: the old line is dead then. */
function lineOfBrowser(signal: AbortSignal): AbortSignal {
  const changed = new AbortController();
  const change = (): void => {
    if (!navigator.onLine) become('lost');
    changed.abort();
  };
  const ended = AbortSignal.any([signal, changed.signal]);
  for (const name of ['online', 'offline']) window.addEventListener(name, change, { signal: ended });
  return ended;
}

function createOutdating(): (type: string) => void {
  const waiting = new Set<PathOf<'get'>>();
  const flush = (): void => {
    void refresh(...waiting);
    waiting.clear();
  };
  return (type) => {
    const paths = outdated[type.split('.', 1)[0] ?? ''] ?? [];
    if (paths.length > 0 && waiting.size === 0) setTimeout(flush, gatherMs);
    for (const path of paths) waiting.add(path);
  };
}
