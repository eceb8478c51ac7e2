/**
 * Sends «I'm on it», and what a responder does next, again until the service has answered. Requests live outside of every page and survive a reload.
 * Stored are ids, the act and a time only, so an act with a note does not survive a reload; each entry belongs to the account that pressed.
 *
 *   sending → done      the service has accepted it; the alert then shows who has it
 *           → late      the service has accepted it, but somebody else had answered before
 *           → refused   the service refused it, and would again
 *           → expired   five minutes without an answer: the user may be elsewhere by now, so the page asks again
 */
import { type Alert, FallwatchError } from '@fallwatch/client';
import { useSyncExternalStore } from 'react';
import { api, isEnded, isRetryable, queries, refresh, retryDelayMs } from '../api.js';
import type { Me } from '../session.js';
import { alertSourceFor } from './alertSource.js';
import { openAlertsKey } from './alerts.js';

export interface Act {
  readonly action: 'TAKE' | ResponseAction;
  readonly note?: string;
  /** With CALL_SECOND: who is called. Left out: everybody. */
  readonly calledId?: string;
}

export interface Taking extends Act {
  readonly alertId: string;
  readonly userId: string;
  readonly pressedAtMs: number;
  readonly status: 'sending' | 'late' | 'refused' | 'expired';
  readonly failures: number;
  readonly error?: unknown;
}

type ResponseAction = 'JOIN' | 'TAKE_OVER' | 'ON_THE_WAY' | 'ARRIVED' | 'DONE' | 'RELEASE' | 'CALL_SECOND';

const kept = 'fallwatch.taking';
const sendForMs = 5 * 60_000;
const forgetAfterMs = 60 * 60_000;
/** A connection that swallows requests must not delay the next attempt. */
const answerWithinMs = 8_000;
/** The longest pause between attempts: a person may be on the floor. */
const longestPauseMs = 3_000;

let takings: ReadonlyMap<string, Taking> = new Map();
let session: { readonly me: Pick<Me, 'id' | 'role'>; readonly signal: AbortSignal } | undefined;
const watchers = new Set<() => void>();

function become(next: ReadonlyMap<string, Taking>): void {
  takings = next;
  const unsent = [...takings.values()].filter(({ status }) => status === 'sending' || status === 'expired');
  const entries = unsent
    .filter(({ note }) => note === undefined)
    .map(({ alertId, userId, pressedAtMs, action, calledId }) => ({ alertId, userId, pressedAtMs, action, calledId }));
  if (entries.length > 0) localStorage.setItem(kept, JSON.stringify(entries));
  else localStorage.removeItem(kept);
  for (const watch of watchers) watch();
}

function update(taking: Taking): void {
  become(new Map([...takings, [taking.alertId, taking]]));
}

function remove(alertId: string): void {
  become(new Map([...takings].filter(([id]) => id !== alertId)));
}

function watchTakings(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

export const useTakings = (): ReadonlyMap<string, Taking> => useSyncExternalStore(watchTakings, () => takings);

export const useTaking = (alertId: string): Taking | undefined =>
  useSyncExternalStore(watchTakings, () => takings.get(alertId));

/** Runs while this person is signed in, and continues with what they pressed before a reload. */
export function startTaking(me: Pick<Me, 'id' | 'role'>): () => void {
  const stop = new AbortController();
  session = { me, signal: stop.signal };
  const own = readKept().filter(
    ({ userId, pressedAtMs }) => userId === me.id && Date.now() - pressedAtMs < forgetAfterMs,
  );
  // Starts with one failure: it is known to be unsent, so the page shows that at once.
  become(
    new Map(
      own.map((entry) => [entry.alertId, { ...entry, action: entry.action ?? 'TAKE', status: 'sending', failures: 1 }]),
    ),
  );
  for (const { alertId } of own) void send(alertId, me, stop.signal);
  return () => {
    stop.abort();
    session = undefined;
  };
}

/** Entries of an older release have no act. */
function readKept(): (Pick<Taking, 'alertId' | 'userId' | 'pressedAtMs'> &
  Partial<Pick<Taking, 'action' | 'calledId'>>)[] {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '[]');
  } catch {
    return [];
  }
}

export const take = (alertId: string): void => act(alertId, { action: 'TAKE' });

export function act(alertId: string, given: Act): void {
  if (!session || takings.get(alertId)?.status === 'sending') return;
  const { me, signal } = session;
  update({ ...given, alertId, userId: me.id, pressedAtMs: Date.now(), status: 'sending', failures: 0 });
  void send(alertId, me, signal);
}

async function send(alertId: string, me: Pick<Me, 'id' | 'role'>, signal: AbortSignal): Promise<void> {
  const { path, acknowledge } = alertSourceFor(me.role);
  for (;;) {
    const taking = takings.get(alertId);
    if (signal.aborted || taking?.status !== 'sending') return;
    if (Date.now() - taking.pressedAtMs > sendForMs) return update({ ...taking, status: 'expired' });
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
      const { action, note, calledId } = taking;
      const alert =
        action === 'TAKE'
          ? await acknowledge(alertId, within)
          : await api.post('/api/alerts/{id}/response', {
              path: { id: alertId },
              body: {
                action,
                ...(note === undefined ? {} : { note }),
                ...(calledId === undefined ? {} : { userId: calledId }),
              },
              signal: within,
            });
      showAnswer(path, alert);
      const isLate = action === 'TAKE' && alert.handledBy !== null && alert.handledBy.id !== me.id;
      return isLate ? update({ ...taking, status: 'late' }) : remove(alertId);
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) {
        void refresh(path);
        return update({ ...taking, status: 'refused', error });
      }
      update({ ...taking, failures: taking.failures + 1 });
      await pauseUntilOnline(Math.min(retryDelayMs(taking.failures, error), longestPauseMs), signal);
    }
  }
}

/** After the session has ended the person may sign in again in time; every other refusal is final. */
const isFinal = (error: unknown): boolean => error instanceof FallwatchError && !isRetryable(error) && !isEnded(error);

/** Updates the alert in the list at once, then fetches the whole list. */
function showAnswer(path: ReturnType<typeof alertSourceFor>['path'], answer: Alert): void {
  queries.setQueryData<Alert[]>(openAlertsKey(path), (alerts) =>
    alerts?.map((alert) => (alert.id === answer.id ? answer : alert)),
  );
  void refresh(path, '/api/alerts/{id}/thread', '/api/patients', '/api/admin/stats');
}

/** Waits for the time to pass or for the browser's `online` event. */
function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: done.signal });
    signal.addEventListener('abort', end, { signal: done.signal });
  });
}
