import type { DataOf } from '@fallwatch/client';
import { useQuery } from '@tanstack/react-query';
import { api, isEnded, mePath, queries } from './api.js';

export type Me = DataOf<'get', '/api/me'>;

/** Undefined while nobody knows yet, null when nobody is signed in. */
export function useMe() {
  return useQuery({
    queryKey: [mePath],
    queryFn: ({ signal }) =>
      api.get(mePath, { signal }).catch((error: unknown) => {
        if (isEnded(error)) return null;
        throw error;
      }),
    refetchOnWindowFocus: 'always',
    // Without an answer nobody is signed out: the banner says that the line is down.
    retry: true,
    retryDelay: 2_000,
  });
}

/** Whoever is signed in; only for what is shown to somebody. */
export function useSignedIn(): Me {
  const { data } = useMe();
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

type Opening = () => Promise<unknown>;

async function open(opening: Opening): Promise<void> {
  await opening();
  // The cookie is the session; a token that no script holds cannot be stolen by one.
  api.token = undefined;
  wasHere = false;
  await queries.resetQueries();
}

export const signIn = (credentials: { email: string; password: string }) => open(() => api.logIn(credentials));
export const signUp = (person: Parameters<typeof api.signUp>[0]) => open(() => api.signUp(person));
export const acceptInvitation = (acceptance: { token: string; password: string }) =>
  open(() => api.acceptInvitation(acceptance));

export async function signOut(): Promise<void> {
  await api.logOut();
  wasHere = false;
  queries.setQueryData([mePath], null);
  // Nothing that was seen stays behind for whoever comes next.
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== mePath });
}

/** Somebody was signed in on this page and did not sign out: the sign-in page then says what happened. */
let wasHere = false;
export function remember(me: Me | null | undefined): boolean {
  if (me) wasHere = true;
  return wasHere;
}
