import type { CurrentUser, FirstAdmin } from '@fallwatch/client';
import { useQuery } from '@tanstack/react-query';
import { api, isEnded, isRetryable, mePath, queries, retryDelayMs } from './api.js';
import { forgetKept, forgetOthers, keepPerson, keepSessionEnd } from './kept.js';
import { signInWithPasskey } from './security/passkeys.js';

export type Me = CurrentUser;

/**
 * Longer than a slow answer on a bad connection. Without it, a connection that swallows requests would spin for ever.
 */
const answerWithinMs = 10_000;

async function askWhoIsSignedIn(signal: AbortSignal): Promise<Me | null> {
  try {
    const me = await api.get(mePath, { signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]) });
    keepPerson(me);
    return me;
  } catch (error) {
    if (!isEnded(error)) throw error;
    forgetOthers();
    return null;
  }
}

/** Undefined while unknown, null when nobody is signed in. */
export function useMe() {
  return useQuery({
    queryKey: [mePath],
    queryFn: ({ signal }) => askWhoIsSignedIn(signal),
    refetchOnWindowFocus: 'always',
    // Without an answer nobody is signed out: the banner says that the connection is lost.
    retry: true,
    retryDelay: 2_000,
  });
}

/** The signed-in user; only for components that are rendered for signed-in users. */
export function useSignedIn(): Me {
  const { data } = useMe();
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

async function open<Account>(opening: () => Promise<Account>): Promise<Account> {
  const account = await opening();
  // The session is in the cookie: no script holds a token, so no script can steal it.
  api.token = undefined;
  await queries.resetQueries();
  return account;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string;
}

export const signIn = (credentials: Credentials) => open(() => api.logIn(credentials));
export const signInByPasskey = () => open(signInWithPasskey);
export const signUp = (person: Parameters<typeof api.signUp>[0]) => open(() => api.signUp(person));
export const setUp = (admin: FirstAdmin) => open(() => api.post('/api/setup', { body: admin }));
export const acceptInvitation = (acceptance: { token: string; password: string }) =>
  open(() => api.acceptInvitation(acceptance));

export async function signOut(): Promise<void> {
  await api.logOut();
  await leave();
}

/** Permanent. The password is asked for again, so that an unattended page is not enough. */
export async function deleteAccount(password: string): Promise<void> {
  await api.post('/api/profile/password/verify', { body: { password } });
  await api.delete('/api/profile/me', { query: { confirmation: true }, body: {} });
  await leave();
}

async function leave(): Promise<void> {
  // An answer that is still on its way would sign the person in again.
  await queries.cancelQueries({ queryKey: [mePath] });
  forgetKept();
  queries.setQueryData([mePath], null);
  // The next user of this device must not see cached data.
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== mePath });
}

export interface SessionEnd {
  /** By this device's clock, which may be wrong. */
  readonly endsAtMs: number;
  /** No extension is possible beyond `endsAtMs`. */
  readonly isFinal: boolean;
  /** Half of the time that was left. Fixed: a timer that follows the clock would be reset every second. */
  readonly extendAfterMs: number;
}

async function extendSession(signal: AbortSignal): Promise<SessionEnd> {
  const { expiresAt, expiresInSeconds, extendableUntil } = await api.refresh({ signal });
  api.token = undefined;
  const endsAtMs = Date.now() + expiresInSeconds * 1_000;
  keepSessionEnd(endsAtMs);
  return { endsAtMs, isFinal: expiresAt >= extendableUntil, extendAfterMs: expiresInSeconds * 500 };
}

/**
 * Extends the session while the app is open: at the start, whenever half of it is left, and when the app becomes
 * visible after that.
 */
export function useSessionEnd(): SessionEnd | undefined {
  const { data } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => extendSession(signal),
    staleTime: ({ state: { data } }) => data?.extendAfterMs ?? 0,
    refetchInterval: ({ state: { data } }) => (data && !data.isFinal ? data.extendAfterMs : false),
    refetchIntervalInBackground: true,
    retry: (_, error) => isRetryable(error),
    retryDelay: retryDelayMs,
  });
  return data;
}
