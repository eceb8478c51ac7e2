import { FallwatchError, type PathOf } from '@fallwatch/client';
import { useSyncExternalStore } from 'react';
import { api, mePath, queries, refresh } from './api.js';

/** `lost`: the connection is down and being retried; the data on the screen may be old. */
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

/** Without the list of all patients: for a large ward that is many requests, and alerts contain the patient's name. */
const alerts: readonly PathOf<'get'>[] = [
  '/api/caregivers/alerts',
  '/api/admin/alerts',
  '/api/alerts/{id}/thread',
  '/api/admin/stats',
  '/api/patients/{id}',
];
const falls: readonly PathOf<'get'>[] = [
  '/api/falls',
  '/api/falls/{id}',
  '/api/falls/{id}/timeline',
  '/api/patients/{id}/falls',
  '/api/patients/{id}/alert-threshold',
  '/api/admin/falls',
];

/** First part of an event's type → the paths that it makes outdated. */
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
  checkIn: ['/api/patients/me/check-in', '/api/patients/{id}/check-in'],
  message: ['/api/messages'],
};

/** Events within this time cause one request: short enough to feel immediate. */
const gatherMs = 150;

/** Follows the live stream until the signal aborts; ends by itself when the session ends. */
export async function followLive(signal: AbortSignal): Promise<void> {
  const outdate = createOutdating();
  let lastEventId = '';
  try {
    while (!signal.aborted) {
      const line = lineOfBrowser(signal);
      const events = api.follow({ lastEventId, signal: line, onLost: () => become('lost'), longestPauseMs: 3_000 });
      for await (const { type, id } of events) {
        lastEventId = id;
        // Cached lists may be older than the stream: events before it opened are in them only after this.
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

/**
 * Aborts with the signal, and when the browser reports that the network went or came: the old connection is dead then.
 */
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
  const askAgain = createRefreshing();
  const flush = (): void => {
    for (const path of waiting) void askAgain(path);
    waiting.clear();
  };
  return (type) => {
    const paths = outdated[type.split('.', 1)[0] ?? ''] ?? [];
    if (paths.length > 0 && waiting.size === 0) setTimeout(flush, gatherMs);
    for (const path of paths) waiting.add(path);
  };
}

/** One request at a time for each path: otherwise a flood of events would cancel every answer before it arrives. */
function createRefreshing(): (path: PathOf<'get'>) => Promise<void> {
  const isAsked = new Map<PathOf<'get'>, { isOutdated: boolean }>();
  return async (path) => {
    const asked = isAsked.get(path);
    if (asked) {
      asked.isOutdated = true;
      return;
    }
    const asking = { isOutdated: true };
    isAsked.set(path, asking);
    while (asking.isOutdated) {
      asking.isOutdated = false;
      await refresh(path);
    }
    isAsked.delete(path);
  };
}
